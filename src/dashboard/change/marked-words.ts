import { diffWordsWithSpace } from "diff"
import type { ChangeRow } from "./read-change.ts"
import type { CodeToken } from "./colours.ts"

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
  for (const [left, right] of sideBySide(rows)) {
    if (left === undefined || right === undefined || left === right) continue
    const [before, after] = pieces(rows[left]?.text ?? "", rows[right]?.text ?? "")
    if (before) marked.set(left, before)
    if (after) marked.set(right, after)
  }
  return marked
}

/** What is drawn on one line: the places of its rows, before at the left and after at the right where they are side by side. */
export type DrawnLine = readonly [number | undefined, number | undefined]

/** The lines of a file one below the other. */
export const inOneColumn = (rows: readonly ChangeRow[]): DrawnLine[] => rows.map((_, i) => [undefined, i])

/** The lines of a file side by side: where removed lines stand before added ones, the first goes with the first, and so on. */
export function sideBySide(rows: readonly ChangeRow[]): DrawnLine[] {
  const lines: DrawnLine[] = []
  for (let i = 0; i < rows.length;) {
    const removed = runLength(rows, i, "removed")
    const added = runLength(rows, i + removed, "added")
    for (let k = 0; k < Math.max(removed, added); k++)
      lines.push([k < removed ? i + k : undefined, k < added ? i + removed + k : undefined])
    if (removed + added === 0) lines.push(rows[i]?.kind === "same" ? [i, i] : [undefined, i])
    i += Math.max(1, removed + added)
  }
  return lines
}

/** A word of a line, or what stands between such words, in the colours of its language. */
export interface LinePiece {
  readonly isMarked: boolean
  readonly tokens: readonly CodeToken[]
}

/** Cuts the tokens of a line where its marked words begin and end. Both are pieces of the same text. */
export function layOver(tokens: readonly CodeToken[], words: readonly WordPiece[]): LinePiece[] {
  const rest = [...tokens]
  return words.map(({ text, isMarked }) => {
    const taken: CodeToken[] = []
    for (let left = text.length; left > 0;) {
      const [first] = rest
      if (!first) break
      taken.push({ ...first, text: first.text.slice(0, left) })
      if (first.text.length > left) rest[0] = { ...first, text: first.text.slice(left) }
      else rest.shift()
      left -= first.text.length
    }
    return { isMarked, tokens: taken }
  })
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

/** How many rows of one kind stand there in a run. */
function runLength(rows: readonly ChangeRow[], from: number, kind: ChangeRow["kind"]): number {
  let end = from
  while (rows[end]?.kind === kind) end++
  return end - from
}
