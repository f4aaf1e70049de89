import { createReadStream } from "node:fs"
import { readFile, stat } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { serverLogFiles } from "./file.ts"

export interface LogTail {
  readonly lines: readonly string[]
  /** The bytes of the newest file that were read. */
  readonly end: number
}

/** The last lines of a log, also from its older files; undefined if there is none. */
export async function readTail(path: string, count: number): Promise<LogTail | undefined> {
  const [newest, ...older] = serverLogFiles(path)
  if (newest !== path) return undefined
  const bytes = await readFile(path)
  let lines = linesOf(bytes)
  for (const file of older) {
    if (lines.length >= count) break
    lines = [...linesOf(await readFile(file)), ...lines]
  }
  return { lines: count === 0 ? [] : lines.slice(-count), end: bytes.length }
}

/**
 * What is appended to a log from a byte on, in parts as they come, until the reader stops. A log that was begun anew is
 * shorter than before; the rest of what it held is in the first of its older files.
 */
export async function* followLog(path: string, from: number): AsyncGenerator<Buffer> {
  let end = from
  for (;;) {
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    )
    if (size < end) {
      yield* read(`${path}.1`, end)
      end = 0
    }
    for await (const part of read(path, end)) {
      end += part.length
      yield part
    }
    await sleep(lookMs)
  }
}

// --- internal ---

const lookMs = 200

function linesOf(bytes: Buffer): string[] {
  const text = bytes.toString()
  return text === "" ? [] : text.replace(/\n$/, "").split("\n")
}

async function* read(path: string, start: number): AsyncGenerator<Buffer> {
  try {
    for await (const part of createReadStream(path, { start })) yield part as Buffer
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
}
