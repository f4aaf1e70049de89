import type { Operation } from "../operation.ts"

/** One call of an operation, as a face hands it over. */
export interface Call {
  readonly operation: Operation
  /** Already parsed by the operation's own schema. */
  readonly input: Record<string, unknown>
  /** Who acts; `anonymous` where nobody is named. */
  readonly actor: string
  /** Versions of the task that the caller has seen (`If-Match`); a write on another one is refused. */
  readonly versions?: readonly number[] | undefined
  readonly idempotency?: Idempotency | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined
}

/** `path` is the one requested, `hash` the SHA-256 of the body. */
export interface Idempotency {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly hash: string
}

export interface CallResult {
  readonly answer: unknown
  /** The sequence number that the answer reflects. All of it is on disk. */
  readonly seq: number
}

/** How long a call is willing to wait for a better answer than an empty one, in ms; 0 when it is not. */
export function waitOf({ operation, input }: Call): number {
  const { wait } = input
  return operation.isEmpty && typeof wait === "number" ? wait : 0
}

/** An empty answer, and a call that is willing to wait for a better one. */
export function wouldRatherWait(call: Call, { answer }: Pick<CallResult, "answer">): boolean {
  return waitOf(call) > 0 && call.operation.isEmpty?.(answer) === true
}
