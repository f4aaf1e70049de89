const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

const pattern = /^~?(?:(\d{1,6})w)?(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?$/

/** A duration as text for schemas, which do not have flags: any case, surrounding spaces, and longer than zero. */
export const durationForm =
  "^\\s*~?(?=.*[1-9])(?:\\d{1,6}[wW])?(?:\\d{1,6}[dD])?(?:\\d{1,6}[hH])?(?:\\d{1,6}[mM])?(?:\\d{1,8}[sS])?\\s*$"

export const durationHint = "a duration such as 30s, 45m, 2h, 1h30m, 3d or 1w"

/**
 * Reads a duration: `30s`, `45m`, `2h`, `1h30m`, `3d`, `1w`, larger units first, with an optional leading `~`.
 * @returns milliseconds, more than 0; undefined for any other text
 */
export function parseDuration(text: string): number | undefined {
  const match = pattern.exec(text.trim().toLowerCase())
  if (!match) return undefined
  const [, w, d, h, m, s] = match
  const total =
    Number(w ?? 0) * units.w +
    Number(d ?? 0) * units.d +
    Number(h ?? 0) * units.h +
    Number(m ?? 0) * units.m +
    Number(s ?? 0) * units.s
  return total > 0 ? total : undefined
}

/** Milliseconds as people say them, in the two largest units: `1h 5m`, `40s`. */
export function formatDuration(ms: number): string {
  let rest = Math.max(0, Math.round(ms / 1000)) * 1000
  const parts: string[] = []
  for (const unit of ["w", "d", "h", "m", "s"] as const) {
    const count = Math.floor(rest / units[unit])
    rest -= count * units[unit]
    if (count > 0) parts.push(`${count}${unit}`)
  }
  return parts.slice(0, 2).join(" ") || "0s"
}
