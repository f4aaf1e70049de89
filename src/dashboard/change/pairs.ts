import type { ChangeRow } from "./read-change.ts"

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

/** How many rows of one kind stand there in a run. */
export function runLength(rows: readonly ChangeRow[], from: number, kind: ChangeRow["kind"]): number {
  let end = from
  while (rows[end]?.kind === kind) end++
  return end - from
}
