import { call } from "../api/api.ts"
import { Dialog } from "../components/dialog.tsx"
import { Icon } from "../components/icons.tsx"
import { Isolated } from "../components/isolated.tsx"
import { Refused } from "../components/refused.tsx"
import { isOver } from "../board/columns.ts"
import { navigate } from "../page/route.ts"
import { useApp } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { useWrite } from "../state/use-outcome.ts"

/** How many open children are named. */
const mostNamed = 5

/** Asks before a task goes to the trash, and names what goes on without it. */
export function DeleteDialog({ id, state }: { id: string; state: State }) {
  const { store, actions } = useApp()
  const { outcome, isBusy, follow } = useWrite()
  const task = state.tasks.get(id) ?? (state.open?.id === id ? state.open.task : null)
  const children = [...state.tasks.values()].filter((each) => each.parent === id && !isOver(each.status))
  const close = () => store.set({ deleting: null })

  function remove() {
    const next = besideCard(id)
    return actions.ask(
      () => call("task.delete", { id }),
      (undo) => {
        close()
        if (store.state.open?.id === id) navigate(null)
        store.dispatch({ type: "deleted", id })
        if (next !== undefined) store.set({ wanted: next })
        actions.tell(`${id} is in the trash.`, { undo })
      },
    )
  }

  return (
    <Dialog title={`Delete ${id}?`} class="small" onClose={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          void follow(remove())
        }}
      >
        <p>
          {task && (
            <>
              <strong dir="auto">{task.title}</strong>
              <br />
            </>
          )}
          It goes to the trash, where it can be restored for 30 days.
        </p>
        {task?.lease && (
          <p>
            <Isolated text={task.assignee} /> is at work on it, and loses it.
          </p>
        )}
        {children.length > 0 && (
          <div>
            <p>
              {children.length === 1 ? "An open child goes" : `${children.length} open children go`} on
              without it:
            </p>
            <ul class="left-behind">
              {children.slice(0, mostNamed).map((child) => (
                <li key={child.id}>
                  <span class="id">{child.id}</span> <span dir="auto">{child.title}</span>
                </li>
              ))}
              {children.length > mostNamed && <li class="muted">and {children.length - mostNamed} more</li>}
            </ul>
          </div>
        )}
        <Refused outcome={outcome} />
        <div class="actions">
          <button type="button" class="quiet" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="danger" disabled={isBusy} autofocus>
            <Icon name="trash" />
            Delete
          </button>
        </div>
      </form>
    </Dialog>
  )
}

// --- internal ---

/** The card after it in its column or list, else the one before. It gets the focus. */
function besideCard(id: string): string | undefined {
  const list = document
    .querySelector(`:is(.cards, .list-rows) [data-task="${id}"]`)
    ?.closest(".cards, .list-rows")
  const ids = [...(list?.querySelectorAll<HTMLElement>("[data-task]") ?? [])].map(
    ({ dataset }) => dataset["task"],
  )
  const at = ids.indexOf(id)
  return ids[at + 1] ?? ids[at - 1]
}
