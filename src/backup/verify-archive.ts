import { fail } from "../errors.ts"
import { origin } from "../storage/journal/line.ts"
import type { OpenFile } from "../machine/files.ts"
import { readLines } from "../storage/journal/lines.ts"
import { isSegment, type BackupFile } from "./manifest.ts"
import { readArchive, type ReadArchive } from "./read-archive.ts"

/**
 * Reads a whole archive back with the digest of each file in it, and verifies its journal: the checksum of each
 * line, that each line follows the previous one, and that there are as many lines as the manifest says.
 */
export async function verifyArchive(path: string): Promise<ReadArchive> {
  const lines = { crc: origin, count: 0, segments: 0 }
  const read = await readArchive(path, {
    async take(file, bytes) {
      if (!isSegment(file)) return drain(bytes)
      const { crc, count } = await verifySegment(file, bytes, lines.crc)
      lines.crc = crc
      lines.count += count
      lines.segments += 1
    },
  })
  // Each segment begins with a header, and each segment except the last ends with a closing line.
  const commits = lines.count - (2 * lines.segments - 1)
  if (commits !== read.manifest.commits)
    failBad(path, `it contains ${commits} commits, but its manifest says ${read.manifest.commits}`)
  return read

  async function verifySegment(
    { path: name, size }: BackupFile,
    bytes: AsyncIterable<Uint8Array>,
    prev: string,
  ) {
    const reading = readLines(
      fromStream(bytes),
      { offset: 0, crc: prev },
      { limit: size, chunk: 1024 * 1024 },
    )
    let count = 0
    let step = await reading.next()
    for (; step.done !== true; step = await reading.next()) count += step.value.starts.length
    const { offset, crc } = step.value
    if (offset !== size) failBad(path, `line ${count + 1} of ${name} is damaged`)
    return { crc, count }
  }
}

// --- internal ---

function failBad(path: string, what: string): never {
  fail("storage_damaged", {
    detail: `${path} is not a valid backup: ${what}.`,
    facts: { part: "backup", file: path },
  })
}

async function drain(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

/** A stream of bytes, for a reader that starts at the first byte and skips none. */
function fromStream(bytes: AsyncIterable<Uint8Array>): Pick<OpenFile, "read"> {
  const chunks = bytes[Symbol.asyncIterator]()
  let rest: Uint8Array = Buffer.alloc(0)
  return {
    async read(buffer, offset, length) {
      while (rest.length === 0) {
        const step = await chunks.next()
        if (step.done === true) return { bytesRead: 0, buffer }
        rest = step.value
      }
      const part = rest.subarray(0, length)
      buffer.set(part, offset)
      rest = rest.subarray(part.length)
      return { bytesRead: part.length, buffer }
    },
  }
}
