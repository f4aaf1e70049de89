import { call } from "../api/api.ts"
import type { Changes, Status, TaskView } from "../api/types.ts"
import { transitions } from "../../domain/wire/transitions.ts"
import { sayChange, sayChanges } from "../words/change-words.ts"
import { statusNames } from "../words/move-words.ts"
import { sayRefusal } from "../words/refusals.ts"
import { differences, isApart } from "./differences.ts"
import type { Inverse, WriteOutcome } from "./state.ts"
import type { Store } from "./store.ts"
import { inverseOf } from "./undo.ts"
import { givenUp, type Writes } from "./writes.ts"

/** Edits and moves of tasks that are shown, and the way back. */
export function createEdits(store: Store, { askName, change, tell }: Writes) {
  const tellEdit = (changes: Changes, undo: Inverse | null, after: TaskView) =>
    tell(sayChange(changes, after), { task: after.id, undo: undo ? [undo] : [] })

  /**
   * Edits a task, if it is still as it was `seen`. Where somebody else was faster, the edit is sent again if they
   * changed other fields; else the outcome says what they changed.
   */
  async function edit(
    seen: TaskView,
    changes: Changes,
    onDone: (undo: Inverse | null, after: TaskView) => void = (undo, after) => tellEdit(changes, undo, after),
    tries = 3,
  ): Promise<WriteOutcome | typeof givenUp> {
    const outcome = await change(
      () => call("task.edit", { id: seen.id, ...changes }, seen.version),
      (after) => onDone(inverseOf(seen, changes, after), after),
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

  /** Edits several tasks at once, each as it is now. What is refused stays selected, and the reason is said. */
  async function editAll(ids: readonly string[], toChanges: (task: TaskView) => Changes): Promise<void> {
    if ((await askName()) === null) return
    const tasks = ids.flatMap((id) => store.state.tasks.get(id) ?? [])
    const undo: (Inverse | null)[] = []
    let said = ""
    const outcomes = await Promise.all(
      tasks.map((task) => {
        const changes = toChanges(task)
        return edit(task, changes, (back, after) => {
          undo.push(back)
          said = ids.length === 1 ? sayChange(changes, after) : sayChanges(changes, undo.length)
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
    const isAll = undo.every((back) => back !== null)
    store.set({ selected: new Set(failed.map(({ id }) => id)) })
    tell(`${said}${stays}`.trim(), {
      task: first?.id ?? (ids.length === 1 ? (ids[0] ?? null) : null),
      undo: isAll ? undo : [],
    })
  }

  /** Takes the last change back, where nobody has changed the same tasks since. */
  async function undo(): Promise<void> {
    const { toast } = store.state
    if (toast?.callOff) {
      toast.callOff()
      tell("Undone.")
      return
    }
    if (!toast || toast.undo.length === 0) return
    store.set({ toast: null })
    const outcomes = await Promise.all(
      toast.undo.map(({ id, version, changes }) =>
        change(
          () => call("task.edit", { id, ...changes }, version),
          () => undefined,
        ),
      ),
    )
    const failed = outcomes.filter((outcome) => outcome !== null && outcome !== givenUp)
    const [first] = failed
    const of = toast.undo.length > 1 ? `${failed.length} of ${toast.undo.length} tasks` : (toast.task ?? "It")
    const isNewer = first?.refusal.status === 412
    tell(
      !first
        ? "Undone."
        : `${of} stayed: ${isNewer ? "somebody has changed it since" : sayRefusal(first.refusal).title}.`,
      { task: toast.task },
    )
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

  return { edit, editAll, move, tellEdit, undo }
}
