import { readFileSync } from "node:fs"
import { fail } from "../errors.ts"

export type Env = Readonly<Record<string, string | undefined>>

/** A value, and the flag, the variable or the file that says it. */
export interface Sourced {
  readonly text: string
  readonly source: string
}

/** The JSON object in a file; undefined if the file cannot be read. Throws `invalid_config`. */
export function readObject(path: string): Record<string, unknown> | undefined {
  const content = readText(path)
  return content === undefined ? undefined : parseObject(path, content)
}

/** The same of a text. @param path what names it */
export function parseObject(path: string, content: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content)
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (cause) {
    fail("invalid_config", { detail: `${path} is not valid JSON: ${(cause as Error).message}.`, cause })
  }
  return failConfig(path, "it must hold a JSON object.")
}

/** The value if it is a text that is not empty; else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined
}

/** Throws `invalid_config`, naming the flag, the variable, or the file and its key. */
export function failConfig(source: string, problem: string): never {
  fail("invalid_config", `${source}: ${problem}`)
}

// --- internal ---

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}
