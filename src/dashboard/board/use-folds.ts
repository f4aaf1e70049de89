import { useState } from "preact/hooks"
import { session, type Grouping } from "../api/session.ts"
import type { ColumnId } from "../words/move-words.ts"

/** The columns and rows of which only the head is shown. */
export interface Folds {
  isFolded(id: ColumnId): boolean
  isLaneFolded(key: string): boolean
  fold(id: ColumnId): void
  foldLane(key: string): void
}

/** Folds are remembered in this browser, those of rows for each grouping. A phone folds no column. */
export function useFolds(grouping: Grouping): Folds {
  const [folded, setFolded] = useState<readonly string[]>(() => session.folded())

  function fold(key: string) {
    const next = folded.includes(key) ? folded.filter((each) => each !== key) : [...folded, key]
    setFolded(next)
    session.setFolded(next)
  }

  return {
    isFolded: (id) => folded.includes(id) && !isPhone(),
    isLaneFolded: (key) => folded.includes(`${grouping} ${key}`),
    fold,
    foldLane: (key) => fold(`${grouping} ${key}`),
  }
}

// --- internal ---

function isPhone(): boolean {
  return matchMedia("(max-width: 640px)").matches
}
