/**
 * The counts of model usage, in the order in which a record stores them. Tokens read from or written to a cache also
 * count as input. A model's thoughts count as output. Costs are in billionths of a US dollar, because whole numbers
 * have the same sum in any order.
 */
export const usageKinds = ["input", "output", "cacheRead", "cacheWrite", "cost"] as const
export type UsageKind = (typeof usageKinds)[number]

export type UsageCounts = readonly number[]

export const noUsage: UsageCounts = usageKinds.map(() => 0)

export const perDollar = 1e9

/** The maximum of a single value, in tokens and in dollars. A larger value is a mistake. */
export const mostUsage = { tokens: 1e11, cost: 100_000 }

export const longestModel = 100

export function addUsage(a: UsageCounts | undefined, b: UsageCounts, sign: 1 | -1 = 1): UsageCounts {
  return b.map((n, i) => Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, (a?.[i] ?? 0) + sign * n)))
}
