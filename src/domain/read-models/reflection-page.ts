import type { Board } from "../board/board.ts"
import { nameKey, numberOf } from "../wire/names.ts"
import { pageDown } from "./page.ts"
import type { Ranking } from "../board/search.ts"
import { pageOfRanking } from "./ranking.ts"
import type { Reflection } from "../board/said/said-records.ts"

export interface ReflectionFilter {
  readonly agent?: string | undefined
  /** A task id. */
  readonly task?: string | undefined
  readonly project?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** A page of the matching reflections: the best match first after a search, otherwise the newest first. */
export function pageOfReflections(board: Board, filter: ReflectionFilter, found?: Ranking) {
  const key = filter.agent === undefined ? undefined : nameKey(filter.agent)
  const task = filter.task === undefined ? undefined : numberOf(filter.task)
  const find = (n: number): Reflection | undefined => {
    const reflection = board.reflections.get(n)
    if (!reflection) return undefined
    const matches =
      (key === undefined || nameKey(reflection.agent) === key) &&
      (task === undefined || reflection.task === task) &&
      (filter.project === undefined || board.tasks.get(reflection.task)?.fields.project === filter.project)
    return matches ? reflection : undefined
  }
  if (found) return pageOfRanking(found, filter, find)

  const conditions = [key, task, filter.project].filter((value) => value !== undefined).length
  return pageDown(sourceOf(board, key, task, filter.project), filter, "R", find, conditions <= 1)
}

// --- internal ---

/** The reflections that meet one of the conditions, chosen so that there are few. */
function sourceOf(board: Board, key?: string, task?: number, project?: string) {
  if (task !== undefined) return board.reflectionsOf.of(task)
  if (key !== undefined) return board.reflectionsBy.of(key)
  // Reflections are numbered without gaps, and none is ever deleted.
  if (project === undefined) return { length: board.counters.reflection, at: (i: number) => i + 1 }
  const tasks = [...(board.index.get("project", project)?.values() ?? [])]
  return tasks.flatMap((n) => board.reflectionsOf.of(n)).sort((a, b) => a - b)
}
