import { readLimits } from "./limits.ts"
import { isTooLong, linesOf, textOf } from "./text.ts"

/** One value of a file, or why it cannot be read. */
export type JsonRecord = {
  /** `line 12` or `entry 12`. */
  readonly place: string
} & ({ readonly value: unknown } | { readonly fault: string })

/**
 * The values of a file: one a line, or, where it begins with a list, those of the list, or objects that go over several
 * lines, as `jq` prints them. A faulty one spoils no other.
 */
export function* recordsOf(bytes: Uint8Array): Generator<JsonRecord> {
  if (firstByte(bytes) === openList || isSpread(bytes)) {
    let number = 0
    for (const piece of piecesOf(bytes)) yield { place: `entry ${++number}`, ...parsePiece(piece) }
    return
  }
  for (const line of linesOf(bytes)) yield { place: `line ${line.number}`, ...parseJson(line.bytes) }
}

/** Parses a value that is not too long and not too deep. */
export function parseJson(bytes: Uint8Array, most: number = readLimits.lineBytes): ParsedJson {
  if (bytes.length > most) return { fault: `is longer than ${most / 1024 / 1024} MiB` }
  return depthOf(bytes) > readLimits.depth ? tooDeep : parseText(bytes)
}

/** The first byte that is neither a mark of the encoding nor white space. */
export function firstByte(bytes: Uint8Array): number | undefined {
  const start = bytes[0] === 0xef ? 3 : 0
  for (let i = start; i < Math.min(bytes.length, start + 10_000); i++)
    if ((bytes[i] ?? 0) > 32) return bytes[i]
  return undefined
}

export const openList = 0x5b
export const openObject = 0x7b

// --- internal ---

type ParsedJson = { readonly value: unknown } | { readonly fault: string }
interface JsonPiece {
  readonly bytes: Uint8Array
  readonly depth: number
}

const tooDeep = { fault: `is nested more than ${readLimits.depth} levels deep` }
const [quote, backslash, closeList, closeObject, comma] = [0x22, 0x5c, 0x5d, 0x7d, 0x2c]

/** Whether the first line holds nothing but the beginning of an object. */
function isSpread(bytes: Uint8Array): boolean {
  const [line] = linesOf(bytes)
  return line !== undefined && line.bytes.length < 100 && textOf(line.bytes).trim() === "{"
}

function parsePiece({ bytes, depth }: JsonPiece): ParsedJson {
  if (isTooLong(bytes)) return { fault: `is longer than ${readLimits.lineBytes / 1024 / 1024} MiB` }
  return depth > readLimits.depth ? tooDeep : parseText(bytes)
}

function parseText(bytes: Uint8Array): ParsedJson {
  try {
    return { value: JSON.parse(textOf(bytes)) as unknown }
  } catch {
    return { fault: "is not JSON" }
  }
}

function depthOf(bytes: Uint8Array): number {
  let [depth, deepest, isText] = [0, 0, false]
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === backslash) i++
    else if (byte === quote) isText = !isText
    else if (isText) continue
    else if (byte === openList || byte === openObject) deepest = Math.max(deepest, ++depth)
    else if (byte === closeList || byte === closeObject) depth--
  }
  return deepest
}

/**
 * Cuts a list into its values, without parsing it: also lists in a list, and several lists in a row, as `gh api` writes
 * pages. Of a list that breaks off, what is complete is cut out, and the rest as one more piece.
 */
function* piecesOf(bytes: Uint8Array): Generator<JsonPiece> {
  let [from, depth, deepest, isText] = [-1, 0, 0, false]
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (isText) {
      if (byte === backslash) i++
      else if (byte === quote) isText = false
      continue
    }
    if (from < 0) {
      const isAround = byte <= 32 || byte === openList || byte === closeList || byte === comma || byte > 127
      if (isAround) continue
      from = i
      deepest = 0
    }
    if (byte === quote) isText = true
    else if (byte === openList || byte === openObject) deepest = Math.max(deepest, ++depth)
    else if (depth > 0 && (byte === closeList || byte === closeObject)) {
      if (--depth > 0) continue
      yield { bytes: bytes.subarray(from, i + 1), depth: deepest }
      from = -1
    } else if (depth === 0 && (byte === comma || byte === closeList || byte <= 32)) {
      yield { bytes: bytes.subarray(from, i), depth: 0 }
      from = -1
    }
  }
  if (from >= 0) yield { bytes: bytes.subarray(from), depth: deepest }
}
