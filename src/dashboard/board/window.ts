/** What of a long list is drawn, and how much room the rest takes, in px. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly before: number
  readonly after: number
}

/**
 * @param offsets where each row begins, and last where the list ends, in px
 * @param top how far the list is scrolled, in px
 * @param height what of it is seen, in px
 * @param spare so many px are drawn on either side of that
 */
export function windowOf(offsets: readonly number[], top: number, height: number, spare: number): Window {
  const count = offsets.length - 1
  const end = offsets[count] ?? 0
  // A list that became shorter is scrolled back by the browser only when it is drawn.
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

/** The first row that begins after `y`, by halving. */
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
