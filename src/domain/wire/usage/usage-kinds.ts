/**
 * What is counted of the use of models, in the order in which the counts of a record stand. Tokens that were read from a
 * cache, or written to one, are input too. What a model thought is output. Costs are billionths of a US dollar, since
 * whole numbers add up to the same in any order.
 */
export const usageKinds = ["input", "output", "cacheRead", "cacheWrite", "cost"] as const
export type UsageKind = (typeof usageKinds)[number]

export type UsageCounts = readonly number[]

export const noUsage: UsageCounts = usageKinds.map(() => 0)

export const perDollar = 1e9

/** The most that one number may say, in tokens and in dollars. More is a mistake. */
export const mostUsage = { tokens: 1e11, cost: 100_000 }

export const longestModel = 100

export function addUsage(a: UsageCounts | undefined, b: UsageCounts, sign: 1 | -1 = 1): UsageCounts {
  return b.map((n, i) => Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, (a?.[i] ?? 0) + sign * n)))
}
