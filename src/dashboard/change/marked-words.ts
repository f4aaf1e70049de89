import { diffWordsWithSpace } from "diff"
import { runLength } from "./pairs.ts"
import type { ChangeRow } from "./read-change.ts"

/** A piece of a line; `isMarked`: it differs from the line that it replaces, or that replaces it. */
export interface WordPiece {
  readonly text: string
  readonly isMarked: boolean
}

/**
 * The lines in which words are marked, by their place among the rows: where a run of removed lines stands before a run of
 * added ones, the first goes with the first, and so on. Long lines, and those that have little in common, stay whole.
 */
export function markWords(rows: readonly ChangeRow[]): ReadonlyMap<number, readonly WordPiece[]> {
  const marked = new Map<number, readonly WordPiece[]>()
  for (let i = 0; i < rows.length;) {
    const removed = runLength(rows, i, "removed")
    const added = runLength(rows, i + removed, "added")
    for (let k = 0; k < Math.min(removed, added); k++) {
      const [before, after] = pieces(rows[i + k]?.text ?? "", rows[i + removed + k]?.text ?? "")
      if (before) marked.set(i + k, before)
      if (after) marked.set(i + removed + k, after)
    }
    i += Math.max(1, removed + added)
  }
  return marked
}

// --- internal ---

const longest = 400

function pieces(before: string, after: string): [WordPiece[]?, WordPiece[]?] {
  if (before.length > longest || after.length > longest) return []
  const parts = diffWordsWithSpace(before, after)
  const same = parts.reduce(
    (all, { added, removed, value }) => all + (added || removed ? 0 : value.length),
    0,
  )
  if (same * 3 < Math.max(before.length, after.length)) return []
  const of = (other: "added" | "removed") =>
    parts
      .filter((part) => !part[other])
      .map(({ value, added, removed }) => ({ text: value, isMarked: added || removed }))
  return [of("added"), of("removed")]
}
