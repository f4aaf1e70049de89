import { readFile } from "node:fs/promises"
import { basename, resolve } from "node:path"
import { buffer } from "node:stream/consumers"
import type { FileToSend } from "../../client/contract.ts"
import { fail } from "../../errors.ts"

/** The file at a path, or on standard input where the path is `-`. Only the last part of the path is its name. */
export async function readToSend(path: string, name: string | undefined): Promise<FileToSend> {
  if (path !== "-") return { name: name ?? basename(path), bytes: await readBytes(path) }
  if (name === undefined)
    fail("invalid_input", {
      detail: "A file on standard input has no name.",
      hint: "Add --name, such as --name build.log.",
    })
  return { name, bytes: new Uint8Array(await buffer(process.stdin)) }
}

// --- internal ---

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const whole = resolve(path)
  try {
    return new Uint8Array(await readFile(whole))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    fail("invalid_input", {
      detail: `The file ${JSON.stringify(path)} cannot be read: ${why}.`,
      hint: "Name a file that is there.",
      cause,
    })
  }
}
