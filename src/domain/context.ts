import type { Presence } from "./board/presence.ts"
import type { Search } from "./board/search.ts"

/** What a server is set to; part of every decision, and so of its events, never of a replay. */
export interface Policy {
  /** Length of a lease that the claim does not set, in ms. */
  readonly lease: number
  /** Failed attempts after which a task is blocked and asks for a person. */
  readonly maxAttempts: number
  readonly reflection: "required" | "optional"
  /** The name of the machine that the server runs on. */
  readonly host: string
}

/** Everything a rule may know beside the board and its input. */
export interface Context {
  /** Milliseconds since 1970; never before the last event's. */
  readonly now: number
  readonly actor: string
  readonly policy: Policy
  readonly presence: Presence
  /** Over what is durable: of a commit that is being decided it knows nothing. */
  readonly search: Search
  /** The lease token of a task (`T-1`) at an epoch. */
  token(task: string, epoch: number): string
}
