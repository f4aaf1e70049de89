import type { CallResult } from "../engine/call.ts"
import { UpnextError } from "../errors.ts"
import type { Runtime } from "../machine/runtime.ts"
import type { FromPast } from "./messages.ts"

export interface OpenQuestionsOptions {
  /** How long a question may take, in ms. */
  readonly limitMs: number
  readonly runtime: Pick<Runtime, "after">
  /** A question was given up, and needs no answer any more. */
  onDrop(id: number): void
  /** No question waits any more. */
  onLast(): void
}

export function createOpenQuestions({ limitMs, runtime, onDrop, onLast }: OpenQuestionsOptions) {
  const open = new Map<number, OpenQuestion>()

  function settle(id: number, how: (question: OpenQuestion) => void): void {
    const question = open.get(id)
    if (!question) return
    open.delete(id)
    question.free()
    how(question)
    if (open.size === 0) onLast()
  }

  return {
    get size() {
      return open.size
    },
    /** Waits for the answer, until the limit, or until the caller has gone. Rejects with `past_unavailable`. */
    wait: (id: number, signal: AbortSignal | undefined): Promise<CallResult> =>
      new Promise((resolve, reject) => {
        const leave = () => drop("The caller has disconnected.")
        const timer = runtime.after(limitMs, () =>
          drop(`Reading the board up to that time took more than ${limitMs} ms.`),
        )
        const drop = (why: string) => {
          onDrop(id)
          settle(id, () => reject(unavailable(why, "slow")))
        }
        signal?.addEventListener("abort", leave)
        open.set(id, {
          take: (message) => take(message, resolve, reject),
          reject,
          free() {
            timer.cancel()
            signal?.removeEventListener("abort", leave)
          },
        })
      }),
    take: (message: FromPast) => settle(message.id, (question) => question.take(message)),
    rejectAll(error: Error): void {
      for (const id of [...open.keys()]) settle(id, ({ reject }) => reject(error))
    },
  }
}

export function unavailable(detail: string, reason: "busy" | "slow" | "closed"): UpnextError {
  return new UpnextError("past_unavailable", { detail, facts: { reason } })
}

// --- internal ---

interface OpenQuestion {
  take(message: FromPast): void
  reject(error: unknown): void
  /** Lets go of its timer and its signal. */
  free(): void
}

function take(
  message: FromPast,
  resolve: (result: CallResult) => void,
  reject: (error: unknown) => void,
): void {
  if ("result" in message) return resolve(message.result)
  if ("defect" in message) return reject(new Error(`Reading the past failed: ${message.defect}`))
  const { code, ...details } = message.refusal
  reject(new UpnextError(code, details))
}
