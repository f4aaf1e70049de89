import { isObject } from "../../domain/wire/metadata.ts"
import { isFilled } from "../items/rest.ts"
import { named, type Notes } from "../notes.ts"

/** Values of JSON and YAML that may be of any type, as what a reader needs; undefined where they are not. */

export type JsonObject = Readonly<Record<string, unknown>>

export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

/** A text, or a number as people write it. */
export function stringOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value)
  return typeof value === "string" && value !== "" ? value : undefined
}

/** A list, or the one value that stands for it. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value == null || value === "" ? [] : [value]
}

export function stringsOf(value: unknown): string[] {
  return listOf(value).flatMap((each) => stringOf(each) ?? [])
}

/** The keys that a reader knows, each with what it becomes, in a word for the report; "" where a status or so says it. */
export interface KnownKeys {
  /** Of these the values are texts, numbers, or lists of them. */
  readonly texts: Readonly<Record<string, string>>
  /** Of these they may be anything. */
  readonly parts: Readonly<Record<string, string>>
}

/** What has no field here: keys that are not known, and texts that are none. Notes what becomes of the others. */
export function restOf(object: JsonObject, { texts, parts }: KnownKeys, notes: Notes): [string, unknown][] {
  return Object.entries(object).filter(([name, value]) => {
    const to =
      Object.hasOwn(texts, name) && areTexts(value)
        ? texts[name]
        : Object.hasOwn(parts, name)
          ? parts[name]
          : undefined
    if (to !== undefined && to !== "" && isFilled(value))
      notes.add("mapped", `{value} of ${named(name)} → ${to}`, undefined, 1, value)
    return to === undefined
  })
}

// --- internal ---

function areTexts(value: unknown): boolean {
  return listOf(value).every((each) => each == null || each === "" || stringOf(each) !== undefined)
}
