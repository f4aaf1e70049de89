import type { AgentView, Host, TaskView } from "../api.ts"
import { Avatar } from "../components/avatar.tsx"
import { Icon, StatusIcon } from "../components/icons.tsx"
import { Refused } from "../components/refused.tsx"
import { useNow } from "../context.ts"
import { ago, full, span } from "../format.ts"
import type { State } from "../store.ts"
import { Page, Section } from "./page.tsx"
import { PauseButton, pauseWords } from "./paused.tsx"
import type { ViewProps } from "./props.ts"
import { TaskLink } from "./task-link.tsx"
import type { Team as TeamReading } from "./use-team.ts"

/** Who is there, what each one does, and who is held back. */
export function Team({ state, team }: ViewProps) {
  const now = useNow()
  const { value, refusal } = team
  const agents = value?.agents ?? []
  const hosts = value?.hosts ?? []
  const live = agents.filter((agent) => agent.live).length
  const busy = agents.filter(({ tasks }) => tasks.length > 0).length
  return (
    <Page
      title="Team"
      lead={value ? `${live} of ${agents.length} live · ${busy} at work` : "Loading"}
      actions={value?.paused === null && <PauseButton agent={null} paused={null} team={team} />}
    >
      <Refused outcome={refusal && { refusal }} />
      {value && (
        <>
          <Section title="Agents" count={agents.length}>
            {agents.length === 0 && (
              <p class="nothing">Nobody yet. An agent appears here as soon as it asks for work.</p>
            )}
            <ul class="rows agents">
              {agents.map((agent) => (
                <AgentRow key={agent.name} agent={agent} tasks={state.tasks} now={now} team={team} />
              ))}
            </ul>
          </Section>
          <Section title="Hosts" count={hosts.length}>
            {hosts.length === 0 && <p class="nothing">No agent has named its machine yet.</p>}
            <ul class="rows hosts">
              {hosts.map((host) => (
                <HostRow key={host.name} host={host} now={now} />
              ))}
            </ul>
          </Section>
        </>
      )}
    </Page>
  )
}

// --- internal ---

interface AgentProps {
  agent: AgentView
  tasks: State["tasks"]
  now: number
  team: TeamReading
}

function AgentRow({ agent, tasks, now, team }: AgentProps) {
  const { name, role, description, live, lastSeenAt, host, unread, paused } = agent
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
            {role ?? (agent.kind === "person" ? "person" : "agent")}
          </span>
        </div>
      </div>
      <div class="agent-work">
        {agent.tasks.map((id) => (
          <Doing key={id} id={id} task={tasks.get(id)} now={now} />
        ))}
        {agent.tasks.length === 0 && <span class="muted">{paused ? "" : "Nothing in progress"}</span>}
        {paused && (
          <span class="pause-words">
            <Icon name="pause" />
            <span>Paused {pauseWords(paused)}</span>
          </span>
        )}
      </div>
      <div class="agent-seen muted">
        <span title={lastSeenAt === null ? undefined : full(lastSeenAt)}>
          {live ? "Live" : lastSeenAt === null ? "Not seen lately" : `Seen ${ago(lastSeenAt, now)}`}
        </span>
        <span class="one-line">{[host, unread > 0 && `${unread} unread`].filter(Boolean).join(" · ")}</span>
      </div>
      <PauseButton agent={name} paused={paused} team={team} />
    </li>
  )
}

function Doing({ id, task, now }: { id: string; task: TaskView | undefined; now: number }) {
  const since = task?.startedAt
  return (
    <TaskLink id={id} class="doing">
      <StatusIcon status="doing" />
      <span class="id">{id}</span>
      <span class="one-line" dir="auto">
        {task?.title}
      </span>
      {since && (
        <span class="muted since" title={`Since ${full(since)}`}>
          {span(now - Date.parse(since))}
        </span>
      )}
    </TaskLink>
  )
}

function HostRow({ host, now }: { host: Host; now: number }) {
  const { name, lastSeenAt, agents } = host
  return (
    <li class="host">
      <div class="host-name">
        <Icon name="host" />
        <strong class="one-line">{name}</strong>
      </div>
      <span class="host-agents muted one-line">{agents.join(", ")}</span>
      <span class="muted small-text" title={lastSeenAt === null ? undefined : full(lastSeenAt)}>
        {lastSeenAt === null ? "Not seen lately" : `Seen ${ago(lastSeenAt, now)}`}
      </span>
    </li>
  )
}
