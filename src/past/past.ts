import { errno } from "../machine/file-errors.ts"
import type { Past, PastQuestion } from "../engine/past.ts"
import { fail, UpnextError } from "../errors.ts"
import { machineRuntime, type Runtime, type Timer } from "../machine/runtime.ts"
import type { FromPast, PastPort, ToPast } from "./messages.ts"
import { createOpenQuestions, unavailable } from "./open-questions.ts"

/** The thread of the past, as the server sees it. */
export interface PastThread extends PastPort<ToPast, FromPast> {
  /** Called once, when it has ended, with the error that ended it. */
  onEnd(listener: (error: Error | undefined) => void): void
  /** Asks it to end. */
  close(): void
  /** Ends it at once. */
  end(): void
}

export interface PastOptions {
  /** Called when the past is first asked, and again after a time in which it was not. */
  start(): PastThread
  /** How long a question may take, in ms. */
  readonly limitMs?: number
  /** How long the thread lives without a question, in ms. Then its memory is free. */
  readonly idleMs?: number
  /** How many questions may wait. */
  readonly most?: number
  /** Default: that of the machine. */
  readonly runtime?: Runtime
}

/** Answers questions to the past in a thread of its own, so that no write waits for them. */
export function createPast(options: PastOptions): Past {
  const { start, limitMs = 10_000, idleMs = 60_000, most = 100, runtime = machineRuntime } = options
  let thread: { readonly to: PastThread; readonly ended: Promise<void> } | undefined
  let lastId = 0
  let idle: Timer | undefined
  /** Why there is no past until a restart. */
  let trouble: UpnextError | undefined
  let isClosed = false
  const open = createOpenQuestions({
    limitMs,
    runtime,
    onDrop: (id) => thread?.to.post({ kind: "drop", id }),
    onLast: () => void (idle = runtime.after(idleMs, () => void letGo())),
  })

  function begin(): NonNullable<typeof thread> {
    const to = start()
    let resolve = () => {}
    const begun = { to, ended: new Promise<void>((done) => (resolve = done)) }
    to.hear((message) => open.take(message))
    to.onEnd((error) => {
      resolve()
      if (thread !== begun) return
      thread = undefined
      const failure = error ? toFailure(error) : undefined
      if (failure instanceof UpnextError) trouble = failure
      open.rejectAll(failure ?? unavailable("The reader of past states was closed.", "closed"))
    })
    return begun
  }

  async function letGo(): Promise<void> {
    idle?.cancel()
    const going = thread
    thread = undefined
    if (!going) return
    const timer = runtime.after(closeMs, () => going.to.end())
    going.to.close()
    await going.ended
    timer.cancel()
  }

  return {
    answer({ signal, ...question }: PastQuestion) {
      if (isClosed) fail("unavailable", "The server is stopping.")
      if (trouble) throw trouble
      if (open.size >= most)
        throw unavailable(`${most} requests for earlier states are already waiting.`, "busy")
      idle?.cancel()
      const { to } = (thread ??= begin())
      const id = (lastId += 1)
      const answer = open.wait(id, signal)
      to.post({ kind: "ask", id, question })
      return answer
    },
    async close() {
      isClosed = true
      await letGo()
      open.rejectAll(new UpnextError("unavailable", { detail: "The server is stopping." }))
      idle?.cancel()
    },
  }
}

// --- internal ---

/** How long the thread may take to end by itself. */
const closeMs = 2_000

/** A thread that ran out of memory would do so again. */
function toFailure(error: Error): Error {
  if (errno(error) !== "ERR_WORKER_OUT_OF_MEMORY") return error
  const detail =
    "Earlier states of the board did not fit into memory. These states cannot be read until the server restarts."
  return new UpnextError("memory_too_small", { detail, cause: error })
}
