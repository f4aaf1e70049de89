import { open, rm, type FileHandle } from "node:fs/promises"
import { setImmediate as nextTurn } from "node:timers/promises"
import { crc32 } from "node:zlib"
import type { Tables } from "../../domain/board/snapshot.ts"
import type { Checkpoint } from "./checkpoint.ts"
import { putInPlace } from "../durable-file.ts"

export const format = "upnext-board"
/** Raised too when the same log comes to another board: a checkpoint of the rules of before is made anew from it. */
export const version = 3

/** Every table, in the order of the file; the compiler asks for a new one here. */
export const tableNames = Object.keys({
  tasks: true,
  tombstones: true,
  comments: true,
  reviews: true,
  reflections: true,
  agents: true,
  hosts: true,
  notices: true,
  answers: true,
  days: true,
} satisfies Record<keyof Tables, true>) as (keyof Tables)[]

/**
 * Writes a checkpoint beside the old one, syncs it and puts it in its place; gives its size in bytes. Requests
 * go on meanwhile: the event loop gets its turn after every slice.
 */
export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<number> {
  const temporary = `${path}.new`
  const handle = await open(temporary, "w", 0o600)
  let size: number
  try {
    size = await writeSlices(handle, lines(checkpoint))
    await handle.sync()
  } catch (error) {
    await handle.close()
    await rm(temporary, { force: true })
    throw error
  }
  await handle.close()
  await putInPlace(temporary, path)
  return size
}

// --- internal ---

/** ms of JSON text made at a time. */
const slice = 2

/** Characters made at a time at most; encoding them takes its time too. */
const sliceLength = 512 * 1024

async function writeSlices(handle: FileHandle, lines: Iterable<string>): Promise<number> {
  let text = ""
  let crc = 0
  let size = 0
  let count = 0
  let begun = performance.now()

  async function flush(): Promise<void> {
    const bytes = Buffer.from(text)
    crc = crc32(bytes, crc)
    size += bytes.length
    text = ""
    await handle.writeFile(bytes)
    await nextTurn()
    begun = performance.now()
  }

  for (const line of lines) {
    text += line
    count += 1
    if (text.length > sliceLength || (count % 8 === 0 && performance.now() - begun > slice)) await flush()
  }
  await flush()
  text = `"crc":"${crc.toString(16).padStart(8, "0")}"}\n`
  await flush()
  return size
}

function* lines({ position, snapshot }: Checkpoint): Generator<string> {
  const head = { format, version, position, counters: snapshot.counters }
  yield `${JSON.stringify(head).slice(0, -1)},\n`
  for (const name of tableNames) {
    yield `"${name}":[\n`
    let first = true
    for (const row of snapshot.tables[name]) {
      yield (first ? "" : ",\n") + JSON.stringify(row)
      first = false
    }
    yield first ? "],\n" : "\n],\n"
  }
}
