import { readLimits } from "./limits.ts"

/** A file in UTF-8, where it is UTF-16 with its mark: so Excel writes a table, and an older PowerShell what `>` takes. */
export function inUtf8<F extends { readonly bytes: Uint8Array }>(file: F): F {
  return wideOf(file.bytes) ? { ...file, bytes: new TextEncoder().encode(textOf(file.bytes)) } : file
}

/** The text of a file. What is not UTF-8 is taken as what Excel writes: UTF-16 with its mark, else Windows-1252. */
export function textOf(bytes: Uint8Array): string {
  const wide = wideOf(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** Whether it is read as Windows-1252, which any other encoding of one byte a letter could be. */
export function isGuessed(bytes: Uint8Array): boolean {
  if (wideOf(bytes)) return false
  const decoder = new TextDecoder("utf-8", { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += pieceSize)
      decoder.decode(bytes.subarray(at, at + pieceSize), { stream: true })
    decoder.decode()
    return false
  } catch {
    return true
  }
}

export interface FileLine {
  /** From 1. */
  readonly number: number
  readonly bytes: Uint8Array
}

/** The lines of a file that are not blank. They are cut out of it, not copied. */
export function* linesOf(bytes: Uint8Array): Generator<FileLine> {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  for (let number = 1; start < bytes.length; number++) {
    const found = bytes.indexOf(newline, start)
    const end = found < 0 ? bytes.length : found
    const line = bytes.subarray(start, end)
    if (line.length > 200 || line.some((byte) => byte > space)) yield { number, bytes: line }
    start = end + 1
  }
}

export function isTooLong(bytes: Uint8Array): boolean {
  return bytes.length > readLimits.lineBytes
}

// --- internal ---

/** UTF-16 by its mark. */
function wideOf([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined
}

const pieceSize = 1024 * 1024
const newline = 10
const space = 32
