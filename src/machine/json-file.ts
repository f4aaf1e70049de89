import type { Adapter } from "lowdb"
import { randomUUID } from "node:crypto"
import { link, realpath, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { syncDirectory, writeSynced } from "./durable-file.ts"
import { errno } from "./file-errors.ts"
import { readPlain } from "./plain-file.ts"
import { parseJsonObject, utf8Of } from "./text.ts"

/** Where the text of a small file is read and written, whole. */
export interface TextFile {
  /** Resolves to undefined where there is no file. */
  read(): Promise<string | undefined>
  /** Resolves when the text is on the disk. */
  write(text: string): Promise<void>
}

/**
 * A lowdb adapter for a small JSON file that people edit too: two spaces a level, a line break at the end, keys in the
 * order in which they were read. lowdb takes `null` in a file for no file, so anything but an object is refused: with a
 * TypeError, and with a SyntaxError what is no JSON.
 */
export function jsonFile<T extends object>(file: TextFile): Adapter<T> {
  return {
    async read() {
      const text = await file.read()
      return text === undefined ? null : (parseJsonObject(text) as T)
    },
    write: (data) => file.write(printJson(data)),
  }
}

/** The text that `jsonFile` writes. */
export function printJson(data: object): string {
  return `${JSON.stringify(data, null, 2)}\n`
}

/** A file for its owner only (0600). A reader finds the old text or the new one, whole; a link stays a link. */
export function durableText(path: string): TextFile {
  return {
    read: () =>
      Promise.resolve()
        .then(() => utf8Of(readPlain(path).bytes) ?? failText())
        .catch(unlessMissing),
    async write(text) {
      const target = (await realpath(path).catch(unlessMissing)) ?? path
      await withDraft(target, text, (draft) => rename(draft, target))
    },
  }
}

/** The same for a file that is to be made: `write` rejects with EEXIST if it is there. */
export function newDurableText(path: string): TextFile {
  return { ...durableText(path), write: (text) => withDraft(path, text, (draft) => link(draft, path)) }
}

// --- internal ---

/** Writes the text beside a path, and lets `place` give it its name. */
async function withDraft(path: string, text: string, place: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`
  try {
    await writeSynced(draft, Buffer.from(text))
    await place(draft)
  } finally {
    await rm(draft, { force: true })
  }
  await syncDirectory(dirname(path))
}

function unlessMissing(error: unknown): undefined {
  if (!["ENOENT", "ENOTDIR"].includes(errno(error))) throw error
  return undefined
}

function failText(): never {
  throw new SyntaxError("it is not UTF-8 text")
}
