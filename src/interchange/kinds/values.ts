import { isObject } from "../../domain/wire/metadata.ts"

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

/** All but the named keys. */
export function restOf(object: JsonObject, names: readonly string[]): [string, unknown][] {
  return Object.entries(object).filter(([name]) => !names.includes(name))
}
