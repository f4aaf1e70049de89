import type { HostView } from "../../api/types.ts"
import { Ago } from "../../components/ago.tsx"
import { Icon } from "../../components/icons.tsx"
import { Refused } from "../../components/refused.tsx"
import { Page, Section } from "../../page/page.tsx"
import { ViewLink } from "../../page/links.tsx"
import type { ViewProps } from "../../reads/view-props.ts"
import type { Card } from "../../state/state.ts"
import { useApp } from "../../state/context.ts"
import { useToday } from "../../reads/use-today.ts"
import { agentLanes } from "./agent-lanes.ts"
import { Lanes } from "./lanes.tsx"
import { PauseButton } from "./paused.tsx"
import { Resources } from "./resources.tsx"

/** Agents and people: what each one does, for how long nothing was heard of it, and what it did today. */
export function Team({ state, team, counts }: ViewProps) {
  const { store } = useApp()
  const { value, refusal } = team
  const lanes = agentLanes(value?.agents ?? [], state)
  const agents = lanes.filter(({ isPerson }) => !isPerson)
  const people = lanes.filter(({ isPerson }) => isPerson)
  const hosts = value?.hosts ?? []
  const busy = agents.filter(({ is, tasks }) => is === "working" && !tasks.every(isQuiet)).length
  const paused = agents.filter(({ is }) => is === "paused").length
  const present =
    `${busy} of ${agents.length} ${agents.length === 1 ? "agent" : "agents"} at work` +
    (paused > 0 ? `, ${paused} paused` : "")
  const today = useToday().value
  const shown = { state, team, today, needs: counts.value?.needsYou ?? 0 }
  return (
    <Page
      title="Agents"
      class="of-agents"
      lead={value === null ? "Loading" : agents.length === 0 ? "No agents yet" : present}
      actions={
        <div class="view-actions">
          <button type="button" class="quiet" onClick={() => store.set({ asking: "connect" })}>
            <Icon name="plus" />
            Connect an agent
          </button>
          <ViewLink view="now" title="Full screen (g w)">
            <Icon name="expand" />
            Full screen
          </ViewLink>
          {value?.paused === null && agents.length > 0 && (
            <PauseButton agent={null} paused={null} team={team} />
          )}
        </div>
      }
    >
      <Refused outcome={refusal && { refusal }} />
      {value && (
        <>
          <section class="part" aria-label="Agents">
            {agents.length === 0 && (
              <p class="nothing">No agents yet. An agent appears here when it first asks for work.</p>
            )}
            <Lanes lanes={agents} {...shown} />
          </section>
          {people.length > 0 && (
            <Section title="People" count={people.length}>
              <Lanes lanes={people} {...shown} />
            </Section>
          )}
          <Resources tasks={state.tasks} />
          {hosts.length > 0 && (
            <Section title="Hosts" count={hosts.length}>
              <ul class="rows hosts">
                {hosts.map((host) => (
                  <HostRow key={host.name} host={host} />
                ))}
              </ul>
            </Section>
          )}
        </>
      )}
    </Page>
  )
}

// --- internal ---

/** It is held, but nothing is heard of it. */
const isQuiet = ({ stuck }: Card) => stuck?.includes("quiet") === true

function HostRow({ host: { name, lastSeenAt, agents } }: { host: HostView }) {
  return (
    <li class="host">
      <div class="host-name">
        <Icon name="host" />
        <strong class="one-line">{name}</strong>
      </div>
      <span class="host-agents muted one-line">{agents.join(", ")}</span>
      <span class="muted small-text">
        <Ago at={lastSeenAt} before="Seen " none="Not seen lately" />
      </span>
    </li>
  )
}
