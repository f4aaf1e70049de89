import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs"
import { fail } from "../errors.ts"

export interface PlainFile {
  readonly bytes: Buffer
  /** Who owns it, where the system knows users. */
  readonly uid: number
}

/** Larger ones are no settings. In bytes. */
export const mostOfSettings = 1024 * 1024

/**
 * Reads a file of ours whole. A pipe would keep its reader waiting, and a device has no end, so only a plain file of at most
 * so many bytes is read.
 * @param followsLink whether the path may be a link to one
 * @throws invalid_config, and as Node does where it cannot be opened
 */
export function readPlain(path: string, { most = mostOfSettings, followsLink = true } = {}): PlainFile {
  const file = open(path, followsLink)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) failPlain(path, "is not a regular file")
    if (found.size > most) failPlain(path, `is larger than ${Math.floor(most / 1024)} KiB`)
    const bytes = Buffer.alloc(found.size)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, length)
    return { bytes: bytes.subarray(0, length), uid: found.uid }
  } finally {
    closeSync(file)
  }
}

// --- internal ---

/** Opening a pipe without a writer returns at once; reading one is refused above. */
function open(path: string, followsLink: boolean): number {
  const { O_RDONLY, O_NONBLOCK, O_NOCTTY, O_NOFOLLOW } = constants
  try {
    return openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (followsLink ? 0 : O_NOFOLLOW))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ELOOP") throw error
    return failPlain(path, "is a link")
  }
}

function failPlain(path: string, why: string): never {
  return fail("invalid_config", {
    detail: `${path} ${why}, so it is not read.`,
    hint: "Replace it with a regular file, or remove it.",
  })
}
