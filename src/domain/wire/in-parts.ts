/**
 * Splits a list into parts with a maximum size as JSON in bytes and a maximum number of values. A value that is larger
 * than that becomes a part of its own.
 */
export function* inParts<T>(list: Iterable<T>, mostBytes: number, mostValues = Infinity): Generator<T[]> {
  let part: T[] = []
  let bytes = 0
  for (const each of list) {
    const size = bytesInList(each)
    if (part.length > 0 && (part.length === mostValues || bytes + size > mostBytes)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(each)
    bytes += size
  }
  if (part.length > 0) yield part
}

/** How many bytes a value takes in a list in JSON, with the comma. */
export function bytesInList(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length + 1
}

// --- internal ---

const encoder = new TextEncoder()
