import { isSameName, nameKey } from "../../domain/wire/names.ts"
import { all, call } from "../api/api.ts"
import type { AccessView, ApiResult, Locked, TaskView } from "../api/types.ts"
import { session } from "../api/session.ts"
import { whyOff } from "../words/change-words.ts"
import { takeAccess, whyNot } from "./access.ts"
import type { State, WriteOutcome, Toast } from "./state.ts"
import type { Store } from "./store.ts"

/** The person closed the question for their name, so nothing was sent and nothing is said. */
export const givenUp = "given up"

/** How a write ended. */
export type Written = WriteOutcome | typeof givenUp

/** What names a write to an undo; empty where it cannot be taken back. */
export function undoOf({ command }: { readonly command?: number }): readonly number[] {
  return command === undefined ? [] : [command]
}

export type Writes = ReturnType<typeof createWrites>

/** How a change gets to the server: under the name of a person, which is asked for where it is not known yet. */
export function createWrites(store: Store) {
  const telling = createTell(store)
  const { tell } = telling
  let answerName: ((name: string | null) => void) | undefined
  let unlocked: Promise<void> | undefined
  let unlock: (() => void) | undefined
  let introduced: Promise<void> | undefined
  const { follow, settled } = createFlights()

  function askName(): Promise<string | null> {
    const { name, moment } = store.state
    if (moment !== null) return Promise.resolve(tell(whyOff))
    if (name !== null) return (introduced ??= introduce(store.state, name)).then(() => name)
    store.set({ asking: "name" })
    return new Promise((resolve) => (answerName = resolve))
  }

  /** @returns false where nothing may be changed, which is said, or nobody says who changes it */
  async function mayBegin(): Promise<boolean> {
    const why = whyNot(store.state)
    if (why !== null) tell(why)
    return why === null && (await askName()) !== null
  }

  async function write<T>(work: () => Promise<ApiResult<T>>): Promise<ApiResult<T> | typeof givenUp> {
    if (!(await mayBegin())) return givenUp
    const result = await follow(work())
    const isStorage = "refusal" in result && [503, 507].includes(result.refusal.status)
    if (isStorage) store.set({ readOnly: result.refusal.detail })
    return result
  }

  /** A write that answers with the task, which is shown at once. */
  async function change<T extends { task: TaskView; notes?: string[] | undefined }>(
    work: () => Promise<ApiResult<T>>,
    onDone: (task: TaskView, undo: readonly number[], answer: T) => void,
    isNew = false,
  ): Promise<Written> {
    const result = await write(work)
    if (result === givenUp) return givenUp
    if ("refusal" in result) return result
    const { task } = result.value
    // One that was not loaded is counted anew when its event arrives.
    if (isNew || store.state.tasks.has(task.id)) store.dispatch({ type: "changed", task, isNew })
    else store.dispatch({ type: "read", task })
    onDone(task, undoOf(result), result.value)
    telling.tellMore(result.value.notes)
    return null
  }

  return {
    ...telling,
    settled,
    askName,
    mayBegin,
    write,
    change,
    /** Resolves when there is a token that the server takes. */
    askToken(why: Locked): Promise<void> {
      store.set({ locked: why })
      return (unlocked ??= new Promise((resolve) => (unlock = resolve)))
    },
    tellName(name: string | null) {
      store.set({ asking: null })
      if (name === null) return answerName?.(null)
      session.setName(name)
      store.set({ name })
      introduced = introduce(store.state, name)
      void introduced.then(() => answerName?.(name))
    },
    /** @param access who one is with it */
    tellToken(token: string, access: AccessView) {
      session.setToken(token)
      takeAccess(store, access)
      store.set({ locked: null })
      unlocked = undefined
      unlock?.()
    },
  }
}

// --- internal ---

/** What was sent, and has no answer yet. */
function createFlights() {
  let flying: Promise<unknown> = Promise.resolve()
  return {
    follow<T>(sent: Promise<T>): Promise<T> {
      flying = Promise.allSettled([flying, sent])
      return sent
    },
    /** Resolves when all that was sent before has its answer, and the page shows it. */
    settled: () => flying.then(() => new Promise((resolve) => setTimeout(resolve))),
  }
}

/** The server takes a new name for an agent, but here it is a person. Where this fails, the change itself says why. */
async function introduce({ faces, access }: State, name: string): Promise<void> {
  if (faces.has(nameKey(name)) || (access?.agent ?? null) !== null) return
  // Asking for one agent by name would be refused for a new one; the list never is.
  const known = await all("agents", (page) => call("agent.list", page))
  if ("refusal" in known || known.value.some((agent) => isSameName(agent.name, name))) return
  await call("agent.describe", { name, kind: "person" })
}

/** How the page says what was done. */
function createTell(store: Store) {
  let toasts = 0

  /** Says what was changed, on the page and to a screen reader. Gives nothing. */
  function tell(
    text: string,
    { task = null, undo = [], redo = null }: Partial<Omit<Toast, "key" | "text">> = {},
  ): null {
    store.set({ said: text, toast: { key: ++toasts, text, task, undo, redo } })
    return null
  }

  /** Lets the message that is shown now take back with its change what goes with it. */
  function withLast(): (undo: readonly number[]) => void {
    const { toast: last } = store.state
    return (undo) => {
      const { toast } = store.state
      if (toast && toast.key === last?.key && toast.undo.length > 0)
        store.set({ toast: { ...toast, undo: [...toast.undo, ...undo] } })
    }
  }

  /** Adds to the message that is shown now. */
  function tellMore(notes: readonly string[] = []): void {
    const { toast } = store.state
    const text = [toast?.text.replace(/\.$/, ""), ...notes].filter(Boolean).join(" · ")
    if (notes.length > 0 && toast) store.set({ said: text, toast: { ...toast, text } })
  }

  return { tell, tellMore, withLast }
}
