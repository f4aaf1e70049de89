import type { CallResult } from "../engine/call.ts"
import type { PastQuestion } from "../engine/past.ts"
import type { ErrorCode, RefusalDetails } from "../errors.ts"

export type ToPast =
  | { readonly kind: "ask"; readonly id: number; readonly question: Omit<PastQuestion, "signal"> }
  | { readonly kind: "drop"; readonly id: number }
  | { readonly kind: "close" }

/** What it answers: a result, a refusal, or the stack of a defect. */
export type FromPast = { readonly id: number } & (
  | { readonly result: CallResult }
  | { readonly refusal: Omit<RefusalDetails, "cause"> & { readonly code: ErrorCode } }
  | { readonly defect: string }
)

/** One end of the line between the server and the thread of the past. */
export interface PastPort<Sent, Heard> {
  post(message: Sent): void
  hear(listener: (message: Heard) => void): void
  close(): void
}
