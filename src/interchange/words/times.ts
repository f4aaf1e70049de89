import { monthNamed } from "./other-languages.ts"

/**
 * A time as tools write it, in ISO 8601; undefined where it is none, or could be two (`11/12/26`). Without a zone it is
 * taken as UTC. A day alone is its beginning, or with `isEnd` its end, so that what is due on a day is not late on it.
 */
export function timeOf(text: string, isEnd = false): string | undefined {
  const said = text.trim()
  if (/^[1-9]\d{12}$/.test(said)) return new Date(Number(said)).toISOString()
  for (const form of forms) {
    const { y, mon, m, d, time = "" } = form.exec(said)?.groups ?? {}
    if (y === undefined) continue
    const month = mon === undefined ? Number(m) : (monthNamed(mon) ?? 0)
    const year = y.length === 2 ? 2000 + Number(y) : Number(y)
    return compose(year, month, Number(d), time.trim(), isEnd)
  }
  return undefined
}

/** A time in ISO 8601, or the milliseconds since 1970 that some programs write. */
export function timeFrom(value: unknown, isEnd = false): string | undefined {
  if (typeof value === "string") return timeOf(value, isEnd)
  const isTime = typeof value === "number" && value > 1e11 && value < 1e13
  return isTime ? new Date(value).toISOString() : undefined
}

// --- internal ---

const time = String.raw`(?<time>[T ,]\s*\d{1,2}:.{2,60})?`
const mon = String.raw`(?<mon>\p{L}{3,10})\.?`
const weekday = String.raw`^(?:\p{L}{3,9},?\s+)?`
const forms = [
  new RegExp(String.raw`^(?<y>\d{4})[-/](?<m>\d{2})[-/](?<d>\d{2})${time}$`, "i"),
  new RegExp(
    String.raw`${weekday}(?<d>\d{1,2})\.?[-/ ](?:de )?${mon}[-/ ](?:de )?(?<y>\d{4}|\d{2})${time}$`,
    "iu",
  ),
  new RegExp(String.raw`${weekday}${mon}\s+(?<d>\d{1,2}),?\s+(?<y>\d{4})${time}$`, "iu"),
]
const clock =
  /^[T,]?\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(?:([ap])\.?\s?m\.?)?\s*(?:z|utc|gmt)?\s*(?:([+-]\d{1,2}):?(\d{2}))?(?:\s*\([^()]*\))?$/i

function compose(year: number, month: number, day: number, clockText: string, isEnd: boolean) {
  const at = Date.UTC(year, month - 1, day)
  const isDay = new Date(at).getUTCDate() === day && month >= 1 && month <= 12 && year >= 1970 && year < 9999
  if (!isDay) return undefined
  if (clockText === "") return new Date(isEnd ? at + 86_399_000 : at).toISOString()
  const [, h = "", min = "", s = "0", part = "", half, zoneHours, zoneMinutes = "0"] =
    clock.exec(clockText) ?? []
  if (h === "" || Number(h) > 23 || Number(min) > 59 || Number(s) > 60) return undefined
  const hours = half === undefined ? Number(h) : (Number(h) % 12) + (half.toLowerCase() === "p" ? 12 : 0)
  const ms = Number(part.padEnd(3, "0").slice(0, 3))
  const zone = zoneHours === undefined ? 0 : Number(zoneHours) * 60
  const offset = zone + (zoneHours?.startsWith("-") ? -1 : 1) * Number(zoneMinutes)
  return new Date(at + ((hours * 60 + Number(min) - offset) * 60 + Number(s)) * 1000 + ms).toISOString()
}
