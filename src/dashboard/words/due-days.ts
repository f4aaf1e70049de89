import { parseDuration } from "../../domain/wire/duration.ts"

/** The ends of today and of the next days as ISO times, by the names that people have for these days. */
export function dueDays(now: number): readonly (readonly [name: string, iso: string])[] {
  const weekday = new Intl.DateTimeFormat(undefined, { weekday: "long" })
  return Array.from({ length: 8 }, (_, days) => {
    const end = endOfDay(new Date(now), days)
    const name = ["Today", "Tomorrow"][days] ?? (days < 7 ? weekday.format(end) : "In a week")
    return [name, end.toISOString()]
  })
}

/** The time that a text means: `3d` from now, the end of `2026-12-05`, or `2026-12-05 17:00`; null for anything else. */
export function readDue(text: string, now: number): string | null {
  const ms = parseDuration(text)
  if (ms !== undefined) return new Date(now + ms).toISOString()
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text.trim()) ?? []
  const date = new Date(`${day}T${clock ?? "00:00"}`)
  // The engine takes the 31st of a month with 30 days for the 1st of the next.
  if (day === undefined || Number.isNaN(date.getTime()) || date.getDate() !== Number(day.slice(8)))
    return null
  return (clock === undefined ? endOfDay(date, 0) : date).toISOString()
}

// --- internal ---

function endOfDay(date: Date, days: number): Date {
  return new Date(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days + 1).getTime() - 1000)
}
