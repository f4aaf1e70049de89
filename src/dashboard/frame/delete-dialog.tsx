import { call } from "../api/api.ts"
import { Isolated } from "../components/isolated.tsx"
import { Sending } from "../components/sending.tsx"
import { isOver } from "../board/columns.ts"
import { navigate } from "../page/route.ts"
import { useApp } from "../state/context.ts"
import type { State } from "../state/state.ts"

/** How many open children are named. */
const mostNamed = 5

/** Asks before a task goes to the trash, and names what goes on without it. */
export function DeleteDialog({ id, state }: { id: string; state: State }) {
  const { store, actions } = useApp()
  const task = state.tasks.get(id) ?? (state.open?.id === id ? state.open.task : null)
  const children = [...state.tasks.values()].filter((each) => each.parent === id && !isOver(each.status))
  const close = () => store.set({ deleting: null })

  const next = besideCard(id)

  function onDone({ notes }: { notes?: string[] | undefined }, undo: readonly number[]) {
    close()
    if (store.state.open?.id === id) navigate(null)
    store.dispatch({ type: "deleted", id })
    if (next !== undefined) store.set({ wanted: next })
    actions.tell(`${id} is in the trash.`, { undo })
    actions.tellMore(notes)
  }

  return (
    <Sending
      title={`Delete ${id}?`}
      button="Delete"
      isDanger
      send={() => call("task.delete", { id })}
      onDone={onDone}
      onClose={close}
    >
      <p>
        {task && (
          <>
            <strong dir="auto">{task.title}</strong>
            <br />
          </>
        )}
        It moves to the trash and can be restored for 30 days.
      </p>
      {task?.lease && (
        <p>
          <Isolated text={task.assignee} /> is working on the task and will lose the claim.
        </p>
      )}
      {children.length > 0 && (
        <div>
          <p>
            {children.length === 1 ? "An open child loses" : `${children.length} open children lose`} their
            parent:
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
    </Sending>
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
