import type { Identity } from "./wire/access/access.ts"
import type { Presence } from "./board/agents/presence.ts"
import type { Search } from "./board/search.ts"

/** The settings of a board. Decisions use them and write their results into the events, so a replay never needs them. */
export interface BoardPolicy {
  /** Length of a lease that the claim does not set, in ms. */
  readonly lease: number
  /** After this many failed attempts a task is blocked, until a person looks at it. */
  readonly maxAttempts: number
  /** After so many of its leases ran out a task is blocked, until a person looks at it. */
  readonly maxExpiries: number
  /** By project: who is to try a task in turn, where the task itself does not say. */
  readonly escalation: Readonly<Record<string, readonly string[]>>
  /** By project: `people`: only a person's account decides on the reviews of its tasks. */
  readonly reviewers?: Readonly<Record<string, "people">> | undefined
  /** `agents`: of everybody but a person: see `person.ts`. */
  readonly reflection: "required" | "agents" | "optional"
  /** `required`: work is finished only when all criteria of its task are met. */
  readonly criteria: "required" | "optional"
  /** `required`: work is finished only when all checks of its task have passed. */
  readonly checks: "required" | "optional"
  /** When a task that others are blocked by lets them go on: once it is done, or once its work has landed too. */
  readonly edges?: "done" | "landed" | undefined
  /** After this long without a new line of output, in ms, a task that a worker holds is stuck; default 30 minutes. */
  readonly quiet?: number | undefined
  /** After this long without anybody asking for ready work, in ms, a person is told; 0: never; default 15 minutes. */
  readonly nobodyAsks?: number | undefined
}

/** The settings by which a server decides. */
export interface Policy extends BoardPolicy {
  /** The name of the machine that the server runs on. */
  readonly host: string
}

export interface NewToken {
  readonly token: string
  /** Its SHA-256, in hex. */
  readonly hash: string
}

/** Everything a rule may know beside the board and its input. */
export interface Context {
  /** The present, in ms since 1970; never before the last event. */
  readonly now: number
  readonly actor: string
  readonly policy: Policy
  readonly presence: Presence
  /** It finds only what is durable, and nothing of the commit that is being decided. */
  readonly search: Search
  /** Who sent the request; undefined on a board that asks nobody. */
  readonly who?: Identity | undefined
  /** A new token of an account, the same for all that one request does. Only its hash may be kept. */
  newToken(): NewToken
  /** When a token was last used on this server, in ms since 1970. */
  lastUse(token: number): number | undefined
  /** The lease token of a task (`T-1`) at an epoch. */
  token(task: string, epoch: number): string
}
