import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { session } from "../api/session.ts"
import type { State } from "../state/state.ts"
import type { ColumnId } from "../words/move-words.ts"
import { columnIds, filledColumns } from "./columns.ts"

/** The columns and rows of which only the head is shown. */
export interface Folds {
  isFolded(id: ColumnId): boolean
  isLaneFolded(key: string): boolean
  /** Folds an open column, and opens a folded one. */
  fold(id: ColumnId): void
  foldLane(key: string): void
  /** Opens a column for as long as a card is being dragged. */
  enter(id: ColumnId): void
}

/**
 * Folds by hand are remembered in this browser, those of rows for each grouping. A column without a card folds by
 * itself, unless it was opened by hand. The filter folds nothing, and neither does the last card that leaves a column:
 * the columns would move under the pointer. A phone folds no column.
 */
export function useFolds(state: State, dragged: string | null): Folds {
  const { grouping, tasks, totals, moved, grabbed, link, loading } = state
  const [kept, setKept] = useState<readonly string[]>(() => session.folded())
  const [entered, setEntered] = useState<readonly ColumnId[]>([])
  const filled = useMemo(() => filledColumns({ tasks, totals, moved }), [tasks, totals, moved])
  const seen = useRef(new Set<ColumnId>()).current
  // What a card is carried over by keyboard has not held it.
  if (grabbed === null) for (const id of filled) seen.add(id)
  useEffect(() => {
    if (dragged === null) setEntered([])
  }, [dragged])
  const isRead = link !== "loading" && loading === null
  // Without any card all columns are shown, with what belongs into each.
  const canFold = isRead && seen.size > 0
  // Until all is read, the columns without a card are those of last time, or the board would jump at the end.
  const [wereEmpty] = useState(() => session.emptyColumns())
  useEffect(() => {
    if (canFold) session.setEmptyColumns(columnIds.filter((id) => !filled.has(id)))
  }, [canFold, filled])

  function keep(next: readonly string[]) {
    setKept(next)
    session.setFolded(next)
  }

  function isFolded(id: ColumnId): boolean {
    if (isPhone() || entered.includes(id)) return false
    if (kept.includes(id)) return true
    const isEmpty = !filled.has(id) && !seen.has(id) && (isRead ? canFold : wereEmpty.includes(id))
    return isEmpty && !kept.includes(opened(id))
  }

  function fold(id: ColumnId) {
    const others = kept.filter((each) => each !== id && each !== opened(id))
    if (isFolded(id)) keep(filled.has(id) ? others : [...others, opened(id)])
    else keep(filled.has(id) || !canFold ? [...others, id] : others)
    if (!filled.has(id)) seen.delete(id)
  }

  const laneKey = (key: string) => `${grouping} ${key}`
  return {
    isFolded,
    isLaneFolded: (key) => kept.includes(laneKey(key)),
    fold,
    foldLane: (key) =>
      keep(
        kept.includes(laneKey(key)) ? kept.filter((each) => each !== laneKey(key)) : [...kept, laneKey(key)],
      ),
    enter: (id) => setEntered((before) => [...before, id]),
  }
}

export function isPhone(): boolean {
  return matchMedia("(max-width: 640px)").matches
}

// --- internal ---

/** Stands for a column that stays open without a card. */
const opened = (id: ColumnId) => `open ${id}`
