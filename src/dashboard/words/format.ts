import { nameKey } from "../../domain/wire/names.ts"

/** One of each for all: `toLocaleString` makes a new one for each call, which takes half a millisecond. */
const numberFormat = new Intl.NumberFormat()
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })
const timeFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" })

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

/** A span in its two largest units, such as `3d 4h`; a dash if there is none. */
export function duration(ms: number | null): string {
  return ms === null ? "–" : ms < 1000 ? "< 1s" : inUnits(ms, 2)
}

export function ago(iso: string, now: number): string {
  const ms = now - Date.parse(iso)
  return ms < 5000 ? "just now" : `${span(ms)} ago`
}

/** A number of things, with its digits in groups. */
export function counted(n: number): string {
  return numberFormat.format(n)
}

/** A time in the reader's own format and time zone. */
export function full(iso: string): string {
  return fullFormat.format(Date.parse(iso))
}

/** A time, as short as is clear. One of today has no date, and one of another year has the year. */
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

/** A time with its date, however near it is. */
export function dayAndTime(ms: number): string {
  const date = new Date(ms)
  return date.toLocaleString(undefined, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    ...(date.getFullYear() !== new Date().getFullYear() && { year: "numeric" }),
  })
}

/** For how long a task may not be taken, and why; null if it may be taken. */
export function restOf(
  { backoffUntil, notBefore }: { readonly backoffUntil: string | null; readonly notBefore: string | null },
  now: number,
): { readonly left: string; readonly why: string } | null {
  // An older server does not send these fields.
  const timeOf = (iso: string | null | undefined) => (iso ? Date.parse(iso) : 0)
  const planned = timeOf(notBefore)
  const until = Math.max(timeOf(backoffUntil), planned)
  if (until <= now) return null
  const end = full(new Date(until).toISOString())
  return {
    left: span(until - now),
    why: until === planned ? `Not before ${end}` : `Retries at ${end} after a failed attempt`,
  }
}

/** Words of the server, in which a time is `2026-12-01 16:00:30 UTC`, with each time in the zone of the reader. */
export function inReaderTime(text: string): string {
  return text.replace(/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC\b/g, (words, day: string, time: string) => {
    const iso = `${day}T${time}Z`
    return Number.isNaN(Date.parse(iso)) ? words : full(iso)
  })
}

/** How near the time is at which a task should be done: `soon` in its last day. */
export function dueOf(dueAt: string, now: number) {
  const left = Date.parse(dueAt) - now
  const title = `Due ${full(dueAt)}`
  if (left < 0) return { text: `${span(-left)} overdue`, tone: "late", title } as const
  return { text: `due in ${span(left)}`, tone: left < 86_400_000 ? "soon" : "calm", title } as const
}

/** To the minute. */
export function timeOfDay(iso: string): string {
  return timeFormat.format(Date.parse(iso))
}

export function clock(ms: number): string {
  return new Date(ms).toLocaleTimeString()
}

/** A lease of the server's default length, in ms. */
const usualLeaseMs = 1_800_000

/**
 * How much of a lease is left, as text and as a share, and how urgent that is. `leaseMs` is its length, if an event told
 * it. If not, the length is guessed: the server's default or twice the estimate, whichever is longer, but no more than
 * the time from the last update to the end of the lease.
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
  if (left <= 0) return { text: "expired", tone: "urgent", share: 0 } as const
  const usual = Math.min(end - Date.parse(updatedAt), Math.max(usualLeaseMs, 2 * (etaMs ?? 0)))
  const length = leaseMs ?? usual
  const share = Math.min(1, left / Math.max(length, 1))
  const tone = left < 60_000 ? "urgent" : share < 0.2 ? "soon" : "calm"
  return { text: span(left), tone, share } as const
}

/** The hue of a name, the same on every machine. It uses the upper bits of FNV-1a, which are mixed best. */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5
  for (const char of nameKey(name)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return ((Math.imul(hash, 0x9e3779b1) >>> 16) * 360) >>> 16
}

/** The part in which names of one kind differ comes last: a number, or how the last word begins. */
export function initials(name: string): string {
  const number = /\d+$/.exec(name)?.[0].slice(-2) ?? ""
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const first = Array.from(words[0] ?? name)
  const rest = number || Array.from(words.length > 1 ? (words.at(-1) ?? "") : first.slice(1).join(""))[0]
  return (number.length > 1 ? number : `${first[0] ?? ""}${rest ?? ""}`).toUpperCase()
}

/** The order of names and numbers: 2 comes before 10. It is one for all, since a new one takes ten times as long. */
export const { compare: byName } = new Intl.Collator(undefined, { numeric: true })

// --- internal ---

/** Units with a count of 0 are left out: three days and a minute are `3d`. */
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
