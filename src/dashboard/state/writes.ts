import { isSameName } from "../../domain/wire/names.ts"
import { all, call } from "../api/api.ts"
import type { ApiResult, TaskView } from "../api/types.ts"
import { whyOff } from "../words/change-words.ts"
import { session } from "../api/session.ts"
import type { WriteOutcome } from "./state.ts"
import type { Store } from "./store.ts"
import { createTell } from "./tell.ts"

/** The person closed the question for their name, so nothing was sent and nothing is said. */
export const givenUp = "given up"

export type Writes = ReturnType<typeof createWrites>

/** How a change gets to the server: under the name of a person, which is asked for where it is not known yet. */
export function createWrites(store: Store) {
  const { tell, later } = createTell(store)
  let answerName: ((name: string | null) => void) | undefined
  let answerToken: (() => void) | undefined
  let introduced = Promise.resolve()

  function askName(): Promise<string | null> {
    const { name, moment } = store.state
    if (moment !== null) return Promise.resolve(tell(whyOff))
    if (name !== null) return introduced.then(() => name)
    store.set({ asking: "name" })
    return new Promise((resolve) => (answerName = resolve))
  }

  async function write<T>(work: () => Promise<ApiResult<T>>): Promise<ApiResult<T> | typeof givenUp> {
    if ((await askName()) === null) return givenUp
    const result = await work()
    const isStorage = "refusal" in result && [503, 507].includes(result.refusal.status)
    if (isStorage) store.set({ readOnly: result.refusal.detail })
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

  return {
    tell,
    later,
    askName,
    write,
    change,
    /** Asks for the token again, as often as the server refuses it. */
    askToken(): Promise<void> {
      store.set({ asking: "token" })
      return new Promise((resolve) => (answerToken = resolve))
    },
    tellName(name: string | null) {
      store.set({ asking: null })
      if (name === null) return answerName?.(null)
      session.setName(name)
      store.set({ name })
      introduced = introduce(name)
      void introduced.then(() => answerName?.(name))
    },
    tellToken(token: string) {
      session.setToken(token)
      store.set({ asking: null })
      answerToken?.()
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
