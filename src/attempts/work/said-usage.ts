import type { InputOf } from "../../client/contract.ts"
import { longestModel, mostUsage } from "../../domain/wire/usage/usage-kinds.ts"
import { line } from "../../terminal/output.ts"

/** What a command says that it has used. */
export type SaidUsage = NonNullable<InputOf<"task.heartbeat">["usage"]>

/** The values of a last line `usage: {…}`, without those that the server would refuse; undefined if none are left. */
export function usageIn(json: string | undefined): SaidUsage | undefined {
  const given = objectIn(json)
  const counts = Object.fromEntries(
    Object.entries(most).flatMap(([name, limit]) => {
      const value = given.get(name)
      const isRight = typeof value === "number" && value >= 0 && value <= limit
      return isRight && (name === "cost" || Number.isInteger(value)) ? [[name, value]] : []
    }),
  )
  if (Object.keys(counts).length === 0) return undefined
  const model = given.get("model")
  const name = typeof model === "string" ? Array.from(line(model).trim()).slice(0, longestModel).join("") : ""
  return { ...counts, ...(name !== "" && { model: name }) }
}

/** Each round of an attempt is a separate program that counts from 0. */
export function addRound(before: SaidUsage | undefined, round: SaidUsage | undefined): SaidUsage | undefined {
  if (!before || !round) return round ?? before
  const sums: Partial<Record<CountName, number>> = {}
  for (const name of Object.keys(most) as CountName[])
    if (before[name] !== undefined || round[name] !== undefined)
      sums[name] = Math.min(most[name], (before[name] ?? 0) + (round[name] ?? 0))
  return { ...before, ...round, ...sums }
}

// --- internal ---

const { tokens, cost } = mostUsage

/** As the server takes them. */
const most = {
  ...{ inputTokens: tokens, outputTokens: tokens, cacheReadTokens: tokens, cacheWriteTokens: tokens },
  cost,
}

type CountName = keyof typeof most

function objectIn(json: string | undefined): Map<string, unknown> {
  try {
    return new Map(Object.entries(Object(JSON.parse(json ?? "{}")) as object))
  } catch {
    return new Map()
  }
}
