import { sumOfModels, type TaskUsage } from "../board/usage/usage-records.ts"
import { taskId } from "../wire/names.ts"
import { iso } from "../wire/time.ts"
import { addUsage, noUsage, perDollar, type UsageCounts } from "../wire/usage/usage-kinds.ts"
import type { UsageTotal, UsageView } from "../wire/usage/usage-schemas.ts"

export function viewUsage(usage: TaskUsage | undefined): UsageView | undefined {
  if (!usage) return undefined
  const { n, attempts } = usage
  const sum = attempts.reduce<UsageCounts>((all, { models }) => addUsage(all, sumOfModels(models)), noUsage)
  const rows = attempts.flatMap(({ epoch, agent, at, models }) =>
    models.map(({ model, counts }) => ({
      ...{ attempt: `${taskId(n)}.${epoch}`, agent, at: iso(at) },
      ...(model !== null && { model }),
      ...viewCounts(counts),
    })),
  )
  return { total: viewCounts(sum), attempts: rows.reverse().slice(0, mostRows) }
}

export function viewCounts([input, output, cacheRead, cacheWrite, cost]: UsageCounts): UsageTotal {
  return {
    ...(input && { inputTokens: input }),
    ...(output && { outputTokens: output }),
    ...(cacheRead && { cacheReadTokens: cacheRead }),
    ...(cacheWrite && { cacheWriteTokens: cacheWrite }),
    ...(cost && { cost: cost / perDollar }),
  }
}

// --- internal ---

const mostRows = 50
