import type { Changes, Status, TaskView } from "../api/types.ts"
import { transitions } from "../../domain/wire/transitions.ts"
import { sayChange, sayChanges } from "../words/change-words.ts"
import { statusNames } from "../words/move-words.ts"
import { sayRefusal } from "../words/refusals.ts"
import { createEdit } from "./edit.ts"
import type { Store } from "./store.ts"
import { givenUp, type Writes } from "./writes.ts"

/** Edits and moves of tasks that are shown, and the way back. */
export function createEdits(store: Store, writes: Writes) {
  const { mayBegin, tell } = writes
  const { edit, tellEdit } = createEdit(store, writes)

  /** Edits several tasks at once, each as it is now. What is refused stays selected, and the reason is said. */
  async function editAll(ids: readonly string[], toChanges: (task: TaskView) => Changes): Promise<void> {
    if (!(await mayBegin())) return
    const tasks = ids.flatMap((id) => store.state.tasks.get(id) ?? [])
    const undo: number[] = []
    let changed = 0
    let said = ""
    const outcomes = await Promise.all(
      tasks.map((task) => {
        const changes = toChanges(task)
        return edit(task, changes, (back, after) => {
          undo.push(...back)
          changed++
          said = ids.length === 1 ? sayChange(changes, after) : sayChanges(changes, changed)
        })
      }),
    )
    const failed = tasks.flatMap((task, i) => {
      const outcome = outcomes[i]
      return outcome && outcome !== givenUp ? [{ id: task.id, why: sayRefusal(outcome.refusal) }] : []
    })
    const [first] = failed
    const more = failed.length > 1 ? ` So do ${failed.length - 1} more.` : ""
    const stays = first ? ` ${first.id} stays as it is: ${first.why.title}.${more}` : ""
    store.set({ selected: new Set(failed.map(({ id }) => id)) })
    tell(`${said}${stays}`.trim(), {
      task: first?.id ?? (ids.length === 1 ? (ids[0] ?? null) : null),
      undo: undo.length === changed ? undo : [],
    })
  }

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
    const text = `${id} stays in ${statusNames[task.status]}. ${outcome.refusal.detail}`
    store.set({ said: text, moving: { id, to, outcome } })
  }

  return { edit, editAll, move, tellEdit }
}
