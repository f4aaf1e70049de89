import type { PublicEvent } from "../domain/events/shown.ts"
import type { Identity } from "../domain/wire/access/access.ts"
import type { Call, CallResult } from "./call.ts"
import type { Printed } from "./output-store.ts"
import type { Reached, ReachOptions } from "./seq-waiters.ts"

/** Why the storage takes no writes. */
export type StorageTrouble = "storage_failed" | "storage_full" | "storage_unreachable" | "storage_diverged"

export interface EngineHealth {
  /** `ok`; `degraded` when writes go on but something needs attention; else why nothing can be written. */
  readonly status: "ok" | "degraded" | StorageTrouble | "stopping"
  readonly detail?: string
  /** Only where the machine's clock is 5 s or more behind the board's time. Writes go on. */
  readonly clock?: SlowClock
  /** Only where there is no search until a restart. Everything else works. */
  readonly search?: { readonly detail: string }
}

/** How far the machine's clock is behind the board's time, in ms and in words. */
export interface SlowClock {
  readonly behindMs: number
  readonly detail: string
}

/** A lease, as its holder names it without knowing the token. */
export interface HeldLease {
  readonly task: string
  readonly epoch: number
  readonly agent: string
  readonly session: string
}

/** Who a token stands for. */
export interface KnownIdentity extends Identity {
  /** Aborted with the refusal when the token ends, or when it stands for something else from now on. */
  readonly signal: AbortSignal
}

/** Who the tokens of the board stand for. */
export interface KnownIdentities {
  /** Whether the board asks who is there. */
  readonly required: boolean
  /** Aborted with a refusal when the board begins to ask: what came in before is asked too then. */
  readonly openness: AbortSignal
  /** @param hash SHA-256 of the token, in hex */
  find(hash: string): KnownIdentity | undefined
}

export interface Engine {
  /** Rejects (or throws) with an `UpnextError`; a query that need not wait answers at once. */
  run(call: Call): CallResult | Promise<CallResult>
  health(): EngineHealth
  readonly identities: KnownIdentities
  /** The lease token of a task at an epoch, if this agent holds the task in this session. The epoch may be an old one. */
  leaseToken(held: HeldLease): string | undefined
  /** The number of the last durable event that the board holds. */
  readonly seq: number
  /** The random id of the board, null before its first event, and how many tasks it has, those in the trash left out. */
  boardFacts(): { readonly id: string | null; readonly tasks: number }
  /** Waits until the board holds an event. Where several servers share the log, another one may have written it. */
  reach(seq: number, options: ReachOptions): Promise<Reached>
  /** Called after each commit is durable, with its events. Returns how to stop. */
  subscribe(listener: (events: readonly PublicEvent[]) => void): () => void
  /** Called whenever a command prints something. It is in memory only. Returns how to stop. */
  watchOutput(listener: (printed: Printed) => void): () => void
  /** The latest of each task in progress whose command has printed something. */
  latestOutput(): readonly Printed[]
  /** Called when the log went back to an earlier state: what was published may no longer be so. Returns how to stop. */
  onReset(listener: () => void): () => void
  /** Durable events after `after`, from the log, in batches, up to the present. */
  history(after: number): AsyncIterable<readonly PublicEvent[]>
  /** The digests of all files that the board names. */
  namedFiles(): Promise<ReadonlySet<string>>
  /** Settles what time has made due. Resolves when that is durable. */
  tick(): Promise<void>
  /** Finishes the calls in flight, refuses new ones, answers the long polls and writes the checkpoint. */
  close(): Promise<void>
}
