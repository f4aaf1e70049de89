import { useApp } from "../state/context.ts"
import { offeredMoves, placeOf } from "../words/move-words.ts"
import type { State } from "../state/state.ts"
import { Dialog } from "../components/dialog.tsx"
import { MoveForm } from "./move-form.tsx"

/** Asks what a move needs, after a drop or by the keyboard. It closes when the move is made. */
export function MoveDialog({ state }: { state: State }) {
  const { store } = useApp()
  const { moving } = state
  const task = moving && state.tasks.get(moving.id)
  if (!moving || !task) return null
  const close = () => {
    store.set({ moving: null })
    // The card may stand in another column now, as a new element.
    store.set({ wanted: moving.id })
  }
  return (
    <Dialog title={`Move ${task.id}`} class="small" onClose={close}>
      <p class="dialog-lead">
        <span dir="auto">{task.title}</span> <span class="muted">is in {placeOf(task)}.</span>
      </p>
      <MoveForm
        key={moving.id}
        task={task}
        to={moving.to}
        outcome={moving.outcome}
        offered={offeredMoves(task)}
        onMoved={close}
      />
    </Dialog>
  )
}
