import { parseDuration } from "../../domain/wire/duration.ts"
import { itemLimits } from "../../domain/wire/imports/import-form.ts"
import { anonymous, nameKey, reservedNames, unassigned } from "../../domain/wire/names.ts"
import { named, type Notes } from "../notes.ts"

/** Brings texts of a file within what an item may hold, and notes what was cut. */
export interface Fitting {
  readonly notes: Notes
  readonly place: string
}

/** Whether a text can name a task, behind its kind. */
export function isId(text: string): boolean {
  const isLine = text === text.trim() && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)
  return isLine && text !== "" && text.length <= itemLimits.source - 20
}

/** A text in one line; undefined where nothing is to be seen in it. */
export function fitLine(text: string, most: number, what: string, { notes, place }: Fitting) {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
  if (!visible.test(line)) return undefined
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text.trim()))
    notes.add("cut", `{${what}} with line breaks or control characters replaced by spaces`, place)
  if (line.length <= most) return line
  notes.add("cut", `{${what}} cut to ${most} characters`, place)
  return `${line
    .slice(0, most - 1)
    .toWellFormed()
    .trimEnd()}…`
}

/** A text of several lines; undefined where it is empty. */
export function fitText(text: string, mostBytes: number, what: string, { notes, place }: Fitting) {
  const kept = text.includes("\0") || !text.isWellFormed() ? text.replaceAll("\0", "").toWellFormed() : text
  if (kept.trim() === "") return undefined
  if (kept !== text) notes.add("cut", `{${what}} stripped of characters that are not text`, place)
  if (kept.length <= mostBytes / 3) return kept
  const bytes = new TextEncoder().encode(kept)
  if (bytes.length <= mostBytes) return kept
  notes.add("cut", `{${what}} cut to ${mostBytes / 1024} KiB`, place)
  // Half a character at the end becomes U+FFFD.
  return new TextDecoder().decode(bytes.subarray(0, mostBytes - 3)).replace(/\ufffd$/, "") + "…"
}

/** The name of somebody. `unassigned` is nobody, and names that mean something here are left out. */
export function fitName(text: string, what: string, fitting: Fitting): string | undefined {
  const name = fitLine(text.trim().replace(/^@(?=.)/, ""), itemLimits.name, what, fitting)
  if (name === undefined || nameKey(name) === unassigned) return undefined
  if (!reservedNames.includes(nameKey(name))) return name
  fitting.notes.add(
    "dropped",
    `{${what}} ${named(name)} left out: the name means something else here`,
    fitting.place,
  )
  return undefined
}

/** The name of who did something: also that of nobody in particular. */
export function fitActor(text: string, what: string, fitting: Fitting): string | undefined {
  return nameKey(text.trim()) === anonymous ? anonymous : fitName(text, what, fitting)
}

export function fitDuration(text: string | undefined): string | undefined {
  const isDuration = text !== undefined && text.length <= itemLimits.eta && parseDuration(text) !== undefined
  return isDuration ? text.trim() : undefined
}

/** At most so many. */
export function fitCount<T>(list: readonly T[], most: number, what: string, { notes, place }: Fitting) {
  if (list.length <= most) return list
  notes.add("dropped", `{${what}} left out: more than ${most} per task`, place, list.length - most)
  return list.slice(0, most)
}

// --- internal ---

const visible = /[^\p{C}\p{Z}]/u
