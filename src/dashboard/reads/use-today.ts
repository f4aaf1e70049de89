import { nameKey } from "../../domain/wire/names.ts"
import { call } from "../api/api.ts"
import type { ApiResult, StatsView } from "../api/types.ts"
import { useRead, type Reading } from "./use-read.ts"

/** What each agent has finished and used on a day in UTC, by `nameKey`. */
export type Today = ReadonlyMap<string, StatsView["agents"][number]>

/** The numbers of today. They are read again at most every five seconds while work ends, and else once a minute. */
export function useToday(): Reading<Today> {
  return useRead<Today>("today", readToday, {
    isAbout: ({ type }) => ends.has(type),
    every: 60_000,
    gatherMs: 5000,
  })
}

// --- internal ---

const ends: ReadonlySet<string> = new Set(["task.completed", "task.reviewed", "task.moved", "usage.told"])

async function readToday(): Promise<ApiResult<Today>> {
  const result = await call("stats.read", { days: 1, fields: ["agents"] })
  if ("refusal" in result) return result
  const { agents } = result.value.stats
  return { value: new Map(agents.map((each) => [nameKey(each.agent), each])), seq: result.seq }
}
