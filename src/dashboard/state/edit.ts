import { call } from "../api/api.ts"
import type { Changes, TaskView } from "../api/types.ts"
import { sayChange } from "../words/change-words.ts"
import { differences, isApart } from "./differences.ts"
import type { Store } from "./store.ts"
import { givenUp, type Writes, type Written } from "./writes.ts"

/** The edit of one task, as it was seen. */
export function createEdit(store: Store, { change, tell }: Writes) {
  const tellEdit = (changes: Changes, undo: readonly number[], after: TaskView) =>
    tell(sayChange(changes, after), { task: after.id, undo })

  /**
   * Edits a task, if it is still as it was `seen`. Where somebody else was faster, the edit is sent again if they
   * changed other fields; else the outcome says what they changed.
   */
  async function edit(
    seen: TaskView,
    changes: Changes,
    onDone: (undo: readonly number[], after: TaskView) => void = (undo, after) =>
      tellEdit(changes, undo, after),
    tries = 3,
  ): Promise<Written> {
    const outcome = await change(
      () => call("task.edit", { id: seen.id, ...changes }, seen.version),
      (after, undo) => onDone(undo, after),
    )
    if (outcome === null || outcome === givenUp || outcome.refusal.status !== 412) return outcome
    const read = await call("task.read", { id: seen.id })
    if ("refusal" in read) return read
    const now = read.value.task
    store.dispatch({ type: "changed", task: now })
    store.dispatch({ type: "read", task: now })
    // A card knows no long texts, so nothing can be said about them.
    const isKnown = seen.done_criteria !== undefined || Object.keys(changes).every((key) => key in seen)
    if (tries > 1 && isKnown && isApart(changes, seen, now)) return edit(now, changes, onDone, tries - 1)
    return { ...outcome, differences: differences({ ...now, ...seen }, now) }
  }

  return { edit, tellEdit }
}
