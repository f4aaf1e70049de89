import type { PublicEvent } from "../domain/events/shown.ts"
import type { Identity } from "../domain/wire/access/access.ts"
import type { Call, CallResult } from "./call.ts"
import type { Printed } from "./output-store.ts"
import type { Reached, ReachOptions } from "./seq-waiters.ts"

/** The reasons why the storage may refuse writes. */
export type StorageTrouble = "storage_failed" | "storage_full" | "storage_unreachable" | "storage_diverged"

export interface EngineHealth {
  /** `ok`; `degraded` if writes work but something needs attention; otherwise the reason why writes are refused. */
  readonly status: "ok" | "degraded" | StorageTrouble | "stopping"
  readonly detail?: string
  /** Present only if the machine's clock is 5 s or more behind the board's time. Writes still work. */
  readonly clock?: SlowClock
  /** Present only if search is off until a restart. Everything else works. */
  readonly search?: { readonly detail: string }
}

/** How far the machine's clock is behind the board's time, in ms and in words. */
export interface SlowClock {
  readonly behindMs: number
  readonly detail: string
}

/** The data by which a holder without the token identifies its lease. */
export interface HeldLease {
  readonly task: string
  readonly epoch: number
  readonly agent: string
  readonly session: string
}

/** The identity behind a token. */
export interface KnownIdentity extends Identity {
  /** Aborted with the refusal when the token is no longer valid or its identity changes. */
  readonly signal: AbortSignal
}

/** The identities behind the board's tokens. */
export interface KnownIdentities {
  /** Whether authentication is on. */
  readonly required: boolean
  /** Aborted with a refusal when authentication is turned on, so that existing connections must authenticate too. */
  readonly openness: AbortSignal
  /** @param hash SHA-256 of the token, in hex */
  find(hash: string): KnownIdentity | undefined
}

export interface Engine {
  /** Rejects (or throws) with an `UpnextError`; a query that does not have to wait answers synchronously. */
  run(call: Call): CallResult | Promise<CallResult>
  health(): EngineHealth
  readonly identities: KnownIdentities
  /**
   * The lease token of a task at an epoch, if this agent holds the task in this session. Earlier epochs are accepted.
   */
  leaseToken(held: HeldLease): string | undefined
  /** The number of the last durable event on the board. */
  readonly seq: number
  /** The board's random id (null before the first event), and the number of tasks outside the trash. */
  boardFacts(): { readonly id: string | null; readonly tasks: number }
  /** Waits until the board contains the event `seq`. On a shared log, another server may have written the event. */
  reach(seq: number, options: ReachOptions): Promise<Reached>
  /** Calls back with the events of each durable commit. Returns a function that stops the calls. */
  subscribe(listener: (events: readonly PublicEvent[]) => void): () => void
  /** Calls back when a command prints; output is kept only in memory. Returns a function that stops the calls. */
  watchOutput(listener: (printed: Printed) => void): () => void
  /** The latest output of each task in progress whose command has printed something. */
  latestOutput(): readonly Printed[]
  /**
   * Calls back if the log has returned to an earlier state and so may lack published events. Returns a
   * function that stops the calls.
   */
  onReset(listener: () => void): () => void
  /** All durable events after `after`, read from the log in batches. */
  history(after: number): AsyncIterable<readonly PublicEvent[]>
  /** The digests of all files that the board refers to. */
  namedFiles(): Promise<ReadonlySet<string>>
  /** Settles everything whose time has come. Resolves when the changes are durable. */
  tick(): Promise<void>
  /** Finishes the calls in flight, refuses new calls, answers the long polls and writes the checkpoint. */
  close(): Promise<void>
}
