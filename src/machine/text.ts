import { isUtf8 } from "node:buffer"
import { readFileSync } from "node:fs"
import { fail } from "../errors.ts"

/** The text of bytes in UTF-8, without the byte order mark that some editors and shells write; undefined for other bytes. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined
  return withoutMark(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString())
}

/** The same, or `invalid_input`: read anyway, each of the other bytes would be stored as U+FFFD. */
export function requireUtf8(bytes: Uint8Array, name: string): string {
  return (
    utf8Of(bytes) ??
    fail("invalid_input", {
      detail: `${name} is not UTF-8 text.`,
      hint: "Save or send it as UTF-8. `iconv -f latin1 -t utf-8` converts Latin-1.",
    })
  )
}

/** All of standard input. Rejects with `invalid_input` if it is not UTF-8, or too long. */
export function readStdin(): Promise<string> {
  return readText(process.stdin, "Standard input")
}

/** All of a text that is to be sent. A request holds 1 MiB, so one that is much longer is not even read to its end. */
export async function readText(source: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  const refusal = {
    detail: `${name} contains more than 8 MiB of text.`,
    hint: "Send less at a time: a request may be at most 1 MiB.",
  }
  return requireUtf8(await readBytes(source, 8 * 1024 ** 2, refusal), name)
}

/** All bytes of a source. Rejects with `invalid_input` where they are more than may be. */
export async function readBytes(
  source: AsyncIterable<Uint8Array>,
  most: number,
  refusal: { readonly detail: string; readonly hint: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of source) {
    size += part.length
    if (size > most) fail("invalid_input", refusal)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** Node puts U+FFFD for each byte of an argument that is not UTF-8. Only the system knows whether it was typed so. */
export function requireUtf8Arguments(args: readonly string[]): void {
  if (!args.some((arg) => arg.includes("\uFFFD"))) return
  let typed: Buffer | undefined
  try {
    typed = readFileSync("/proc/self/cmdline")
  } catch {
    return
  }
  requireUtf8(typed, "An argument")
}

/** Whether a value from JSON is an object, and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** The object in a JSON text. Throws a SyntaxError where it is not JSON, and a TypeError where it is no object. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(withoutMark(text))
  if (isObject(value)) return value
  throw new TypeError("It must contain a JSON object.")
}

// --- internal ---

function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text
}
