import type { Identity } from "../domain/wire/access/access.ts"
import type { FromLog } from "../domain/read-models/log-span.ts"
import type { Input, Operation } from "../operation.ts"

/** One call of an operation, as passed on by an interface. */
export interface Call {
  readonly operation: Operation
  /** The input, already parsed by the operation's own schema. */
  readonly input: Input
  /** The actor that the request names: see `namedActor`. */
  readonly actor: string
  /** The sender of the call, if the request was authenticated, or carried a token although none was required. */
  readonly who?: Identity | undefined
  /**
   * The versions of the task that the caller has seen (`If-Match`); a write is refused if the task has any other
   * version.
   */
  readonly versions?: readonly number[] | undefined
  /** The number of the caller's earlier write that is undone together with this one: see `watchEffects`. */
  readonly joins?: number | undefined
  readonly idempotency?: Idempotency | undefined
  /** Aborted when the caller is no longer waiting for the answer. */
  readonly signal?: AbortSignal | undefined
  /**
   * Checks the caller's connection, and aborts the signal if the caller is gone. Called just before the caller gets a
   * task.
   */
  readonly look?: (() => void) | undefined
  /** The last result of the same stable query. If that result is still valid, the same object is returned. */
  readonly last?: CallResult | undefined
  /** The data read from the log for this query. */
  readonly fromLog?: FromLog
}

/** `path` is the requested path, and `hash` is the SHA-256 of the body. */
export interface Idempotency {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly hash: string
}

export interface CallResult {
  /** The answer, in the form that the operation's `output` declares. */
  readonly answer: Readonly<Record<string, unknown>>
  /** The sequence number that the answer reflects; everything up to that number is on disk. */
  readonly seq: number
  /** For a write that can be undone: the number by which an undo refers to the write. */
  readonly command?: number
  /** For an answer about the past: the point in time that the answer shows, in ms since 1970. */
  readonly at?: number
  /** For a stable query: the state of the board from which the answer was built (`board.stamp`). */
  readonly stamp?: number
}

/** How long the caller is willing to wait rather than get an empty answer, in ms; 0 if the caller does not wait. */
export function waitMs({ operation, input }: Call): number {
  const { longPoll } = operation
  const wait = longPoll && input[longPoll.wait]
  return typeof wait === "number" ? wait : 0
}

/** True if the answer is empty and the caller is willing to wait for a better answer. */
export function isEmptyAndWaits(call: Call, { answer }: CallResult): boolean {
  return waitMs(call) > 0 && call.operation.longPoll?.isEmpty(answer) === true
}
