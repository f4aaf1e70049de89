import { randomBytes } from "node:crypto"
import { readFileSync, renameSync } from "node:fs"
import { access, appendFile, constants, open, realpath, rm, stat, type FileHandle } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fail } from "../../errors.ts"
import { syncDirectory, writeSynced } from "../../machine/durable-file.ts"
import { asRefusal } from "../../machine/file-errors.ts"
import { keepMode } from "../../machine/put-new.ts"
import { quote } from "../../terminal/typed.ts"

/** The real path of a file that may be replaced; undefined where it is a folder, a pipe or a device. */
export async function writableFile(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return path
  if (!found.isFile()) return undefined
  const isWritable = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
  // Root may write to any file, and has been told not to write to this one.
  if (!isWritable || (found.mode & 0o222) === 0)
    fail("invalid_input", {
      detail: `${path} is read-only, so its boxes stay as they are.`,
      facts: { path },
      hint: `\`chmod u+w ${quote(path)}\` makes the file writable.`,
    })
  return realpath(path)
}

/**
 * Puts other bytes in the place of a file that holds these, whole or not at all, with its mode and its owner.
 * @returns false where the file holds others: then another program has written to it, and what that wrote stands there
 */
export async function replaceSame(path: string, before: Uint8Array, after: Uint8Array): Promise<boolean> {
  const old = await open(path, "r").catch((error: unknown) => {
    throw asRefusal(error, path)
  })
  try {
    const draft = await draftOf(path, after, old)
    if (!putWhereSame(draft, path, before)) {
      await rm(draft, { force: true })
      return false
    }
    await syncDirectory(dirname(path))
    // A program that had opened the file before may still write to it, and only this handle leads there.
    await pause(50)
    if (isSame(await bytesOf(old), before)) return true
    const written = await settled(old)
    // What was added at the end is added again: by now another run or an editor may have put a file here, which stays.
    if (isSame(written.subarray(0, before.length), before)) {
      await appendFile(path, written.subarray(before.length), { flush: true })
      return false
    }
    const others = await draftOf(path, written, old)
    if (!putWhereSame(others, path, after)) await rm(others, { force: true })
    return false
  } catch (error) {
    throw asRefusal(error, path)
  } finally {
    await old.close()
  }
}

// --- internal ---

async function draftOf(path: string, bytes: Uint8Array, old: FileHandle): Promise<string> {
  const draft = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.part`)
  try {
    await writeSynced(draft, bytes)
    await keepMode(draft, await old.stat())
    return draft
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Nothing of this process comes between the look and the rename, so another program has hardly a moment to write in. */
function putWhereSame(draft: string, path: string, expected: Uint8Array): boolean {
  if (!isSame(readFileSync(path), expected)) return false
  renameSync(draft, path)
  return true
}

/** The contents of the file once its writer has finished. */
async function settled(file: FileHandle): Promise<Uint8Array> {
  let last = await bytesOf(file)
  for (let turn = 0; turn < 20; turn++) {
    await pause(50)
    const now = await bytesOf(file)
    if (now.length > 0 && isSame(now, last)) break
    last = now
  }
  return last
}

async function bytesOf(file: FileHandle): Promise<Uint8Array> {
  const { size } = await file.stat()
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, 0)
  return bytes.subarray(0, bytesRead)
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
