import type { Ranking } from "../board/search.ts"
import { failCursor } from "./page.ts"

/**
 * One page of a ranking. The cursor names the last number of the previous page and its place. If the number is still
 * ranked, the page begins after it, even if its place has changed; otherwise the page begins at its old place.
 * @param find the record of a number; undefined for a number that is not listed
 * @param total how many are listed, if that is known; otherwise all of them are looked up
 */
export function pageOfRanking<T>(
  ranking: Ranking,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  find: (n: number) => T | undefined,
  total?: number,
) {
  const start = cursor === undefined ? 0 : placeAfter(ranking, cursor)
  const items: T[] = []
  let count = 0
  let last = 0
  let hasMore = false
  for (let place = total === undefined ? 0 : start; place < ranking.length; place++) {
    const item = find(ranking[place] ?? 0)
    if (item === undefined) continue
    count++
    if (place < start || hasMore) continue
    hasMore = items.length === limit
    if (hasMore && total !== undefined) break
    if (hasMore) continue
    items.push(item)
    last = place
  }
  return { items, next: hasMore ? `${last}.${ranking[last]}` : null, total: total ?? count }
}

// --- internal ---

function placeAfter(ranking: Ranking, cursor: string): number {
  const match = /^(\d{1,9})\.(\d{1,15})$/.exec(cursor)
  if (!match) return failCursor(cursor)
  const now = ranking.indexOf(Number(match[2]))
  return now < 0 ? Number(match[1]) : now + 1
}
