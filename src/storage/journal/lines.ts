import type { OpenFile } from "../../machine/files.ts"
import { checkLine, prevOf } from "./line.ts"

/** Whole lines of a segment; each follows the line before it. */
export interface LinesRead {
  /**
   * They start at offset 1, so that there is room for an opening bracket before them. Valid until the next lines
   * are read.
   */
  readonly bytes: Buffer
  /** Where each begins, in bytes after the beginning of the first. */
  readonly starts: readonly number[]
  /** After the newline of the last one. */
  readonly end: number
  /** The CRC of the last one. */
  readonly crc: string
}

/** Where the verified lines of a segment end. */
export interface LinesEnd {
  readonly offset: number
  readonly crc: string
  /**
   * The bytes that were read after these lines. They begin with a bad line if `isBad`; otherwise they are the rest
   * of the segment, without a newline.
   */
  readonly rest: Buffer
  readonly isBad: boolean
}

/**
 * Reads the lines of a segment, a few at a time, and verifies each line's checksum and its link to the previous
 * line.
 * @param from start after a line with this CRC; if empty, the first line is not compared with the line before it
 * @param limit no byte from this offset on is read
 * @param chunk bytes read at a time
 */
export async function* readLines(
  handle: Pick<OpenFile, "read">,
  from: { readonly offset: number; readonly crc: string },
  { limit, chunk }: { readonly limit: number; readonly chunk: number },
): AsyncGenerator<LinesRead, LinesEnd> {
  let { offset, crc } = from
  let buffer = Buffer.allocUnsafe(chunk + 1)
  // [1, filled) are the bytes from `offset` on.
  let filled = 1
  for (;;) {
    if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2)
    const at = offset + filled - 1
    const size = Math.max(0, Math.min(buffer.length - filled, limit - at))
    const { bytesRead } = await handle.read(buffer, filled, size, at)
    if (bytesRead === 0) return { offset, crc, rest: buffer.subarray(1, filled), isBad: false }
    const bytes = buffer.subarray(0, filled + bytesRead)
    const { isBad, ...lines } = verifyLines(bytes, crc, filled)
    offset += lines.end - 1
    crc = lines.crc
    if (lines.starts.length > 0) yield lines
    if (isBad) return { offset, crc, rest: bytes.subarray(lines.end), isBad }
    bytes.copy(buffer, 1, lines.end)
    filled = bytes.length - lines.end + 1
  }
}

// --- internal ---

/** Verifies the lines from 1 on. No newline stands before `searched`. */
function verifyLines(bytes: Buffer, prev: string, searched: number): LinesRead & { isBad: boolean } {
  const starts: number[] = []
  let end = 1
  let crc = prev
  for (let newline = bytes.indexOf(0x0a, searched); newline >= 0; newline = bytes.indexOf(0x0a, end)) {
    const checked = checkLine(bytes, end, newline, crc === "" ? prevOf(bytes, newline) : crc)
    if (checked === undefined) return { bytes, starts, end, crc, isBad: true }
    starts.push(end - 1)
    crc = checked
    end = newline + 1
  }
  return { bytes, starts, end, crc, isBad: false }
}
