import { all, call } from "../api/api.ts"
import type { Changes, NewTask, ApiResult, Status, TaskView } from "../api/types.ts"
import { differences, isApart } from "./differences.ts"
import { transitions } from "../../domain/wire/transitions.ts"
import { sayChange, sayChanges, whyOff } from "../words/change-words.ts"
import { sayRefusal } from "../words/refusals.ts"
import { statusNames } from "../words/move-words.ts"
import { session } from "./session.ts"
import type { Toast, Inverse, WriteOutcome } from "./state.ts"
import { inverseOf } from "./undo.ts"
import type { Store } from "./store.ts"

/** The person closed the question for their name, so nothing was sent and nothing is said. */
export const givenUp = "given up"

export type Actions = ReturnType<typeof createActions>

/** All changes that a person can make here. Each asks for their name first, where it is not known yet. */
export function createActions(store: Store) {
  let answerName: ((name: string | null) => void) | undefined
  let answerToken: (() => void) | undefined
  let introduced = Promise.resolve()
  let toasts = 0

  /** Says what was changed, on the page and to a screen reader. Gives nothing. */
  function tell(text: string, { task = null, undo = [] }: Partial<Pick<Toast, "task" | "undo">> = {}): null {
    store.dispatch({ type: "said", text })
    store.dispatch({ type: "toast", toast: { key: ++toasts, text, task, undo } })
    return null
  }

  const tellEdit = (changes: Changes, undo: Inverse | null, after: TaskView) =>
    tell(sayChange(changes, after), { task: after.id, undo: undo ? [undo] : [] })

  function askName(): Promise<string | null> {
    const { name, moment } = store.state
    if (moment !== null) return Promise.resolve(tell(whyOff))
    if (name !== null) return introduced.then(() => name)
    store.dispatch({ type: "asking", asking: "name" })
    return new Promise((resolve) => (answerName = resolve))
  }

  async function write<T>(work: () => Promise<ApiResult<T>>): Promise<ApiResult<T> | typeof givenUp> {
    if ((await askName()) === null) return givenUp
    const result = await work()
    const isStorage = "refusal" in result && [503, 507].includes(result.refusal.status)
    if (isStorage) store.dispatch({ type: "readOnly", why: result.refusal.detail })
    return result
  }

  /** A write that answers with the task, which is shown at once. */
  async function change(
    work: () => Promise<ApiResult<{ task: TaskView }>>,
    onDone: (task: TaskView) => void,
    isNew = false,
  ): Promise<WriteOutcome | typeof givenUp> {
    const result = await write(work)
    if (result === givenUp) return givenUp
    if ("refusal" in result) return result
    const { task } = result.value
    // One that was not loaded is counted anew when its event arrives.
    if (isNew || store.state.tasks.has(task.id)) store.dispatch({ type: "changed", task, isNew })
    else store.dispatch({ type: "read", task })
    onDone(task)
    return null
  }

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
    store.dispatch({ type: "selected", ids: failed.map(({ id }) => id) })
    tell(`${said}${stays}`.trim(), {
      task: first?.id ?? (ids.length === 1 ? (ids[0] ?? null) : null),
      undo: isAll ? undo : [],
    })
  }

  /** Takes the last change back, where nobody has changed the same tasks since. */
  async function undo(): Promise<void> {
    const { toast } = store.state
    if (!toast || toast.undo.length === 0) return
    store.dispatch({ type: "toast", toast: null })
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

  return {
    tell,
    askName,
    edit,
    tellEdit,
    editAll,
    undo,
    /** Asks for the token again, as often as the server refuses it. */
    askToken(): Promise<void> {
      store.dispatch({ type: "asking", asking: "token" })
      return new Promise((resolve) => (answerToken = resolve))
    },
    tellName(name: string | null) {
      store.dispatch({ type: "asking", asking: null })
      if (name === null) return answerName?.(null)
      session.setName(name)
      store.dispatch({ type: "named", name })
      introduced = introduce(name)
      void introduced.then(() => answerName?.(name))
    },
    tellToken(token: string) {
      session.setToken(token)
      store.dispatch({ type: "asking", asking: null })
      answerToken?.()
    },
    create: (task: NewTask) =>
      change(
        () => call("task.create", task),
        ({ id }) => tell(`${id} is created.`, { task: id }),
        true,
      ),
    /** Anything else that is asked of the server, and changes no task. */
    async ask(work: () => Promise<ApiResult<unknown>>): Promise<WriteOutcome | typeof givenUp> {
      const result = await write(work)
      return result === givenUp || "refusal" in result ? result : null
    },
    review: (id: string, decision: "approve" | "request_changes", comment: string) =>
      change(
        () => call("task.review", { id, decision, ...(comment && { comment }) }),
        () =>
          tell(decision === "approve" ? `${id} is approved.` : `${id} goes back for changes.`, { task: id }),
      ),
    check: (id: string, criterion: number, checked: boolean) =>
      change(
        () => call("task.check", { id, criterion, checked }),
        () => tell(`${id}: criterion ${criterion} is ${checked ? "met" : "open again"}.`, { task: id }),
      ),
    /**
     * Moves a card: there at once, and back with the reason where the rules refuse it.
     * @param more what else the place that it is put into makes of it
     */
    async move(id: string, to: Status, more: Changes = {}): Promise<void> {
      const task = store.state.tasks.get(id)
      if (!task) return
      if (task.status === to) {
        if (Object.keys(more).length > 0) await editAll([id], () => more)
        return
      }
      const isOffered = transitions[task.status].includes(to)
      if (isOffered && to === "blocked") {
        store.dispatch({ type: "moving", moving: { id, to, outcome: null } })
        return
      }
      if (isOffered) store.dispatch({ type: "placed", id, to })
      const outcome = await edit(task, { ...more, status: to })
      store.dispatch({ type: "placed", id, to: null })
      if (outcome === givenUp) return
      if (outcome === null) return
      const text = `${id} stays in ${statusNames[task.status]}. ${outcome.refusal.detail}`
      store.dispatch({ type: "said", text })
      store.dispatch({ type: "moving", moving: { id, to, outcome } })
    },
    async comment(id: string, content: string): Promise<WriteOutcome | typeof givenUp> {
      const result = await write(() => call("task.comment", { id, content }))
      if (result !== givenUp && "value" in result) tell(`Your comment is on ${id}.`, { task: id })
      return result === givenUp || "refusal" in result ? result : null
    },
    async reflect(id: string, content: string): Promise<WriteOutcome | typeof givenUp> {
      const result = await write(() => call("task.reflect", { id, content }))
      return result === givenUp || "refusal" in result ? result : null
    },
    async starter(): Promise<WriteOutcome | typeof givenUp> {
      const result = await call("team.starter", {})
      return "refusal" in result ? result : null
    },
  }
}

// --- internal ---

/** The server takes a new name for an agent, but here it is a person. Where this fails, the change itself says why. */
async function introduce(name: string): Promise<void> {
  // Asking for one agent by name would be refused for a new one; the list never is.
  const known = await all("agents", (page) => call("agent.list", page))
  if ("refusal" in known || known.value.some((agent) => isSameName(agent.name, name))) return
  await call("agent.describe", { name, kind: "person" })
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
