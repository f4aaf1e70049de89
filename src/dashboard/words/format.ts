const units = [
  ["y", 31_536_000_000],
  ["w", 604_800_000],
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
] as const

/** A span in its largest unit: `40s`, `12m`, `3d`. */
export function span(ms: number): string {
  return inUnits(ms, 1)
}

/** A span in its two largest units, where it is what one came to read: `3d 4h`; a dash for none. */
export function duration(ms: number | null): string {
  return ms === null ? "–" : ms < 1000 ? "< 1s" : inUnits(ms, 2)
}

export function ago(iso: string, now: number): string {
  const ms = now - Date.parse(iso)
  return ms < 5000 ? "just now" : `${span(ms)} ago`
}

/** In the reader's own manner and time zone. */
export function full(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })
}

/** As short as it is still clear: only the time for one of today, and the year for one of another. */
export function moment(iso: string): string {
  const [date, now] = [new Date(iso), new Date()]
  const isToday = date.toDateString() === now.toDateString()
  return date.toLocaleString(undefined, {
    ...(!isToday && { day: "numeric", month: "short" }),
    ...(date.getFullYear() !== now.getFullYear() && { year: "numeric" }),
    hour: "numeric",
    minute: "2-digit",
  })
}

/** For how long nobody may take a task, and why; null where that is over, or never was so. */
export function restOf(
  { backoffUntil, notBefore }: { readonly backoffUntil: string | null; readonly notBefore: string | null },
  now: number,
): { readonly left: string; readonly why: string } | null {
  // A server from before one of these fields does not send it.
  const timeOf = (iso: string | null | undefined) => (iso ? Date.parse(iso) : 0)
  const planned = timeOf(notBefore)
  const until = Math.max(timeOf(backoffUntil), planned)
  if (until <= now) return null
  const end = full(new Date(until).toISOString())
  return {
    left: span(until - now),
    why: until === planned ? `Not before ${end}` : `Rests until ${end} after a failed attempt`,
  }
}

export function clock(ms: number): string {
  return new Date(ms).toLocaleTimeString()
}

/** A lease of the server's default length, in ms. */
const usualLeaseMs = 1_800_000

/**
 * How a lease stands: what is left of it, as text and as a share, and whether that is worth a colour. Its length is
 * known where an event told (`leaseMs`). Else it is taken to be what the server gives by itself, the default or
 * twice the estimate, or less where it was claimed for less.
 */
export function leaseOf(
  expiresAt: string | null,
  task: { readonly updatedAt: string; readonly etaMs: number | null; readonly leaseMs?: number },
  now: number,
) {
  const { updatedAt, etaMs, leaseMs } = task
  if (expiresAt === null) return { text: "held", tone: "calm", share: 1 } as const
  const end = Date.parse(expiresAt)
  const left = end - now
  if (left <= 0) return { text: "ran out", tone: "urgent", share: 0 } as const
  const usual = Math.min(end - Date.parse(updatedAt), Math.max(usualLeaseMs, 2 * (etaMs ?? 0)))
  const length = leaseMs ?? usual
  const share = Math.min(1, left / Math.max(length, 1))
  const tone = share < 0.05 || left < 10_000 ? "urgent" : share < 0.2 ? "soon" : "calm"
  return { text: span(left), tone, share } as const
}

/** A hue of a name's own, the same on every machine: FNV-1a, of whose bits the upper are the best mixed. */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5
  for (const char of name.toLowerCase()) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return ((Math.imul(hash, 0x9e3779b1) >>> 16) * 360) >>> 16
}

export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters =
    words.length > 1
      ? [words[0], words[1]].map((word) => Array.from(word ?? "")[0])
      : Array.from(words[0] ?? name).slice(0, 2)
  return letters.join("").toUpperCase()
}

// --- internal ---

/** Units that come to nothing are left out: `3d` for three days and a minute. */
function inUnits(ms: number, most: number): string {
  const first = units.findIndex(([, size]) => ms >= size)
  if (first === -1) return "0s"
  let rest = ms
  return units
    .slice(first, first + most)
    .flatMap(([unit, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return count === 0 ? [] : `${count}${unit}`
    })
    .join(" ")
}
