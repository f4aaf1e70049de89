import type { Board } from "../board/board.ts"
import type { DayCounts } from "../board/days.ts"
import { everything, nameIn } from "../board/scopes.ts"
import { addUsage, type UsageCounts } from "../wire/usage/usage-kinds.ts"
import type { StatsView } from "../wire/stats-schema.ts"
import { viewCounts } from "./usage-view.ts"

/** What was used on these days; nothing where none was told. */
export function usedOn(
  days: readonly (Pick<DayCounts, "usage"> | undefined)[],
): Pick<StatsView["throughput"][number], "usage"> {
  let attempts = 0
  let counts: UsageCounts | undefined
  for (const day of days)
    if (day?.usage) {
      attempts += day.usage.attempts
      counts = addUsage(counts, day.usage.counts)
    }
  return counts ? { usage: { attempts, ...viewCounts(counts) } } : {}
}

export function usageView(
  board: Board,
  range: readonly number[],
  scope: string,
  days: readonly (DayCounts | undefined)[],
): Pick<StatsView, "usage"> {
  const { usage: ever } = board.counters
  if (!ever) return {}
  const { usage = { attempts: 0 } } = usedOn(days)
  const models = new Map<string, DayCounts[]>()
  if (scope === everything)
    for (const day of range)
      for (const record of board.days.on(day)) {
        const name = nameIn(record.scope, "model")
        if (name !== undefined) models.set(name, [...(models.get(name) ?? []), record])
      }
  const rows = [...models].map(([name, found]) => ({
    model: name === "" ? null : name,
    attempts: 0,
    ...usedOn(found).usage,
  }))
  const tokens = ({ inputTokens = 0, outputTokens = 0 }: (typeof rows)[number]) => inputTokens + outputTokens
  rows.sort((a, b) => tokens(b) - tokens(a) || ((a.model ?? "") < (b.model ?? "") ? -1 : 1))
  return { usage: { ...usage, ever: viewCounts(ever), models: rows.slice(0, mostModels) } }
}

// --- internal ---

const mostModels = 50
