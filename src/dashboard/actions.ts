import { api, type Changes, type NewTask, type Refusal, type Result, type TaskView } from "./api.ts"
import { session } from "./session.ts"
import type { Store } from "./store.ts"

/** What someone else changed since we last looked. */
export interface Difference {
  readonly field: string
  readonly from: string
  readonly to: string
}

/** Null when it was done; else why it was not. `differences` where it was lost to another's change. */
export type Outcome = null | { readonly refusal: Refusal; readonly differences?: readonly Difference[] }

/** Given up by the person, so there is nothing to say about it. */
export const givenUp = "given up"

export type Actions = ReturnType<typeof createActions>

/** Everything a person can do here. Each asks for their name first, if it is not known yet. */
export function createActions(store: Store) {
  let answerName: ((name: string | null) => void) | undefined
  let answerToken: (() => void) | undefined

  function askName(): Promise<string | null> {
    if (store.state.name !== null) return Promise.resolve(store.state.name)
    store.dispatch({ type: "asking", asking: "name" })
    return new Promise((resolve) => (answerName = resolve))
  }

  async function write<T>(work: () => Promise<Result<T>>): Promise<Result<T> | typeof givenUp> {
    if ((await askName()) === null) return givenUp
    const result = await work()
    const isStorage = "refusal" in result && [503, 507].includes(result.refusal.status)
    if (isStorage) store.dispatch({ type: "readOnly", why: result.refusal.detail })
    return result
  }

  /** A write that answers with the task, which is shown at once. */
  async function change(
    work: () => Promise<Result<{ task: TaskView }>>,
    isNew = false,
  ): Promise<Outcome | typeof givenUp> {
    const result = await write(work)
    if (result === givenUp) return givenUp
    if ("refusal" in result) return result
    const { task } = result.value
    // One that was not loaded is counted anew when its event arrives.
    if (isNew || store.state.tasks.has(task.id)) store.dispatch({ type: "changed", task, isNew })
    else store.dispatch({ type: "read", task })
    return null
  }

  return {
    askName,
    /** Asks for the token again, as often as the server refuses it. */
    askToken(): Promise<void> {
      store.dispatch({ type: "asking", asking: "token" })
      return new Promise((resolve) => (answerToken = resolve))
    },
    tellName(name: string | null) {
      store.dispatch({ type: "asking", asking: null })
      if (name !== null) {
        session.setName(name)
        store.dispatch({ type: "named", name })
      }
      answerName?.(name)
    },
    tellToken(token: string) {
      session.setToken(token)
      store.dispatch({ type: "asking", asking: null })
      answerToken?.()
    },
    create: (task: NewTask) => change(() => api.create(task), true),
    /** Anything else that is asked of the server, and changes no task. */
    async ask(work: () => Promise<Result<unknown>>): Promise<Outcome | typeof givenUp> {
      const result = await write(work)
      return result === givenUp || "refusal" in result ? result : null
    },
    review: (id: string, decision: "approve" | "request_changes", comment: string) =>
      change(() => api.review(id, decision, comment)),
    /** Changes what `seen` still is; where someone was faster, says what they changed. */
    async edit(seen: TaskView, changes: Changes): Promise<Outcome | typeof givenUp> {
      const outcome = await change(() => api.edit(seen.id, seen.version, changes))
      if (outcome === null || outcome === givenUp || outcome.refusal.status !== 412) return outcome
      const now = await api.task(seen.id)
      if ("refusal" in now) return now
      store.dispatch({ type: "changed", task: now.value.task })
      return { ...outcome, differences: differences(seen, now.value.task) }
    },
    async comment(id: string, content: string): Promise<Outcome | typeof givenUp> {
      const result = await write(() => api.comment(id, content))
      return result === givenUp || "refusal" in result ? result : null
    },
    async starter(): Promise<Outcome | typeof givenUp> {
      const result = await api.starter()
      return "refusal" in result ? result : null
    },
  }
}

// --- internal ---

const shown = [
  "title",
  "status",
  "reason",
  "priority",
  "assignee",
  "reviewer",
  "project",
  "tags",
  "eta",
  "dueAt",
  "blockedBy",
] as const satisfies readonly (keyof TaskView)[]

function differences(seen: TaskView, now: TaskView): Difference[] {
  return shown
    .map((field) => ({ field, from: words(seen[field]), to: words(now[field]) }))
    .filter(({ from, to }) => from !== to)
}

function words(value: string | readonly string[] | null): string {
  return (typeof value === "string" ? value : value?.join(", ")) || "none"
}
