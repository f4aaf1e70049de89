import { Fragment } from "preact"
import type { ResourceView } from "../../api/types.ts"
import { Icon, StatusIcon } from "../../components/icons.tsx"
import { Isolated } from "../../components/isolated.tsx"
import { TaskLink } from "../../page/links.tsx"
import type { State } from "../../state/state.ts"

interface Props extends Pick<State, "tasks"> {
  resource: ResourceView
}

/** The tasks that hold a resource, a line each, and those that wait for it, in one. */
export function ResourceTasks({ resource: { holders, waiting, waitingCount, closed }, tasks }: Props) {
  const named = waiting.slice(0, mostNamed)
  return (
    <>
      {holders.map(({ task, agent }) => (
        <TaskLink key={task} id={task} class="doing">
          <StatusIcon status={tasks.get(task)?.status ?? "doing"} />
          <span class="id">{task}</span>
          <span class="one-line" dir="auto">
            {tasks.get(task)?.title}
          </span>
          <span class="since muted">
            <Isolated text={agent} />
          </span>
        </TaskLink>
      ))}
      {waitingCount > 0 && (
        <span class="muted with-icon">
          <Icon name="wait" />
          <span>
            {waitingCount === 1 ? "1 waits: " : `${waitingCount} wait: `}
            {named.map((id, i) => (
              <Fragment key={id}>
                {i > 0 && ", "}
                <TaskLink id={id}>{id}</TaskLink>
              </Fragment>
            ))}
            {waitingCount > named.length && ` and ${waitingCount - named.length} more`}
          </span>
        </span>
      )}
      {holders.length + waitingCount === 0 && !closed && <span class="muted">Free</span>}
    </>
  )
}

// --- internal ---

/** So many of those who wait are named. */
const mostNamed = 5
