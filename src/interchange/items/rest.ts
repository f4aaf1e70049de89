import { itemLimits } from "../../domain/wire/imports/import-form.ts"
import { checkMetadata, isObject, type Json, type Metadata } from "../../domain/wire/metadata.ts"
import type { Fitting } from "./fit.ts"
import { named } from "../notes.ts"

/** Whether a value says anything. An empty one is neither kept nor counted. */
export function isFilled(value: unknown): boolean {
  if (value == null) return false
  if (typeof value === "string") return value.trim() !== ""
  if (Array.isArray(value)) return value.some(isFilled)
  return !isObject(value) || Object.values(value).some(isFilled)
}

/**
 * What has no field here, for `metadata.imported`, each name counted. Of a name that occurs several times, all values.
 * Keys that could harm a program, and what is nested too deeply, are left out.
 */
export function keepRest(rest: Iterable<readonly [string, unknown]>, fitting: Fitting): Metadata | undefined {
  const { notes, place } = fitting
  const kept = new Map<string, Json[]>()
  for (const [name, value] of rest) {
    if (!isFilled(value)) continue
    const key = clean(name)
    if (poisoned.has(key)) {
      notes.add("dropped", `{value} of ${named(key)} left out: metadata cannot have this key`, place)
      continue
    }
    kept.set(key, [...(kept.get(key) ?? []), harmless(value, 0, fitting)])
    notes.add("kept", `{value} of ${named(key)} kept in metadata.imported`, undefined, 1, value)
  }
  if (kept.size === 0) return undefined
  const entries = [...kept].map(([key, values]): [string, Json] => [
    key,
    values.length === 1 ? (values[0] ?? null) : values,
  ])
  return withinBytes(entries, fitting)
}

/** The metadata of a file of our own: as it is, but for what the server would refuse. */
export function keepMetadata(offered: unknown, fitting: Fitting): Metadata | undefined {
  if (!isFilled(offered) || !isObject(offered)) return undefined
  const value = harmless(offered, 0, fitting) as Metadata
  const entries = Object.entries(value).filter(([key, inner]) => {
    const isGood = checkMetadata({ [key]: inner }) === undefined
    if (!isGood)
      fitting.notes.add("dropped", `{value} of metadata.${key} left out: not a valid value`, fitting.place)
    return isGood
  })
  return withinBytes(entries, fitting)
}

// --- internal ---

const poisoned = new Set(["__proto__", "constructor", "prototype"])
const deepest = 50

const clean = (text: string) => text.replaceAll("\0", "").toWellFormed()

function harmless(value: unknown, depth: number, fitting: Fitting): Json {
  if (typeof value === "string") return clean(value)
  if (typeof value === "number" || typeof value === "boolean") return value
  if (depth >= deepest || typeof value !== "object" || value === null) {
    if (depth >= deepest) fitting.notes.add("dropped", "{value} left out: nested too deeply", fitting.place)
    return null
  }
  if (Array.isArray(value)) return value.map((each) => harmless(each, depth + 1, fitting))
  const entries = Object.entries(value).filter(([key]) => {
    if (poisoned.has(key))
      fitting.notes.add(
        "dropped",
        `{value} of ${named(key)} left out: metadata cannot have this key`,
        fitting.place,
      )
    return !poisoned.has(key)
  })
  return Object.fromEntries(entries.map(([key, inner]) => [clean(key), harmless(inner, depth + 1, fitting)]))
}

/** Without the longest values, where all of them are too long together. */
function withinBytes(entries: readonly [string, Json][], { notes, place }: Fitting): Metadata | undefined {
  const sizes = new Map(
    entries.map((entry) => [entry, new TextEncoder().encode(JSON.stringify(entry)).length]),
  )
  const most = itemLimits.metadataBytes - 100
  let total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  for (const [entry, size] of total > most ? [...sizes].sort((a, b) => b[1] - a[1]) : []) {
    if (total <= most) break
    total -= size
    sizes.delete(entry)
    notes.add("dropped", `{value} of ${named(entry[0])} left out: too long to keep`, place)
  }
  return sizes.size === 0 ? undefined : Object.fromEntries(sizes.keys())
}
