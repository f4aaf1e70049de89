import { checkLine } from "./line.ts"

/**
 * What stands at the end of the last segment after the last verified line: a write that was cut short
 * by a crash, or damage to something that had been acknowledged. One commit is in flight at a time, so a torn
 * write is one line at most.
 *
 * A line without its newline is torn: an acknowledged one has it. The exception is a whole line followed by a
 * byte that no write ever put there; that is a newline gone bad.
 *
 * A line with its newline and a wrong checksum is torn only where the system wrote the file's pages in another
 * order than ours before the power went. Pages not written read as zeros, and JSON text holds none, so it has
 * holes: runs of zeros that begin and end at sector borders (or at the line's own ends). Anything else is a line
 * that was whole once, such as an acknowledged one with a flipped bit, and is not ours to drop.
 */
export function judgeTail(rest: Buffer, offset: number, prev: string): "torn" | "damaged" {
  const newline = rest.indexOf(0x0a)
  if (newline < 0) return holdsWholeLine(rest, prev) ? "damaged" : "torn"
  if (newline < rest.length - 1) return "damaged"
  return hasOnlyHoles(rest.subarray(0, newline), offset) ? "torn" : "damaged"
}

// --- internal ---

/** The smallest unit that a disk writes; pages and blocks are multiples of it. */
const sector = 512

function holdsWholeLine(rest: Buffer, prev: string): boolean {
  const end = rest.lastIndexOf('","crc":"') + 19
  if (end < 19 || end >= rest.length || checkLine(rest, 0, end, prev) === undefined) return false
  return rest.subarray(end).some((byte) => byte !== 0)
}

function hasOnlyHoles(line: Buffer, offset: number): boolean {
  let hole = line.indexOf(0)
  if (hole < 0) return false
  while (hole >= 0) {
    let end = hole
    while (line[end] === 0) end += 1
    const begins = hole === 0 || (offset + hole) % sector === 0
    const ends = end === line.length || (offset + end) % sector === 0
    if (!begins || !ends) return false
    hole = line.indexOf(0, end)
  }
  return true
}
