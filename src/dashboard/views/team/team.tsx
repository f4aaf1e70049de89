import { useMemo } from "preact/hooks"
import { isSameName, nameKey } from "../../../domain/wire/names.ts"
import type { AgentView, HostView } from "../../api/types.ts"
import { Avatar } from "../../components/avatar.tsx"
import { Icon } from "../../components/icons.tsx"
import { Doing } from "../../components/doing.tsx"
import { Refused } from "../../components/refused.tsx"
import type { Card, State } from "../../state/state.ts"
import { needWords } from "../../words/need-words.ts"
import { Page, Section } from "../../page/page.tsx"
import { ViewLink } from "../../page/view-link.tsx"
import { Abilities, DescribeButton, RemoveButton } from "./abilities.tsx"
import { Resources } from "./resources.tsx"
import { PauseButton, PauseLine } from "./paused.tsx"
import type { ViewProps } from "../../reads/view-props.ts"
import type { Team as TeamReading } from "../../reads/use-team.ts"
import { Ago } from "../../components/ago.tsx"

/** The team: who is there, what each one does, and who is paused. */
export function Team({ state, team, counts }: ViewProps) {
  const needs = counts.value?.needsYou ?? 0
  const { value, refusal } = team
  const members = value?.agents ?? []
  // Whoever uses a dashboard is a person, even if the server does not know.
  const isPerson = ({ kind, name }: AgentView) => kind === "person" || isSameName(name, state.name)
  const people = members.filter(isPerson)
  const agents = members.filter((member) => !isPerson(member))
  const hosts = value?.hosts ?? null
  const reviews = useMemo(() => reviewsBy(state.tasks), [state.tasks])
  const live = members.filter((member) => member.live).length
  const busy = members.filter(({ tasks }) => tasks.length > 0).length
  // It is no longer known who was there.
  const present = `${state.moment ? `${members.length} ${members.length === 1 ? "member" : "members"}` : `${live} of ${members.length} live`} · ${busy} at work`
  return (
    <Page
      title="Agents"
      lead={value === null ? "Loading" : members.length === 0 ? "No agents yet" : present}
      actions={
        <div class="view-actions">
          <ViewLink view="now" title="Full screen (g w)">
            <Icon name="expand" />
            Full screen
          </ViewLink>
          {value?.paused === null && <PauseButton agent={null} paused={null} team={team} />}
        </div>
      }
    >
      <Refused outcome={refusal && { refusal }} />
      {value && (
        <>
          {people.length > 0 && (
            <Section title="People" count={people.length}>
              <Members members={people} state={state} reviews={reviews} needs={needs} team={team} />
            </Section>
          )}
          <Section title="Agents" count={agents.length}>
            {agents.length === 0 && (
              <p class="nothing">
                No agents yet. An agent appears here when it first asks for work:{" "}
                <code>upnext next --claim --agent otto</code>
              </p>
            )}
            <Members members={agents} state={state} reviews={reviews} needs={needs} team={team} />
          </Section>
          <Resources tasks={state.tasks} />
          {hosts && (
            <Section title="Hosts" count={hosts.length}>
              {hosts.length === 0 && (
                <p class="nothing">None yet. A machine appears here when an agent names it.</p>
              )}
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

interface MemberSurroundings {
  state: State
  /** The reviews that each agent has to decide, by `nameKey`. */
  reviews: ReadonlyMap<string, readonly Card[]>
  /** How many tasks need the person at this dashboard. */
  needs: number
  team: TeamReading
}

function Members({ members, ...shown }: MemberSurroundings & { members: readonly AgentView[] }) {
  return (
    <ul class="rows agents">
      {members.map((member) => (
        <Member key={member.name} member={member} {...shown} />
      ))}
    </ul>
  )
}

function Member({ member, state, reviews, needs, team }: MemberSurroundings & { member: AgentView }) {
  const { name, role, description, live, lastSeenAt, host, unread, paused } = member
  const isMe = isSameName(name, state.name)
  const waiting = isMe ? needs : (reviews.get(nameKey(name))?.length ?? 0)
  return (
    <li class={paused ? "agent is-paused" : "agent"} aria-label={name}>
      <div class="agent-who">
        <span class={live ? "face is-live" : "face"}>
          <Avatar name={name} />
        </span>
        <div>
          <strong class="one-line" dir="auto">
            {name}
          </strong>
          <span class="muted one-line" title={description ?? undefined} dir="auto">
            {role}
            {isMe && (role === null ? "you" : " · you")}
          </span>
        </div>
        <DescribeButton member={member} isMe={isMe} team={team} />
        <RemoveButton member={member} team={team} />
      </div>
      <div class="agent-work">
        {member.tasks.map((id) => (
          <Doing key={id} id={id} task={state.tasks.get(id)} />
        ))}
        {waiting > 0 && (
          <span class="muted">
            {isMe ? needWords(waiting) : `${waiting} ${waiting === 1 ? "review" : "reviews"} to decide`}
          </span>
        )}
        {member.tasks.length + waiting === 0 && !paused && <span class="muted">Nothing in progress</span>}
        <Abilities member={member} />
        {paused && <PauseLine pause={paused} />}
      </div>
      <div class="agent-seen muted">
        <span>{state.moment ? "" : live ? "Live" : <Seen at={lastSeenAt} />}</span>
        <span class="one-line">
          {[host, !isMe && unread > 0 && `${unread} unread`].filter(Boolean).join(" · ")}
        </span>
      </div>
      <PauseButton agent={name} paused={paused} team={team} />
    </li>
  )
}

function HostRow({ host }: { host: HostView }) {
  const { name, lastSeenAt, agents } = host
  return (
    <li class="host">
      <div class="host-name">
        <Icon name="host" />
        <strong class="one-line">{name}</strong>
      </div>
      <span class="host-agents muted one-line">{agents.join(", ")}</span>
      <span class="muted small-text">
        <Seen at={lastSeenAt} />
      </span>
    </li>
  )
}

function Seen({ at }: { at: string | null }) {
  return at === null ? (
    "Not seen lately"
  ) : (
    <>
      Seen <Ago at={at} />
    </>
  )
}

function reviewsBy(tasks: State["tasks"]): ReadonlyMap<string, readonly Card[]> {
  const reviews = [...tasks.values()].filter(({ status }) => status === "review")
  return Map.groupBy(reviews, ({ reviewer }) => nameKey(reviewer ?? ""))
}
