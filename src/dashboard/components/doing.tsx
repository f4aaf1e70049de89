import { Icon, StatusIcon } from "./icons.tsx"
import type { Card } from "../state/state.ts"
import { TaskLink } from "../page/task-link.tsx"
import { full, span } from "../words/format.ts"
import { LeaseBar } from "./lease-bar.tsx"
import { useNow } from "../state/context.ts"

/** A task in progress, in one line: what, how long this attempt takes, how much of it is met, how long its lease lasts. */
export function Doing({ id, task }: { id: string; task: Card | undefined }) {
  const now = useNow()
  const since = task?.attemptStartedAt
  return (
    <TaskLink id={id} class="doing">
      <StatusIcon status="doing" />
      <span class="id">{id}</span>
      <span class="one-line" dir="auto">
        {task?.title}
      </span>
      {task && (
        <span class="doing-facts">
          {task.criteriaCount > 0 && (
            <span class="count" title={`${task.criteriaMet} of ${task.criteriaCount} criteria met`}>
              <Icon name="check" />
              {task.criteriaMet}/{task.criteriaCount}
            </span>
          )}
          {since && (
            <span class="muted since" title={sinceWords(since, task.startedAt)}>
              {span(Math.max(0, now - Date.parse(since)))}
            </span>
          )}
          <LeaseBar task={task} />
        </span>
      )}
    </TaskLink>
  )
}

// --- internal ---

/** When this attempt began, and when work on the task did, where that was earlier. */
function sinceWords(attempt: string, start: string | null): string {
  const words = `This attempt began ${full(attempt)}`
  return start === null || start >= attempt ? words : `${words}; the work began ${full(start)}`
}
