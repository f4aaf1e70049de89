import type { Histogram } from "../collections/histogram.ts"
import type { Undo } from "../collections/table.ts"
import type { Status } from "../wire/enums.ts"
import type { UsageCounts } from "../wire/usage/usage-kinds.ts"

/**
 * The counts of one day (UTC) in one scope. A record is small and is replaced at each change: a board's history
 * consists of a few hundred records, however many tasks there were.
 */
export interface DayCounts {
  /** Days since 1970. */
  readonly day: number
  readonly scope: string
  readonly created: number
  readonly done: number
  readonly cancelled: number
  /** How many of `done` were reopened, on any later day. Absent in older records. */
  readonly reopened?: number | undefined
  /** How many of `created` were deleted, and of `cancelled` reopened, on any later day. Absent: none, or not recorded. */
  readonly deleted?: number | undefined
  readonly resumed?: number | undefined
  /** How many of `done` were finished for good by their first attempt. Absent: none. */
  readonly firstTime?: number | undefined
  /** How long the finished tasks took, from the start of work to the end. */
  readonly cycle: Histogram
  /** The time that the finished tasks spent in each of `openStatuses`, in ms, for all tasks together. */
  readonly spent: readonly number[]
  /** The number of tasks per status at the start of the day; null in the scope of an agent or project. */
  readonly before: Readonly<Record<Status, number>> | null
  /** The usage of attempts that first reported any on this day. Absent if none did. */
  readonly usage?: DayUsage | undefined
}

export interface DayUsage {
  readonly attempts: number
  readonly counts: UsageCounts
}

/** How many days are kept for the board, and for each agent or project. */
export const keptDays = { all: 400, scoped: 120 }

/** Days by number and scope. */
export type Days = ReturnType<typeof createDays>

/** The number of tasks finished for good on a day. Each task counts once, on the day when it was last finished. */
export function tasksDoneOn(counts: Pick<DayCounts, "done" | "reopened"> | undefined): number {
  return counts ? Math.max(0, counts.done - (counts.reopened ?? 0)) : 0
}

/** The number of tasks created on a day that have not been deleted since. */
export function tasksCreatedOn(counts: Pick<DayCounts, "created" | "deleted"> | undefined): number {
  return counts ? Math.max(0, counts.created - (counts.deleted ?? 0)) : 0
}

/** The number of tasks cancelled for good on a day. */
export function tasksCancelledOn(counts: Pick<DayCounts, "cancelled" | "resumed"> | undefined): number {
  return counts ? Math.max(0, counts.cancelled - (counts.resumed ?? 0)) : 0
}

export function dayOf(time: number): number {
  return Math.floor(time / 86_400_000)
}

/** `2030-01-31` */
export function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

export function createDays(undo: Undo) {
  const days = new Map<number, Map<string, DayCounts>>()

  function replace(after: DayCounts | undefined, key: Pick<DayCounts, "day" | "scope">): void {
    const { day, scope } = key
    const scopes = days.get(day) ?? new Map<string, DayCounts>()
    const before = scopes.get(scope)
    if (after) days.set(day, scopes.set(scope, after))
    else if (scopes.delete(scope) && scopes.size === 0) days.delete(day)
    undo.note(replace, before, key)
  }

  return {
    get: (day: number, scope: string): DayCounts | undefined => days.get(day)?.get(scope),
    /** Every scope of one day. */
    on: (day: number): Iterable<DayCounts> => days.get(day)?.values() ?? [],
    put: (record: DayCounts) => replace(record, record),
    /** Drops the days that are too old, given the present day. */
    forget(today: number): void {
      for (const [day, scopes] of days) {
        if (day > today - keptDays.scoped) continue
        const isGone = day <= today - keptDays.all
        for (const record of scopes.values()) if (isGone || record.scope !== "") replace(undefined, record)
      }
    },
    *values() {
      for (const scopes of days.values()) yield* scopes.values()
    },
  }
}
