import { formatDuration } from "../domain/wire/duration.ts"

/** `5m ago`, `in 2h`, `now`: the largest unit is enough for a glance. */
export function ago(iso: string, now = Date.now()): string {
  const ms = now - Date.parse(iso)
  if (Math.abs(ms) < 1000) return "now"
  const largest = formatDuration(Math.abs(ms)).split(" ")[0] ?? ""
  return ms > 0 ? `${largest} ago` : `in ${largest}`
}
