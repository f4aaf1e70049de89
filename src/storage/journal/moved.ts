import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { fail } from "../../errors.ts"
import { noneIfMissing } from "../../machine/file-errors.ts"
import { putInPlace, writeSynced } from "../../machine/durable-file.ts"

/** Where the board of a data directory was moved to; undefined while the board is used here. */
export async function readMoved(directory: string): Promise<string | undefined> {
  const path = pathIn(directory)
  const text = await readFile(path, "utf8").catch(noneIfMissing(path))
  return text === undefined ? undefined : text.trim()
}

/** Refuses with `board_moved` a board that is used elsewhere now. */
export async function checkNotMoved(directory: string): Promise<void> {
  const to = await readMoved(directory)
  if (to === undefined) return
  fail("board_moved", {
    detail: `The board in ${directory} was moved to ${to}.`,
    facts: { to, file: pathIn(directory) },
  })
}

export async function writeMoved(directory: string, to: string): Promise<void> {
  const path = pathIn(directory)
  await writeSynced(`${path}.new`, Buffer.from(`${to}\n`))
  await putInPlace(`${path}.new`, path)
}

// --- internal ---

const pathIn = (directory: string): string => join(directory, "moved-to")
