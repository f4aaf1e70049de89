/** @param time ms since 1970, or null for never */
export function iso(time: number): string
export function iso(time: number | null): string | null
export function iso(time: number | null): string | null {
  if (time === null) return null
  const second = Math.floor(time / 1000)
  let start = seconds.get(second)
  if (start === undefined) {
    start = new Date(second * 1000).toISOString().slice(0, -4)
    if (seconds.size >= mostSeconds) seconds.clear()
    seconds.set(second, start)
  }
  const ms = time - second * 1000
  return `${start}${ms < 10 ? "00" : ms < 100 ? "0" : ""}${ms}Z`
}

/** A time as it was sent: in ms since 1970, or as a number of ms from the moment at which the server reads it. */
export type SentTime = number | { readonly fromNow: number }

export function timeOf(sent: SentTime, now: number): number {
  return typeof sent === "number" ? sent : now + sent.fromNow
}

/** A time in a sentence for people: `2026-12-01 16:00:30 UTC`. An interface may use the reader's time zone. */
export function plainTime(time: number): string {
  return `${iso(time).slice(0, 19).replace("T", " ")} UTC`
}

// --- internal ---

/** The text of each second, up to the dot. Looking it up costs a tenth of creating it. */
const seconds = new Map<number, string>()
const mostSeconds = 1000
