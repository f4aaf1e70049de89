import { addUsage, noUsage, type UsageCounts, type UsageKind } from "../../wire/usage/usage-kinds.ts"

/** The usage of the attempts at a task. Only a task for which usage was reported has such a record. */
export interface TaskUsage {
  readonly n: number
  /** Oldest first. */
  readonly attempts: readonly AttemptUsage[]
}

export interface AttemptUsage {
  readonly epoch: number
  readonly agent: string
  /** The project and the day to which the usage is counted: those of the first report. */
  readonly project: string
  readonly day: number
  /** When it was last reported. */
  readonly at: number
  readonly models: readonly ModelUsage[]
  /** Reported by the agent itself, which counts more than a report by somebody else. */
  readonly isMeasured: boolean
  /** The known values of each series, so that repeated values are not counted again. Dropped an hour after the end. */
  readonly series?: readonly UsageSeries[]
  /** Absent while it is under way. */
  readonly endedAt?: number
  /** How many writes of this minute reported it. */
  readonly told?: { readonly minute: number; readonly times: number }
}

export interface ModelUsage {
  /** null: it was not reported. */
  readonly model: string | null
  readonly counts: UsageCounts
}

/** A series of numbers: see `UsagePoint`. */
export interface UsageSeries {
  readonly series: number
  readonly kinds: readonly UsageKind[]
  readonly model: string | null
  /** The greatest number for each time. */
  readonly known: readonly (readonly [time: string, value: number])[]
  /** The sum of what was counted up to the time `until`; its single values are no longer known. */
  readonly before?: { readonly until: string; readonly value: number }
}

/** For how long after the end of an attempt its values are still accepted. */
export const lateUsageMs = 3_600_000

export function sumOfModels(models: readonly ModelUsage[]): UsageCounts {
  return models.reduce<UsageCounts>((sum, { counts }) => addUsage(sum, counts), noUsage)
}

/** Whether a number of a series has not been counted. */
export function isNews(known: UsageSeries | undefined, time: string, value: number): boolean {
  if (known?.before && endOf(time) <= known.before.until) return false
  return value > (known?.known.find(([each]) => each === time)?.[1] ?? 0)
}

/** The end of a value's time or, for a cumulative value, its beginning. */
export const endOf = (time: string) => time.slice(-13)
