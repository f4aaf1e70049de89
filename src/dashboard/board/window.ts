/** Which rows of a long list are drawn, and how much room the rest takes, in px. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly before: number
  readonly after: number
}

/**
 * @param offsets where each row begins, followed by where the list ends, in px
 * @param top how far the list is scrolled, in px
 * @param height the height of the visible part, in px
 * @param spare how much is drawn above and below the visible part, in px
 */
export function windowOf(offsets: readonly number[], top: number, height: number, spare: number): Window {
  const count = offsets.length - 1
  const end = offsets[count] ?? 0
  // When a list has become shorter, the browser scrolls it back only as it draws it.
  const seen = Math.max(0, Math.min(top, end - height))
  const from = Math.max(0, firstPast(offsets, seen - spare) - 1)
  const to = Math.min(count, firstPast(offsets, seen + height + spare))
  return { from, to, before: offsets[from] ?? 0, after: end - (offsets[to] ?? end) }
}

export function offsetsOf(heights: readonly number[]): number[] {
  const offsets = [0]
  let sum = 0
  for (const height of heights) offsets.push((sum += height))
  return offsets
}

// --- internal ---

/** The first row that begins after `y`, found by binary search. */
function firstPast(offsets: readonly number[], y: number): number {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) > y) high = middle
    else low = middle + 1
  }
  return low
}
