import { useState } from "preact/hooks"
import type { ResourceView } from "../../api/types.ts"
import { Button } from "../../components/button.tsx"
import { Changing } from "../../components/changing.tsx"
import { Icon } from "../../components/icons.tsx"
import { Menu } from "../../components/menu.tsx"
import { Refused } from "../../components/refused.tsx"
import { Section } from "../../page/page.tsx"
import { may } from "../../state/access.ts"
import { useApp } from "../../state/context.ts"
import type { State } from "../../state/state.ts"
import { useWrite } from "../../state/use-outcome.ts"
import { givenUp } from "../../state/writes.ts"
import { call } from "../../api/api.ts"
import { ResourceTasks } from "./resource-tasks.tsx"
import { PauseLine } from "./paused.tsx"
import { CloseForm, RoomForm } from "./resource-forms.tsx"
import { useRead, type Reading } from "../../reads/use-read.ts"

/** What is asked about a resource before it is done. */
type ResourceQuestion = { readonly kind: "close" | "room"; readonly resource: ResourceView | null }

/** What only so many may use at once: how much room it has, who is at work there, who waits, and what is closed. Without any, only how to add one. */
export function Resources({ tasks }: Pick<State, "tasks">) {
  const { store } = useApp()
  const [asked, ask] = useState<ResourceQuestion | null>(null)
  const { value, refusal, reload } = useResources()
  const mayChange = may(store.state, "resource.set")
  const onDone = () => {
    ask(null)
    reload()
  }
  const add = mayChange && (
    <Changing operation="resource.set">
      <Button
        icon="plus"
        text="Add a resource"
        class="quiet"
        onClick={() => ask({ kind: "room", resource: null })}
      />
    </Changing>
  )
  return (
    <>
      <Refused outcome={refusal && { refusal }} />
      {value?.length === 0 && <div class="part">{add}</div>}
      {value && value.length > 0 && (
        <Section title="Resources" count={value.length} actions={add}>
          <ul class="rows resources">
            {value.map((each) => (
              <ResourceRow
                key={each.name}
                resource={each}
                tasks={tasks}
                mayChange={mayChange}
                onAsk={ask}
                onDone={onDone}
              />
            ))}
          </ul>
        </Section>
      )}
      {asked?.kind === "room" && (
        <RoomForm resource={asked.resource} onDone={onDone} onClose={() => ask(null)} />
      )}
      {asked?.kind === "close" && asked.resource && (
        <CloseForm name={asked.resource.name} onDone={onDone} onClose={() => ask(null)} />
      )}
    </>
  )
}

// --- internal ---

interface RowProps extends Pick<State, "tasks"> {
  resource: ResourceView
  mayChange: boolean
  onAsk(question: ResourceQuestion): void
  onDone(): void
}

function ResourceRow({ resource, tasks, mayChange, ...on }: RowProps) {
  const { name, description, capacity, holders, closed } = resource
  return (
    <li class={closed ? "agent resource is-closed" : "agent resource"} aria-label={name}>
      <div class="agent-who">
        <Icon name="key" />
        <div>
          <strong title={name} dir="auto">
            {name}
          </strong>
          {description !== null && (
            <span class="muted" title={description} dir="auto">
              {description}
            </span>
          )}
        </div>
      </div>
      <div class="agent-work">
        <ResourceTasks resource={resource} tasks={tasks} />
        {closed && <PauseLine pause={closed} what="Closed" end="someone opens it" />}
      </div>
      <span class={holders.length < capacity ? "agent-seen muted" : "agent-seen"}>
        {holders.length} of {capacity} in use
      </span>
      {mayChange && <Buttons resource={resource} {...on} />}
    </li>
  )
}

function Buttons({ resource, onAsk, onDone }: Pick<RowProps, "resource" | "onAsk" | "onDone">) {
  const { actions } = useApp()
  const { outcome, follow } = useWrite()
  const { name, closed } = resource

  async function open() {
    const opened = actions.ask(
      () => call("resource.open", { name }),
      () => actions.tell(`${name} is open.`),
    )
    if ((await follow(opened)) !== givenUp) onDone()
  }

  return (
    <div class="pause">
      <Changing operation="resource.set">
        {closed && <Button icon="play" text="Open" aria-label={`Open ${name}`} onClick={() => void open()} />}
        <Menu
          label={`Change ${name}`}
          choices={[
            {
              name: closed ? "Close for longer…" : "Close…",
              choose: () => onAsk({ kind: "close", resource }),
            },
            { name: "Set the capacity…", choose: () => onAsk({ kind: "room", resource }) },
          ]}
        >
          {!closed && "Change"}
        </Menu>
      </Changing>
      <Refused outcome={outcome} />
    </div>
  )
}

/** What only so many may use at once, as it is taken, opened and closed. */
function useResources(): Reading<readonly ResourceView[]> {
  return useRead<readonly ResourceView[]>("resources", readResources, {
    isAbout: ({ type }) =>
      type !== "lease.renewed" && type !== "task.commented" && /^(?:resource|task|lease|agent)\./.test(type),
    gatherMs: 500,
  })
}

async function readResources() {
  const result = await call("resource.list", {})
  return "refusal" in result ? result : { value: result.value.resources, seq: result.seq }
}
