import type { Identity } from "../domain/wire/access/access.ts"
import type { FromLog } from "../domain/read-models/log-span.ts"
import type { Input, Operation } from "../operation.ts"

/** One call of an operation, as a face hands it over. */
export interface Call {
  readonly operation: Operation
  /** Already parsed by the operation's own schema. */
  readonly input: Input
  /** The actor that the request names: see `namedActor`. */
  readonly actor: string
  /** Who sent it, where that was asked, or shown without being asked. */
  readonly who?: Identity | undefined
  /** Versions of the task that the caller has seen (`If-Match`); a write on another one is refused. */
  readonly versions?: readonly number[] | undefined
  readonly idempotency?: Idempotency | undefined
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined
  /** Aborts the signal if a look at the caller's connection shows that it is gone. Called before it is given a task. */
  readonly look?: (() => void) | undefined
  /** The last result of the same stable query. It is handed back, the same object, where it still holds. */
  readonly last?: CallResult | undefined
  /** What was read from the log for it. */
  readonly fromLog?: FromLog
}

/** `path` is the one requested, `hash` the SHA-256 of the body. */
export interface Idempotency {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly hash: string
}

export interface CallResult {
  /** As the operation's `output` declares it. */
  readonly answer: Readonly<Record<string, unknown>>
  /** The sequence number that the answer reflects. All of it is on disk. */
  readonly seq: number
  /** Of a write that can be taken back: what names it to an undo. */
  readonly command?: number
  /** Of an answer that shows the past: the time as of which it does, in ms since 1970. */
  readonly at?: number
  /** Of a stable query: the state of the board that the answer rests on (`board.stamp`). */
  readonly stamp?: number
}

/** How long a call is willing to wait for a better answer than an empty one, in ms; 0 when it is not. */
export function waitMs({ operation, input }: Call): number {
  const { longPoll } = operation
  const wait = longPoll && input[longPoll.wait]
  return typeof wait === "number" ? wait : 0
}

/** An empty answer, and a caller that is willing to wait for a better one. */
export function isEmptyAndWaits(call: Call, { answer }: CallResult): boolean {
  return waitMs(call) > 0 && call.operation.longPoll?.isEmpty(answer) === true
}
