import { errno } from "../machine/file-errors.ts"
import type { CallResult } from "../engine/call.ts"
import type { Past, PastQuestion } from "../engine/past.ts"
import { fail, UpnextError } from "../errors.ts"
import type { FromPast, PastPort, ToPast } from "./messages.ts"

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
}

/** Answers questions to the past in a thread of its own, so that no write waits for them. */
export function createPast({ start, limitMs = 10_000, idleMs = 60_000, most = 100 }: PastOptions): Past {
  const open = new Map<number, OpenQuestion>()
  let thread: { readonly to: PastThread; readonly ended: Promise<void> } | undefined
  let lastId = 0
  let idle: NodeJS.Timeout | undefined
  /** Why there is no past until a restart. */
  let trouble: UpnextError | undefined
  let isClosed = false

  function begin(): NonNullable<typeof thread> {
    const to = start()
    let resolve = () => {}
    const begun = { to, ended: new Promise<void>((done) => (resolve = done)) }
    to.hear((message) => settle(message.id, (question) => question.take(message)))
    to.onEnd((error) => {
      resolve()
      if (thread !== begun) return
      thread = undefined
      const failure = error ? toFailure(error) : undefined
      if (failure instanceof UpnextError) trouble = failure
      for (const id of [...open.keys()])
        settle(id, ({ reject }) => reject(failure ?? unavailable("The past was closed.", "closed")))
    })
    return begun
  }

  function settle(id: number, how: (question: OpenQuestion) => void): void {
    const question = open.get(id)
    if (!question) return
    open.delete(id)
    question.free()
    how(question)
    if (open.size === 0) idle = setTimeout(() => void letGo(), idleMs).unref()
  }

  async function letGo(): Promise<void> {
    clearTimeout(idle)
    const going = thread
    thread = undefined
    if (!going) return
    const timer = setTimeout(() => going.to.end(), closeMs)
    going.to.close()
    await going.ended
    clearTimeout(timer)
  }

  return {
    answer({ signal, ...question }: PastQuestion) {
      if (isClosed) fail("unavailable", "The server is stopping.")
      if (trouble) throw trouble
      if (open.size >= most) throw unavailable(`${most} questions to the past wait already.`, "busy")
      clearTimeout(idle)
      const { to } = (thread ??= begin())
      const id = (lastId += 1)
      return new Promise<CallResult>((resolve, reject) => {
        const leave = () => drop("The caller has gone away.")
        const timer = setTimeout(() => drop(`It took more than ${limitMs} ms to get there.`), limitMs)
        const drop = (why: string) => {
          to.post({ kind: "drop", id })
          settle(id, () => reject(unavailable(why, "slow")))
        }
        signal?.addEventListener("abort", leave)
        open.set(id, {
          take: (message) => take(message, resolve, reject),
          reject,
          free() {
            clearTimeout(timer)
            signal?.removeEventListener("abort", leave)
          },
        })
        to.post({ kind: "ask", id, question })
      })
    },
    async close() {
      isClosed = true
      await letGo()
      for (const id of [...open.keys()])
        settle(id, ({ reject }) =>
          reject(new UpnextError("unavailable", { detail: "The server is stopping." })),
        )
      clearTimeout(idle)
    },
  }
}

// --- internal ---

interface OpenQuestion {
  take(message: FromPast): void
  reject(error: unknown): void
  /** Lets go of its timer and its signal. */
  free(): void
}

/** How long the thread may take to end by itself. */
const closeMs = 2_000

function take(
  message: FromPast,
  resolve: (result: CallResult) => void,
  reject: (error: unknown) => void,
): void {
  if ("result" in message) return resolve(message.result)
  if ("defect" in message) return reject(new Error(`The past failed: ${message.defect}`))
  const { code, ...details } = message.refusal
  reject(new UpnextError(code, details))
}

/** A thread that ran out of memory would do so again. */
function toFailure(error: Error): Error {
  if (errno(error) !== "ERR_WORKER_OUT_OF_MEMORY") return error
  const detail = "The past did not fit into the memory that it has. It is off until a restart."
  return new UpnextError("memory_too_small", { detail, cause: error })
}

function unavailable(detail: string, reason: "busy" | "slow" | "closed"): UpnextError {
  return new UpnextError("past_unavailable", { detail, facts: { reason } })
}
