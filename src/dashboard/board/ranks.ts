import { generateNKeysBetween } from "fractional-indexing"
import { mostInRank } from "../../domain/wire/tasks/rank.ts"
import type { look } from "./order.ts"

/**
 * The ranks that put a card there: its own, and those of the cards above it that have none, since ranked ones come first.
 * Where there is no room between two, all of them are ranked anew.
 */
export function ranksOf({ own, at, from }: ReturnType<typeof look>, id: string): ReadonlyMap<string, string> {
  if (at === from) return new Map()
  const ranked = own.filter(({ rank }) => typeof rank === "string").length
  const unranked = own.slice(ranked, at).map((task) => task.id)
  const [low, high] = [own[Math.min(at, ranked) - 1]?.rank ?? null, own[at]?.rank ?? null]
  return (
    between(low, high, [...unranked, id]) ??
    between(null, null, [
      ...own.slice(0, at).map((task) => task.id),
      id,
      ...own.slice(at, Math.max(at, ranked)).map((task) => task.id),
    ]) ??
    new Map()
  )
}

// --- internal ---

/** Undefined where no such ranks are short enough, or where somebody has written others by hand. */
function between(low: string | null, high: string | null, ids: readonly string[]) {
  try {
    const ranks = generateNKeysBetween(low, high, ids.length)
    if (ranks.some((rank) => rank.length > mostInRank)) return undefined
    return new Map(ids.map((each, i) => [each, ranks[i] ?? ""]))
  } catch {
    return undefined
  }
}
