const units = [
  ["w", 604_800_000],
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
] as const

/** A span in its two largest units: `3d 4h`; a dash for none. */
export function duration(ms: number | null): string {
  if (ms === null) return "–"
  const first = units.findIndex(([, size]) => ms >= size)
  if (first === -1) return "< 1s"
  let rest = ms
  return units
    .slice(first, first + 2)
    .map(([unit, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return count === 0 ? "" : `${count}${unit}`
    })
    .filter(Boolean)
    .join(" ")
}
