import type { Ranking } from "../domain/board/search.ts"
import { createDocuments } from "./documents.ts"
import { createScores } from "./scores.ts"
import { createWordLists } from "./word-lists.ts"
import { eachWord, type Wanted } from "./words.ts"

/** One text of a document, and the weight of the words in it. */
export interface Part {
  readonly text: string
  readonly weight: number
}

/**
 * An inverted index over numbered documents. The words are found exactly, by prefix or by likeness, lists of
 * numbers say which documents hold them, and BM25 gives the order. A document of 60 words takes about 430 bytes.
 */
export type TextIndex = ReturnType<typeof createTextIndex>

/** An entry holds a slot in 26 bits, and the weight of the word in that document in 6 bits. */
const weightBits = 6
const mostWeight = 63

/** @param most for `createWordLists` */
export function createTextIndex(most?: number) {
  const words = createWordLists(most)
  const documents = createDocuments()
  const { numbers, lengths } = documents
  const scores = createScores(numbers)
  let sweep: { next: number; readonly dead: readonly number[] } | undefined

  return {
    get size() {
      return documents.size
    },
    /** Puts a document in place of its former version. */
    put(n: number, parts: readonly Part[]): void {
      const weights = new Map<string, number>()
      let length = 0
      for (const { text, weight } of parts) {
        eachWord(text, (term) => {
          length++
          weights.set(term, Math.min(mostWeight, (weights.get(term) ?? 0) + weight))
        })
      }
      const slot = documents.put(n, length)
      for (const [term, weight] of weights)
        words.add(words.listOf(term), ((slot << weightBits) | weight) >>> 0)
    },
    remove: documents.remove,
    /** The documents that hold all of the words, or any of them, best first, equal ones by number. */
    search(wanted: readonly Wanted[], match: "all" | "any"): Ranking {
      const isAll = match === "all"
      const found = wanted.map((word) => (isAll ? words.matching(word) : words.exactly(word.term)))
      if (isAll && (found.length === 0 || found.some(({ size }) => size === 0))) return []
      found.sort((a, b) => a.size - b.size) // the rarest first, so that the others have few documents left to check
      const { averageLength } = documents
      found.forEach(({ lists, boosts }, i) => {
        let rarity = 0
        const score = (entry: number) => {
          const slot = entry >>> weightBits
          if (numbers[slot] === 0 || (isAll && !scores.isIn(slot, i))) return
          const weight = entry & mostWeight
          const norm = 0.3 + (0.7 * (lengths[slot] ?? 0)) / averageLength
          scores.add(slot, isAll ? i + 1 : 1, (rarity * weight * 2.2) / (weight + 1.2 * norm))
        }
        for (const [at, list] of lists.entries()) {
          const frequency = words.size(list)
          const unusual = Math.log(1 + (Math.max(0, documents.size - frequency) + 0.5) / (frequency + 0.5))
          rarity = (boosts[at] ?? 0) * unusual
          words.each(list, score)
        }
      })
      return scores.take(isAll ? found.length : 1)
    },
    /** The words of the index that are spelt so much like this one that a search finds them too. */
    similar: words.similar,
    /** About how many documents hold a word. It may be a few too high, never too low. */
    frequency: words.frequency,
    /** Removes entries of deleted documents once they are many, as long as there is time. True when it is finished. */
    tidy(hasTime: () => boolean): boolean {
      if (!sweep) {
        const dead = documents.takeDead()
        if (!dead) return true
        sweep = { next: 0, dead }
      }
      const isAlive = (entry: number) => numbers[entry >>> weightBits] !== 0
      for (; sweep.next < words.end; sweep.next++) {
        if (!hasTime()) return false
        words.sweep(sweep.next, isAlive)
      }
      documents.free(sweep.dead)
      sweep = undefined
      return true
    },
  }
}
