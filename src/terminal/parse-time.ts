import { parseDuration } from "../domain/wire/duration.ts"

export interface Moment {
  /** ms since 1970. */
  readonly now: number
  /** The IANA name of the time zone that times without an offset are in. */
  readonly zone: string
  /** Durations, weekdays and times of day mean the past instead of the future. */
  readonly looksBack?: boolean
  /** A day without a time of day means its last second instead of its first. */
  readonly endsDay?: boolean
}

export const timeHint = '2026-12-01, "2026-12-01 17:00", 17:00, 2h, today, tomorrow 9:00, fri 17:00'

/** What to write in place of a text that is no time. */
export function hintOfTime(given: string, flag: string): string {
  return /^(?:none|null|clear)$/i.test(given)
    ? `An empty value clears the field: \`--${flag} ""\`.`
    : `For example ${timeHint}, or ISO 8601 such as 2030-01-31T12:00:00Z.`
}

/**
 * Reads a time as a person types it: a day, a time of day, both, or a duration from now (`2h`, `in 2 hours`, `2h ago`).
 * A day is `2026-12-01`, `today`, `tomorrow`, `yesterday`, `next week`, `eow` or a weekday; a time of day is `17:00`, `9:00:30` or `9am`.
 * A weekday, or a time of day alone, is the first one that is still ahead: `fri 17:00` on a Friday at 17:00 is in a
 * week. If the clocks skip the local time, the result is as much later as they skip. If they show it twice, the first
 * one counts.
 * @returns ms since 1970; undefined for anything else
 */
export function parseTime(text: string, moment: Moment): number | undefined {
  const given = plainTime(text)
  const { ms } = spanOf(given, moment.looksBack === true)
  if (ms !== undefined) return moment.now + ms
  if (given === "now") return moment.now
  const [, dayText = "", clockText = ""] =
    /^(\d{4}-\d\d-\d\d|[a-z]+)?(?:(?:^| at | |t)(\d.*))?$/.exec(given) ?? []
  const clock = clockText === "" ? undefined : clockOf(clockText)
  if (clockText !== "" && !clock) return undefined
  if (dayText === "" && !clock) return undefined
  const today = localOf(moment.now, moment.zone)
  const at = (day: CalendarDay) => instantOf(day, clock, moment)
  if (dayText === "") return ahead(at, today, 1, moment)
  const weekday = weekdays.findIndex((name) => dayText === name || dayText === name.slice(0, 3))
  if (weekday < 0) {
    const day = dayOf(dayText, today)
    return day && at(day)
  }
  const distance = moment.looksBack
    ? -((weekdayOf(today) - weekday + 7) % 7)
    : (weekday - weekdayOf(today) + 7) % 7
  return ahead(at, addDays(today, distance), 7, moment)
}

/** The duration in a text that means a time so long from now, or so long ago; undefined for anything else. */
export function durationFromNow(text: string, looksBack: boolean): string | undefined {
  const { ms, length } = spanOf(plainTime(text), looksBack)
  return ms !== undefined && ms < 0 === looksBack ? length : undefined
}

// --- internal ---

interface CalendarDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
}

interface TimeOfDay {
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
const relative: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
const dayMs = 86_400_000

/** Other words for the same, in ours: `next week` is Monday, `3 days` are `3d`. */
function plainTime(text: string): string {
  const given = text.trim().toLowerCase().replace(/\s+/g, " ")
  return Object.hasOwn(wordsForDays, given)
    ? (wordsForDays[given] ?? given)
    : given
        .replace(/^-(?=\d\w*$)(.*)$/, "$1 ago")
        .replace(
          /(\d) ?(min|hour|hr|day|week)(?:ute)?s?\b/g,
          (_, n: string, unit: string) => n + unit.charAt(0),
        )
}

const wordsForDays: Readonly<Record<string, string>> = {
  ...{ eod: "today", "end of day": "today", tonight: "today" },
  ...{ eow: "sunday", "end of week": "sunday", "end of the week": "sunday" },
  ...{ "next week": "monday" },
}

/** `ms` is counted from now, negative for the past; undefined if the text is not a duration. */
function spanOf(text: string, looksBack: boolean): { ms: number | undefined; length: string } {
  const [, ahead, length = "", ago] = /^(in |\+)?(.*?)( ago)?$/.exec(text) ?? []
  const ms = ahead !== undefined && ago !== undefined ? undefined : parseDuration(length)
  const isPast = ago !== undefined || (looksBack && ahead === undefined)
  return { ms: ms !== undefined && isPast ? -ms : ms, length }
}

function clockOf(text: string): TimeOfDay | undefined {
  const match = /^(\d{1,2})(?::(\d\d)(?::(\d\d))?)? ?(am|pm)?$/.exec(text)
  if (!match || (match[2] === undefined && match[4] === undefined)) return undefined
  const [, hourText, minute = "0", second = "0", half] = match
  const hour = Number(hourText)
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const hour24 = half === undefined ? hour : (hour % 12) + (half === "pm" ? 12 : 0)
  if (hour24 > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return { hour: hour24, minute: Number(minute), second: Number(second) }
}

function dayOf(text: string, today: CalendarDay): CalendarDay | undefined {
  if (Object.hasOwn(relative, text)) return addDays(today, relative[text] ?? 0)
  const [year = NaN, month = NaN, day = NaN] = text.split("-").map(Number)
  const found = dayAt(Date.UTC(year, month - 1, day))
  return found.year === year && found.month === month && found.day === day ? found : undefined
}

function addDays({ year, month, day }: CalendarDay, days: number): CalendarDay {
  return dayAt(Date.UTC(year, month - 1, day) + days * dayMs)
}

function dayAt(utc: number): CalendarDay {
  const date = new Date(utc)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function weekdayOf({ year, month, day }: CalendarDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

/** The time on that day. If it has passed, the time `days` later; with `looksBack`, the other way round. */
function ahead(
  at: (day: CalendarDay) => number,
  day: CalendarDay,
  days: number,
  { now, looksBack }: Moment,
): number {
  const time = at(day)
  if (looksBack) return time > now ? at(addDays(day, -days)) : time
  return time <= now ? at(addDays(day, days)) : time
}

function instantOf(day: CalendarDay, clock: TimeOfDay | undefined, { zone, endsDay }: Moment): number {
  if (clock) return toInstant(day, clock, zone)
  const midnight = { hour: 0, minute: 0, second: 0 }
  return endsDay ? toInstant(addDays(day, 1), midnight, zone) - 1000 : toInstant(day, midnight, zone)
}

/** Like Temporal's `compatible`: the offset before a clock change decides for times that are skipped or shown twice. */
function toInstant(
  { year, month, day }: CalendarDay,
  { hour, minute, second }: TimeOfDay,
  zone: string,
): number {
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const [before, after] = [offsetAt(wall - dayMs, zone), offsetAt(wall + dayMs, zone)]
  const isBefore = offsetAt(wall - before, zone) === before
  return !isBefore && offsetAt(wall - after, zone) === after ? wall - after : wall - before
}

/** How far the clocks of a zone are ahead of UTC, in ms. */
function offsetAt(time: number, zone: string): number {
  const { year, month, day, hour, minute, second } = localOf(time, zone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function localOf(time: number, zone: string): CalendarDay & TimeOfDay {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("en-US", { ...numeric, timeZone: zone })
  formats.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second }
}

const numeric = {
  calendar: "iso8601",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const
