import { fail, UpnextError } from "../errors.ts"
import { readPlain } from "../machine/plain-file.ts"
import { parseJsonObject, utf8Of } from "../machine/text.ts"

export type Env = Readonly<Record<string, string | undefined>>

/** A value, and the flag, the variable or the file that says it. */
export interface Sourced {
  readonly text: string
  readonly source: string
}

/** The JSON object in a plain file; undefined if the file cannot be read. Throws `invalid_config`. */
export function readObject(path: string): Record<string, unknown> | undefined {
  const bytes = readBytes(path)
  return bytes && parseBytes(path, bytes)
}

/** The same of bytes. @param path what names them */
export function parseBytes(path: string, bytes: Uint8Array): Record<string, unknown> {
  return parseObject(path, utf8Of(bytes) ?? failConfig(path, "it is not UTF-8 text."))
}

/** The same of a text. @param path what names it */
export function parseObject(path: string, content: string): Record<string, unknown> {
  try {
    return parseJsonObject(content)
  } catch (cause) {
    if (cause instanceof TypeError) return failConfig(path, "it must contain a JSON object.")
    return fail("invalid_config", {
      detail: `${path} is not valid JSON: ${(cause as Error).message}.`,
      cause,
    })
  }
}

/** The value if it is a text that is not blank; else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined
}

/**
 * Throws `invalid_config`, naming the flag, the variable, or the file and its key.
 * @param example a value for a flag or a variable
 */
export function failConfig(source: string, problem: string, example?: string): never {
  const line = source.startsWith("--") ? `${source} ${example}` : `${source}=${example}`
  const isFile = example === undefined || !/^(?:--|[A-Z_]+$)/.test(source)
  const hint = isFile ? undefined : `Write it as in \`${line}\`, or leave it out.`
  fail("invalid_config", { detail: `${source}: ${problem}`, hint })
}

// --- internal ---

function readBytes(path: string): Buffer | undefined {
  try {
    return readPlain(path).bytes
  } catch (error) {
    if (error instanceof UpnextError) throw error
    return undefined
  }
}
