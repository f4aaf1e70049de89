import { Avatar } from "../components/avatar.tsx"
import { PriorityIcon } from "../components/icons.tsx"
import type { ViewProps } from "../reads/view-props.ts"
import { agentLanes } from "../views/team/agent-lanes.ts"
import { Numbers } from "../board/numbers.tsx"
import { readyTasks, useTasks } from "../reads/use-counts.ts"
import { isForSomebody } from "../board/columns.ts"
import { TaskLink, ViewLink } from "../page/links.tsx"
import type { Card } from "../state/state.ts"
import { useNow } from "../state/context.ts"
import { leaseOf } from "../words/format.ts"

const endOf = ({ lease }: Card) => lease?.expiresAt ?? "~"

/** So many ready tasks are looked through for one that some agent can do. */
const few = 8

/** The present in one line above the board: the four numbers, who is at work, and what is up next. */
export function Strip({ state, team, counts }: ViewProps) {
  const ready = useTasks("up next", { ...readyTasks, limit: few }).value
  const next = ready?.tasks.find(isForSomebody)
  // Whose claim ends first comes first.
  const work = agentLanes(team.value?.agents ?? [], state)
    .flatMap(({ agent: { name }, tasks }) => tasks.map((task) => ({ name, task })))
    .sort((a, b) => (endOf(a.task) < endOf(b.task) ? -1 : 1))
    .filter(({ name }, i, all) => i === all.findIndex((each) => each.name === name))
  const most = innerWidth >= 1800 ? 10 : 4
  return (
    <section class="strip" aria-label="Now">
      <Numbers counts={counts.value} />
      <ul class="strip-lanes" aria-label="At work">
        {work.slice(0, most).map(({ name, task }) => (
          <li key={name}>
            <TaskLink isQuiet id={task.id} class="strip-lane">
              <Avatar name={name} />
              <LeaseBar task={task} />
            </TaskLink>
          </li>
        ))}
        {work.length > most && (
          <li>
            <ViewLink class="strip-lane muted" view="team" aria-label={`${work.length - most} more at work`}>
              +{work.length - most}
            </ViewLink>
          </li>
        )}
      </ul>
      <p class="strip-next">
        <span class="muted">Up next</span>
        {next ? (
          <TaskLink isQuiet id={next.id} class="strip-task">
            <PriorityIcon priority={next.priority} />
            <span class="id">{next.id}</span>
            <span class="one-line" dir="auto">
              {next.title}
            </span>
          </TaskLink>
        ) : (
          <span class="muted">{ready ? "nothing is ready" : "…"}</span>
        )}
      </p>
    </section>
  )
}

// --- internal ---

/** How much of a lease is left, as a bar that empties: grey, amber below a fifth, red in the last minute. */
function LeaseBar({ task }: { task: Card }) {
  const now = useNow(1000)
  const { lease } = task
  if (!lease) return <span class="lease-bar is-none muted">no claim</span>
  const { share, text, tone } = leaseOf(lease.expiresAt, task, now)
  const words = lease.expiresAt === null ? "no end" : text === "expired" ? text : `${text} left`
  return (
    <span class={`lease-bar lease-${tone}`} title={`Held by ${lease.holder}: ${words}`}>
      <span class="lease-track" aria-hidden="true">
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      <span class="lease-words">{words}</span>
    </span>
  )
}
