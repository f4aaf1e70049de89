import type { Board } from "../board/board.ts"
import type { Origin } from "../board/imports/import-records.ts"
import { digestOf } from "../wire/digest.ts"
import type { ImportTask } from "../wire/imports/import-schemas.ts"

/**
 * The existing task that an item corresponds to, if any; `other` is a different task with the same id.
 * @param taken sources that an earlier item of the same part has taken over
 */
export function originOf(
  board: Board,
  item: ImportTask,
  taken: ReadonlySet<string>,
  now: number,
): { readonly origin?: Origin; readonly other?: Origin } {
  const own = board.bySource(item.source)
  if (own) {
    const { isTitle, isTime } = compare(board, own, item, now)
    return !isTitle && isTime === false ? { other: own } : { origin: own }
  }
  const { formerSource } = item
  const former = formerSource == null || taken.has(formerSource) ? undefined : board.bySource(formerSource)
  if (!former) return {}
  const { isTitle, isTime, isDay } = compare(board, former, item, now)
  // Two repositories that were begun on the same day each have a first task of that day.
  return isTitle || (isTime && !isDay) ? { origin: former } : { other: former }
}

// --- internal ---

const dayMs = 86_400_000

/** `isTime` is undefined if one of the two has no time. */
function compare(board: Board, { n, said }: Origin, { title, createdAt }: ImportTask, now: number) {
  const task = board.tasks.get(n)
  const at = createdAt == null ? undefined : Math.min(createdAt, now)
  return {
    isTitle: said["title"] === digestOf(title) || task?.fields.title === title,
    isTime: at === undefined || task === undefined ? undefined : task.createdAt === at,
    isDay: at !== undefined && at % dayMs === 0,
  }
}
