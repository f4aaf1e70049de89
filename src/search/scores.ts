import type { Ranking } from "../domain/board/search.ts"

/** The scores of one search, by slot. The arrays are used again by each search, so it pays only for what it touches. */
export type Scores = ReturnType<typeof createScores>

/** Scores are compared in steps of 1/256, up to 4096. */
const scoreRange = 2 ** 20
/** Digits of the order by score: two of them hold any. */
const digitBits = 11
const digitRange = 2 ** digitBits

/** @param numbers the number of the document in each slot */
export function createScores(numbers: readonly number[]) {
  let sums = new Float64Array(0)
  let counts = new Uint16Array(0)
  let touched = new Uint32Array(1024)
  let size = 0

  function grow(): void {
    const length = numbers.length + 1024
    const before = { sums, counts }
    sums = new Float64Array(length)
    counts = new Uint16Array(length)
    sums.set(before.sums)
    counts.set(before.counts)
  }

  function touch(slot: number): void {
    if (size === touched.length) {
      const before = touched
      touched = new Uint32Array(size * 2)
      touched.set(before)
    }
    touched[size++] = slot
  }

  return {
    /** Whether the document in a slot holds the first `words` words of the search. */
    isIn(slot: number, words: number): boolean {
      const count = slot < counts.length ? (counts[slot] ?? 0) : 0
      return count === words || count === words + 1
    },
    /** Notes that the document in a slot holds the first `words` words, and adds to its score. */
    add(slot: number, words: number, score: number): void {
      if (slot >= counts.length) grow()
      if (counts[slot] === 0) touch(slot)
      counts[slot] = words
      sums[slot] = (sums[slot] ?? 0) + score
    },
    /** The documents that hold `words` words, best first, equal ones by number. Forgets all scores. */
    take(words: number): Ranking {
      const found = new Uint32Array(size)
      const ranks = new Uint32Array(size)
      let count = 0
      for (let i = 0; i < size; i++) {
        const slot = touched[i] ?? 0
        if (counts[slot] === words) {
          ranks[count] = Math.max(0, scoreRange - Math.round((sums[slot] ?? 0) * 256))
          found[count++] = numbers[slot] ?? 0
        }
        counts[slot] = 0
        sums[slot] = 0
      }
      size = 0
      touched = new Uint32Array(1024)
      return ordered(found.subarray(0, count), ranks.subarray(0, count))
    },
  }
}

// --- internal ---

/** From this number on they are ordered by digits, which takes 20 ms for a million in place of 150. */
const many = 20_000

/** The numbers by rank, equal ones by number. */
function ordered(numbers: Uint32Array, ranks: Uint32Array): Ranking {
  if (numbers.length > many) return byDigits(inOrder(numbers, ranks))
  // Both share one key: a typed array sorts numbers without a callback, which is ten times as fast.
  const keys = Float64Array.from(numbers, (n, i) => (ranks[i] ?? 0) * 2 ** 32 + n).sort()
  return Array.from(keys, (key) => key % 2 ** 32)
}

/** Numbers, and the rank of each. */
interface Ranked {
  readonly numbers: Uint32Array
  readonly ranks: Uint32Array
}

function inOrder(numbers: Uint32Array, ranks: Uint32Array): Ranked {
  let highest = 0
  for (const n of numbers) if (n > highest) highest = n
  const rankOf = new Uint32Array(highest + 1)
  for (let i = 0; i < numbers.length; i++) rankOf[numbers[i] ?? 0] = (ranks[i] ?? 0) + 1
  let count = 0
  for (let n = 0; n <= highest; n++) {
    const rank = rankOf[n] ?? 0
    if (rank === 0) continue
    numbers[count] = n
    ranks[count++] = rank - 1
  }
  return { numbers, ranks }
}

/** Sorts by rank, the lower digit first. Each round keeps the order of those that are equal in its digit. */
function byDigits(ranked: Ranked): Uint32Array {
  for (const shift of [0, digitBits]) ranked = byDigit(ranked, shift)
  return ranked.numbers
}

function byDigit(ranked: Ranked, shift: number): Ranked {
  const { numbers, ranks } = ranked
  const ends = new Uint32Array(digitRange)
  for (const rank of ranks) count(ends, (rank >>> shift) & (digitRange - 1))
  if (ends.includes(numbers.length)) return ranked
  for (let digit = 1; digit < digitRange; digit++) ends[digit] = (ends[digit] ?? 0) + (ends[digit - 1] ?? 0)
  const sorted = { numbers: new Uint32Array(numbers.length), ranks: new Uint32Array(numbers.length) }
  for (let i = numbers.length - 1; i >= 0; i--) {
    const rank = ranks[i] ?? 0
    const digit = (rank >>> shift) & (digitRange - 1)
    const place = (ends[digit] ?? 0) - 1
    ends[digit] = place
    sorted.numbers[place] = numbers[i] ?? 0
    sorted.ranks[place] = rank
  }
  return sorted
}

function count(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1
}
