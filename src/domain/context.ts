import type { Identity } from "./wire/access/access.ts"
import type { Presence } from "./board/agents/presence.ts"
import type { Search } from "./board/search.ts"

/** The settings of a board. Decisions use them and write their results into the events, so a replay never needs them. */
export interface BoardPolicy {
  /** Length of a lease that the claim does not set, in ms. */
  readonly lease: number
  /** After this many failed attempts a task is blocked until a person looks at it. */
  readonly maxAttempts: number
  /** After this many expired leases a task is blocked until a person looks at it. */
  readonly maxExpiries: number
  /** By project: the agents who try a task in turn, unless the task names its own. */
  readonly escalation: Readonly<Record<string, readonly string[]>>
  /** By project. `people`: only the account of a person decides reviews of its tasks. */
  readonly reviewers?: Readonly<Record<string, "people">> | undefined
  /** Who must give a lesson. `agents`: everyone but people, see `person.ts`. */
  readonly reflection: "required" | "agents" | "optional"
  /** `required`: a task can only be finished when all its criteria are met. */
  readonly criteria: "required" | "optional"
  /** `required`: a task can only be finished when all its checks have passed. */
  readonly checks: "required" | "optional"
  /** When a task stops blocking others: as soon as it is done, or only once its work has landed. */
  readonly edges?: "done" | "landed" | undefined
  /**
   * If no new line of output arrives for this long, in ms, a task that a worker holds is stuck; default 30 minutes.
   */
  readonly quiet?: number | undefined
  /** If nobody asks for ready work for this long, in ms, a person is notified; 0: never; default 15 minutes. */
  readonly nobodyAsks?: number | undefined
}

/** The settings that decisions on a server use. */
export interface Policy extends BoardPolicy {
  /** The name of the machine that the server runs on. */
  readonly host: string
}

export interface NewToken {
  readonly token: string
  /** Its SHA-256, in hex. */
  readonly hash: string
}

/** Everything a rule may know in addition to the board and its input. */
export interface Context {
  /** The present, in ms since 1970; never before the last event. */
  readonly now: number
  readonly actor: string
  readonly policy: Policy
  readonly presence: Presence
  /** It finds only durable texts, nothing from the commit that is being decided. */
  readonly search: Search
  /** Who sent the request; undefined on a board without authentication. */
  readonly who?: Identity | undefined
  /** A new account token, the same within one request. Only its hash may be stored. */
  newToken(): NewToken
  /** When a token was last used on this server, in ms since 1970. */
  lastUse(token: number): number | undefined
  /** The lease token of a task (`T-1`) at an epoch. */
  token(task: string, epoch: number): string
}
