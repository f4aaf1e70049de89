/** A task's place in an order: a key, such as a time in ms, and its number. */
export interface SetPlace {
  readonly key: number
  readonly n: number
}

/**
 * An ordered set of places. It works like `SortedSet`, but in arrays of plain numbers. As an object, a place would take
 * 70 bytes instead of 16, and a search would take twice as long, most of it spent waiting for memory.
 */
export type PlaceSet = ReturnType<typeof createPlaceSet>

export function comparePlaces(a: SetPlace, b: SetPlace): number {
  return a.key === b.key ? a.n - b.n : a.key - b.key
}

export function createPlaceSet() {
  const chunks: Chunk[] = []
  let size = 0

  /** The index of the chunk that the place belongs in. */
  function chunkOf(key: number, n: number): number {
    let low = 0
    let high = chunks.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      const chunk = chunks[middle] as Chunk
      if (isBefore(chunk, chunk.keys.length - 1, key, n)) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    get size() {
      return size
    },
    add(key: number, n: number): void {
      const last = chunks.at(-1)
      // Times only grow, so most new places belong at the end.
      if (!last || isBefore(last, last.keys.length - 1, key, n)) {
        size++
        if (last && last.keys.length < chunkLimit) insert(last, last.keys.length, key, n)
        else chunks.push({ keys: [key], numbers: [n] })
        return
      }
      const index = chunkOf(key, n)
      const chunk = chunks[index] as Chunk
      const at = placeIn(chunk, key, n)
      if (isAt(chunk, at, key, n)) return
      insert(chunk, at, key, n)
      size++
      if (chunk.keys.length > chunkLimit) chunks.splice(index + 1, 0, split(chunk))
    },
    delete(key: number, n: number): void {
      const index = chunkOf(key, n)
      const chunk = chunks[index]
      if (!chunk) return
      const at = placeIn(chunk, key, n)
      if (!isAt(chunk, at, key, n)) return
      chunk.keys.splice(at, 1)
      chunk.numbers.splice(at, 1)
      size--
      if (chunk.keys.length === 0) chunks.splice(index, 1)
    },
    first: (): SetPlace | undefined => (chunks[0] ? placeAt(chunks[0], 0) : undefined),
    /** How many places are at or after this one. */
    countFrom({ key, n }: SetPlace): number {
      const index = chunkOf(key, n)
      const chunk = chunks[index]
      if (!chunk) return 0
      let count = chunk.keys.length - placeIn(chunk, key, n)
      for (let i = index + 1; i < chunks.length; i++) count += chunks[i]?.keys.length ?? 0
      return count
    },
    /** In ascending order, the places after `after`. The set must not change during the walk. */
    *values(after?: SetPlace) {
      let index = after ? chunkOf(after.key, after.n) : 0
      let chunk = chunks[index]
      let at = chunk && after ? placeIn(chunk, after.key, after.n) : 0
      if (chunk && after && isAt(chunk, at, after.key, after.n)) at++
      for (; chunk; chunk = chunks[++index], at = 0)
        for (; at < chunk.keys.length; at++) yield placeAt(chunk, at)
    },
    /** In descending order, the places before `before`. The set must not change during the walk. */
    *reversed(before?: SetPlace) {
      let index = before ? chunkOf(before.key, before.n) : chunks.length - 1
      let chunk = chunks[index]
      let at = !chunk ? 0 : before ? placeIn(chunk, before.key, before.n) : chunk.keys.length
      for (; chunk; chunk = chunks[--index], at = chunk?.keys.length ?? 0)
        while (at > 0) yield placeAt(chunk, --at)
    },
  }
}

// --- internal ---

const chunkLimit = 512

/** Two lists of equal length, in order. */
interface Chunk {
  readonly keys: number[]
  readonly numbers: number[]
}

/** The index in the chunk of the first place that is not before (key, n). */
function placeIn(chunk: Chunk, key: number, n: number): number {
  let low = 0
  let high = chunk.keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(chunk, middle, key, n)) low = middle + 1
    else high = middle
  }
  return low
}

function isBefore({ keys, numbers }: Chunk, at: number, key: number, n: number): boolean {
  const other = keys[at] as number
  return other < key || (other === key && (numbers[at] as number) < n)
}

function isAt({ keys, numbers }: Chunk, at: number, key: number, n: number): boolean {
  return keys[at] === key && numbers[at] === n
}

function placeAt({ keys, numbers }: Chunk, at: number): SetPlace {
  return { key: keys[at] as number, n: numbers[at] as number }
}

function insert({ keys, numbers }: Chunk, at: number, key: number, n: number): void {
  if (at === keys.length) {
    keys.push(key)
    numbers.push(n)
    return
  }
  keys.splice(at, 0, key)
  numbers.splice(at, 0, n)
}

function split({ keys, numbers }: Chunk): Chunk {
  return { keys: keys.splice(chunkLimit / 2), numbers: numbers.splice(chunkLimit / 2) }
}
