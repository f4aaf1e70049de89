import { createReadStream } from "node:fs"
import { basename, resolve } from "node:path"
import type { FileToSend } from "../../client/contract.ts"
import { fail, UpnextError } from "../../errors.ts"
import { errno } from "../../machine/file-errors.ts"
import { readBytes } from "../../machine/text.ts"

/** The file at a path, or on standard input where the path is `-`. Only the last part of the path is its name. */
export async function readToSend(path: string, name: string | undefined): Promise<FileToSend> {
  if (path !== "-") return { name: name ?? basename(path), bytes: await readFile(path) }
  if (name === undefined)
    fail("invalid_input", {
      detail: "A file on standard input has no name.",
      hint: "Add --name, for example --name build.log.",
    })
  return { name, bytes: await bytesOf(process.stdin, "Standard input") }
}

// --- internal ---

async function readFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const whole = resolve(path)
  try {
    return await bytesOf(createReadStream(whole), JSON.stringify(path))
  } catch (cause) {
    if (cause instanceof UpnextError) throw cause
    const why = reasons[errno(cause)] ?? String(cause)
    fail("invalid_input", {
      detail: `The file ${JSON.stringify(path)} cannot be read: ${why}.`,
      hint: "Give the path of an existing file.",
      cause,
    })
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
}

/** More than any server takes. */
const mostMebibytes = 256

function bytesOf(stream: AsyncIterable<Uint8Array>, what: string): Promise<Uint8Array<ArrayBuffer>> {
  return readBytes(stream, mostMebibytes * 1024 ** 2, {
    detail: `${what} is larger than ${mostMebibytes} MiB.`,
    hint: "Attach a part of the file, or say where the file is.",
  })
}
