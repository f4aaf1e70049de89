import type { UsageTotal, UsageView } from "./usage-schemas.ts"

/** `12.3k in (9k cached), 3.1k out, $0.42`; empty where nothing was used. */
export function sayUsage(usage: UsageTotal | undefined): string {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cost } = usage ?? {}
  const cached = cacheReadTokens > 0 ? ` (${count(cacheReadTokens)} cached)` : ""
  const tokens =
    inputTokens + outputTokens > 0 ? [`${count(inputTokens)} in${cached}`, `${count(outputTokens)} out`] : []
  return [...tokens, ...(cost === undefined ? [] : [sayCost(cost)])].join(", ")
}

/** The same with the models: `…, by claude-opus-4-8, gpt-5`. */
export function sayUsageOf(usage: UsageView | undefined): string {
  const said = sayUsage(usage?.total)
  const models = new Set(usage?.attempts.flatMap(({ model = [] }) => model))
  return said === "" || models.size === 0 ? said : `${said}, by ${[...models].slice(0, 3).join(", ")}`
}

/** `1.2M`, of both directions. */
export function sayTokens({ inputTokens = 0, outputTokens = 0 }: UsageTotal): string {
  return count(inputTokens + outputTokens)
}

/** In US dollars. */
export function sayCost(cost: number): string {
  return cost > 0 && cost < 0.01 ? "<$0.01" : `$${cost.toFixed(2)}`
}

export function addTotals(a: UsageTotal, b: UsageTotal): UsageTotal {
  const sum: Record<string, number> = {}
  for (const name of names) if (a[name] ?? b[name]) sum[name] = (a[name] ?? 0) + (b[name] ?? 0)
  // A sum of fractions of a dollar has digits that nobody reported.
  if (sum["cost"]) sum["cost"] = Math.round(sum["cost"] * 1e6) / 1e6
  return sum
}

// --- internal ---

const names = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens", "cost"] as const

function count(n: number): string {
  const [size, unit] = n < 1000 ? [n, ""] : n < 999_950 ? [n / 1e3, "k"] : [n / 1e6, "M"]
  return `${Math.round(size * 10) / 10}${unit}`
}
