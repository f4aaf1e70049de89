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

  /** What the last edit of this page left of each task, and on which version the unbroken row of edits began. */
  const own = new Map<string, Promise<{ from: number; task: TaskView } | null>>()

  /**
   * Edits a task, if it is still as it was `seen`, but for what was done here since. Where somebody else was faster,
   * the edit is sent again if they changed other fields; else the outcome says what they changed.
   */
  function edit(
    seen: TaskView,
    changes: Changes,
    onDone: (undo: readonly number[], after: TaskView) => void = (undo, after) =>
      tellEdit(changes, undo, after),
  ): Promise<Written> {
    let left: { from: number; task: TaskView } | null = null
    const outcome = (own.get(seen.id) ?? Promise.resolve(null)).then((last) => {
      const before = last && seen.version >= last.from && seen.version < last.task.version ? last : null
      return send(before?.task ?? seen, changes, (undo, after, on) => {
        left = { from: on === before?.task.version ? before.from : on, task: after }
        onDone(undo, after)
      })
    })
    const settled = outcome.then(
      () => left,
      () => null,
    )
    own.set(seen.id, settled)
    return outcome
  }

  /** @param onDone also gets the version that the edit was made on */
  async function send(
    seen: TaskView,
    changes: Changes,
    onDone: (undo: readonly number[], after: TaskView, on: number) => void,
    tries = 3,
  ): Promise<Written> {
    const outcome = await change(
      () => call("task.edit", { id: seen.id, ...changes }, seen.version),
      (after, undo) => onDone(undo, after, seen.version),
    )
    if (outcome === null || outcome === givenUp || outcome.refusal.status !== 412) return outcome
    const read = await call("task.read", { id: seen.id })
    if ("refusal" in read) return read
    const now = read.value.task
    store.dispatch({ type: "changed", task: now })
    store.dispatch({ type: "read", task: now })
    // A card knows no long texts, so nothing can be said about them.
    const isKnown = seen.done_criteria !== undefined || Object.keys(changes).every((key) => key in seen)
    if (tries > 1 && isKnown && isApart(changes, seen, now)) return send(now, changes, onDone, tries - 1)
    return { ...outcome, differences: differences({ ...now, ...seen }, now) }
  }

  return { edit, tellEdit }
}
