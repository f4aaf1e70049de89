import { boardNow } from "../client/board-clock.ts"
import { formatDuration } from "../domain/wire/duration.ts"

/** `5m ago`, `in 2h`, `now`: the largest unit is enough for a glance. By the clock of the board. */
export function ago(iso: string, now = boardNow()): string {
  const ms = now - Date.parse(iso)
  if (Math.abs(ms) < 1000) return "now"
  const largest = formatDuration(Math.abs(ms)).split(" ")[0] ?? ""
  return ms > 0 ? `${largest} ago` : `in ${largest}`
}

/** `Tue 2026-12-01 17:00 +01:00`: a time in the zone of the shell. */
export function localTime(iso: string): string {
  const time = new Date(iso)
  const minutes = -time.getTimezoneOffset()
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${weekdays[time.getDay()] ?? ""} ${day} ${two(time.getHours())}:${two(time.getMinutes())} ${offset}`
}

/** Words of the server, in which a time is `2026-12-01 16:00:30 UTC`, with each time in the zone of the shell. */
export function inLocalTime(text: string, now = boardNow()): string {
  return text.replace(/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC\b/g, (words, day: string, time: string) => {
    const iso = `${day}T${time}Z`
    return Number.isNaN(Date.parse(iso)) ? words : `${localTime(iso)} (${ago(iso, now)})`
  })
}

/** A value of a field or an event, with a time in the zone of the shell. */
export function withLocalTime(value: string): string {
  return isoTime.test(value) && !Number.isNaN(Date.parse(value)) ? localTime(value) : value
}

// --- internal ---

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

function two(n: number): string {
  return String(Math.trunc(n)).padStart(2, "0")
}
