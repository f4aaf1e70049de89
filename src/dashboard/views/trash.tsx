import type { TaskView } from "../api/types.ts"
import { Icon } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { Refused } from "../components/refused.tsx"
import { Page } from "../page/page.tsx"
import { useTrash } from "../reads/use-trash.ts"
import type { ViewProps } from "../reads/view-props.ts"
import { may } from "../state/access.ts"
import { useNow } from "../state/context.ts"
import { useRestore } from "../state/use-restore.ts"
import { full } from "../words/format.ts"
import { sayLeft } from "../words/trash-words.ts"
import { Changing } from "../components/changing.tsx"
import { TaskLine } from "./task-row.tsx"

export function Trash({ state }: ViewProps) {
  const { value, refusal, readMore } = useTrash()
  const now = useNow(20_000)
  const { tasks = [], total = 0 } = value ?? {}
  return (
    <Page title="Trash" lead={value === null ? "Loading" : total > 0 && sayCount(total)}>
      <Refused outcome={refusal && { refusal }} />
      {value !== null && total === 0 && (
        <p class="nothing">The trash is empty. Deleted tasks can be restored here for 30 days.</p>
      )}
      <ul class="rows needs" aria-label="Deleted tasks">
        {tasks.map((task) => (
          <TrashRow key={task.id} task={task} now={now} mayRestore={may(state, "task.restore")} />
        ))}
      </ul>
      {total > tasks.length && (
        <button type="button" class="quiet show-all" onClick={readMore}>
          Show more of {total.toLocaleString()}
        </button>
      )}
    </Page>
  )
}

// --- internal ---

function TrashRow({ task, now, mayRestore }: { task: TaskView; now: number; mayRestore: boolean }) {
  const { outcome, isBusy, press } = useRestore(task.id)
  const { id, title, deleted } = task
  if (!deleted) return null

  return (
    <li class="need acts" tabIndex={-1} aria-label={`${id}: ${title}`}>
      <TaskLine task={task} class="need-task" at={deleted.at}>
        <span class="why muted">
          Deleted by <Isolated text={deleted.by} />
          {" · "}
          <span title={`Until ${full(deleted.until)}`}>{sayLeft(deleted.until, now)}</span>
        </span>
      </TaskLine>
      {mayRestore && (
        <Changing operation="task.restore">
          <div class="need-actions">
            <button type="button" aria-label={`Restore ${id}`} disabled={isBusy} onClick={press}>
              <Icon name="again" />
              Restore
            </button>
          </div>
        </Changing>
      )}
      <Refused outcome={outcome} />
    </li>
  )
}

function sayCount(total: number): string {
  return `${total === 1 ? "1 task" : `${total.toLocaleString()} tasks`} that can be restored`
}
