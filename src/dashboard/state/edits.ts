import type { Changes, Status } from "../api/types.ts"
import { transitions } from "../../domain/wire/tasks/transitions.ts"
import { placeOf } from "../words/move-words.ts"
import { createEditAll } from "./edit-all.ts"
import { createEdit } from "./edit.ts"
import type { Store } from "./store.ts"
import { givenUp, type Writes } from "./writes.ts"

/** Edits and moves of tasks that are shown, and the way back. */
export function createEdits(store: Store, writes: Writes) {
  const { edit, tellEdit } = createEdit(store, writes)
  const editAll = createEditAll(store, writes, edit)

  /**
   * Moves a card: there at once, and back with the reason where the rules refuse it.
   * @param more what else the place that it is put into makes of it
   */
  async function move(id: string, to: Status, more: Changes = {}): Promise<void> {
    const task = store.state.tasks.get(id)
    if (!task) return
    if (task.status === to) {
      if (Object.keys(more).length > 0) await editAll([id], () => more)
      return
    }
    const isOffered = transitions[task.status].includes(to)
    if (isOffered && to === "blocked") {
      store.set({ moving: { id, to, outcome: null } })
      return
    }
    if (isOffered) store.dispatch({ type: "placed", id, to })
    const outcome = await edit(task, { ...more, status: to })
    store.dispatch({ type: "placed", id, to: null })
    if (outcome === givenUp) return
    if (outcome === null) return
    const text = `${id} stays in ${placeOf(task)}. ${outcome.refusal.detail}`
    store.set({ said: text, moving: { id, to, outcome } })
  }

  return { edit, editAll, move, tellEdit }
}
