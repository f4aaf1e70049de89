import type { Day } from "./days.ts"
import type {
  Agent,
  Comment,
  Counters,
  Host,
  Notice,
  Reflection,
  Review,
  StoredAnswer,
  Task,
} from "./records.ts"

/**
 * The whole board as lists of records: what a checkpoint keeps. Taking one copies references only. Everything
 * else the board knows (queues, indexes, timers) is derived from these.
 */
export interface Snapshot {
  readonly counters: Counters
  readonly tables: Tables
}

export interface Tables {
  readonly tasks: readonly Task[]
  /** Numbers of deleted tasks. */
  readonly tombstones: readonly number[]
  readonly comments: readonly Comment[]
  readonly reviews: readonly Review[]
  readonly reflections: readonly Reflection[]
  readonly agents: readonly Agent[]
  readonly hosts: readonly Host[]
  readonly notices: readonly Notice[]
  readonly answers: readonly StoredAnswer[]
  readonly days: readonly Day[]
}
