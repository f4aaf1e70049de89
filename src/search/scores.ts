/** The scores of one search, by slot. The arrays are used again by each search, so it pays only for what it touches. */
export interface Scores {
  /** Whether the document in a slot holds the first `words` words of the search. */
  isIn(slot: number, words: number): boolean
  /** Notes that the document in a slot holds the first `words` words, and adds to its score. */
  add(slot: number, words: number, score: number): void
  /** The documents that hold `words` words, best first, equal ones by number. Forgets all scores. */
  take(words: number): number[]
}

const numberRange = 2 ** 32
const scoreRange = 2 ** 20

/** @param numbers the number of the document in each slot */
export function createScores(numbers: readonly number[]): Scores {
  let sums = new Float64Array(0)
  let counts = new Uint16Array(0)
  let touched: number[] = []

  function grow(): void {
    const size = numbers.length + 1024
    const before = { sums, counts }
    sums = new Float64Array(size)
    counts = new Uint16Array(size)
    sums.set(before.sums)
    counts.set(before.counts)
  }

  return {
    isIn(slot, words) {
      const count = slot < counts.length ? (counts[slot] ?? 0) : 0
      return count === words || count === words + 1
    },
    add(slot, words, score) {
      if (slot >= counts.length) grow()
      if (counts[slot] === 0) touched.push(slot)
      counts[slot] = words
      sums[slot] = (sums[slot] ?? 0) + score
    },
    take(words) {
      // Score and number share one key: a typed array sorts numbers without a callback, which is ten times as fast.
      const keys = new Float64Array(touched.length)
      let size = 0
      for (const slot of touched) {
        const rank = Math.max(0, scoreRange - Math.round((sums[slot] ?? 0) * 256))
        if (counts[slot] === words) keys[size++] = rank * numberRange + (numbers[slot] ?? 0)
        counts[slot] = 0
        sums[slot] = 0
      }
      touched = []
      keys.subarray(0, size).sort()
      const ranking = new Array<number>(size)
      for (let i = 0; i < size; i++) ranking[i] = (keys[i] ?? 0) % numberRange
      return ranking
    },
  }
}
