import { Avatar } from "../components/avatar.tsx"
import { PriorityIcon } from "../components/icons.tsx"
import type { ViewProps } from "../reads/view-props.ts"
import { agentLanes } from "../views/team/agent-lanes.ts"
import { LeaseBar } from "../components/lease-bar.tsx"
import { Numbers } from "../board/numbers.tsx"
import { readyTasks, useTasks } from "../reads/use-counts.ts"
import { isForSomebody } from "../board/columns.ts"
import { TaskLink } from "../page/task-link.tsx"

/** So many ready tasks are looked through for one that some agent can do. */
const few = 8

/** The present in one line above the board: the four numbers, who is at work, and what is up next. */
export function Strip({ state, team, counts }: ViewProps) {
  const ready = useTasks("up next", { ...readyTasks, limit: few }).value
  const next = ready?.tasks.find(isForSomebody)
  const lanes = agentLanes(team.value?.agents ?? [], state)
  return (
    <section class="strip" aria-label="Now">
      <Numbers counts={counts.value} />
      <ul class="strip-lanes" aria-label="At work">
        {lanes.flatMap(({ agent, tasks }) =>
          tasks.slice(0, 1).map((task) => (
            <li key={agent.name}>
              <TaskLink isQuiet id={task.id} class="strip-lane">
                <Avatar name={agent.name} />
                <LeaseBar task={task} />
              </TaskLink>
            </li>
          )),
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
