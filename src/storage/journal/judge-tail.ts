import { checkLine } from "./line.ts"

/**
 * Judges the bytes after the last verified line of the last segment. They are "torn" when a crash cut the last
 * write short, and "damaged" when they may have been acknowledged. Only one commit is in flight at a time, so a
 * torn write is at most one line. A line without a newline is torn, because an acknowledged line has a newline.
 * There is one exception: a whole line that is followed by a byte other than a newline is damaged, because no write
 * puts such a byte there. A line with a newline and a wrong checksum can be torn too. Before a power cut the system
 * may write the pages of a file in any order, and a page that was not written reads as zeros. JSON text does not
 * contain a zero byte. So such a line is torn when its zeros begin and end at sector borders or at the ends of the
 * line. Any other line was once whole, for example a line with a flipped bit, and must not be dropped.
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
