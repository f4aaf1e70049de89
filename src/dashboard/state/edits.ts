import type { Changes, Status, Refusal, TaskView } from "../api/types.ts"
import { transitions } from "../../domain/wire/tasks/transitions.ts"
import { placeOf } from "../words/move-words.ts"
import { createEdit } from "./edit.ts"
import type { Store } from "./store.ts"
import { givenUp, undoOf, type Writes } from "./writes.ts"
import { errors } from "../../errors.ts"
import { call } from "../api/api.ts"
import { sayChange, sayChanges, sayRefused, type UnchangedTask } from "../words/change-words.ts"
import { sayRefusal } from "../words/refusals.ts"

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

// --- internal ---

/** The edit of several tasks together. */
function createEditAll(
  store: Store,
  { mayBegin, tell, write }: Writes,
  edit: ReturnType<typeof createEdit>["edit"],
) {
  /**
   * Edits several tasks in one request, each as it is now. What is refused stays selected, and the reason is said.
   * @param words what is said when it is done; default: what was changed
   */
  async function editAll(
    ids: readonly string[],
    toChanges: (task: TaskView) => Changes,
    words?: string,
  ): Promise<void> {
    if (!(await mayBegin())) return
    const tasks = ids.flatMap((id) => store.state.tasks.get(id) ?? [])
    const [one] = tasks
    const sent = tasks.length === 1 && one ? await editOne(one, toChanges(one)) : await send(tasks, toChanges)
    if (sent === givenUp) return
    store.set({ selected: new Set(sent.refused.map(({ id }) => id)) })
    const said = sent.said === "" ? "" : (words ?? sent.said)
    const text = `${said}${sayRefused(sent.refused)}`.trim()
    if (text !== "") tell(text, { task: sent.refused[0]?.id ?? sent.task, undo: sent.undo })
  }

  async function editOne(task: TaskView, changes: Changes): Promise<Edited | typeof givenUp> {
    const edited = { said: "", task: task.id, undo: [] as readonly number[] }
    const outcome = await edit(task, changes, (undo, after) =>
      Object.assign(edited, { undo, said: sayChange(changes, after) }),
    )
    if (outcome === givenUp) return givenUp
    const refused = outcome === null ? [] : [{ id: task.id, why: reasonOf(outcome.refusal) }]
    return { ...edited, refused }
  }

  /** What changes tasks in different ways, as an added tag does, takes several requests. */
  async function send(
    tasks: readonly TaskView[],
    toChanges: (task: TaskView) => Changes,
  ): Promise<Edited | typeof givenUp> {
    const edited = { said: "", task: null, undo: [] as number[], refused: [] as UnchangedTask[] }
    const notes: string[] = []
    let count = 0
    for (const [, same] of Map.groupBy(tasks, (task) => JSON.stringify(toChanges(task))))
      for (let from = 0; from < same.length; from += mostAtOnce) {
        const part = same.slice(from, from + mostAtOnce)
        const [first] = part
        if (!first) continue
        const [ids, changes] = [part.map(({ id }) => id), toChanges(first)]
        const result = await write(() => call("task.editMany", { ids, changes }))
        if (result === givenUp) return givenUp
        if ("refusal" in result) {
          const why = reasonOf(result.refusal)
          edited.refused.push(...ids.map((id) => ({ id, why })))
          continue
        }
        for (const task of result.value.tasks) store.dispatch({ type: "changed", task })
        count += result.value.tasks.length
        edited.undo.push(...undoOf(result))
        edited.refused.push(...result.value.refused.map(({ id, code }) => ({ id, why: titleOf(code) })))
        notes.push(...(result.value.notes ?? []))
        if (count > 0)
          edited.said = [sayChanges(changes, count), ...notes.map((note) => `${note}.`)].join(" ")
      }
    return edited
  }

  return editAll
}

/** As many tasks as one request changes. */
const mostAtOnce = 500

interface Edited {
  /** What was done; empty where nothing was. */
  readonly said: string
  readonly task: string | null
  readonly undo: readonly number[]
  readonly refused: readonly UnchangedTask[]
}

function titleOf(code: string): string {
  return code in errors ? errors[code as keyof typeof errors].title : code
}

function reasonOf(refusal: Refusal): string {
  const { title } = sayRefusal(refusal)
  const [problem] = refusal.errors ?? []
  return problem ? `${title}: ${problem.message}` : title
}
