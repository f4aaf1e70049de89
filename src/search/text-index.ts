import type { Ranking } from "../domain/board/search.ts"
import { createPostings } from "./postings.ts"
import { createScores } from "./scores.ts"
import { createTerms } from "./terms.ts"
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
export interface TextIndex {
  readonly size: number
  /** Puts a document in place of its former version. */
  put(n: number, parts: readonly Part[]): void
  remove(n: number): void
  /** The documents that hold all of the words, or any of them, best first, equal ones by number. */
  search(words: readonly Wanted[], match: "all" | "any"): Ranking
  /** The words of the index that are spelt so much like this one that a search finds them too. */
  similar(term: string): Iterable<string>
  /** About how many documents hold a word. It may be a few too high, never too low. */
  frequency(term: string): number
  /** Removes entries of deleted documents once they are many, as long as there is time. True when it is finished. */
  tidy(hasTime: () => boolean): boolean
}

/** An entry holds a slot in 26 bits, and the weight of the word in that document in 6 bits. */
const weightBits = 6
const mostWeight = 63
const leastDead = 500
const prefixBoost = 0.375
const fuzzyBoost = 0.45

/**
 * How many entries of longer words are visited for a word that may be incomplete. With more, it is taken as a whole word:
 * at a million tasks all words with one first letter held the server up for a second and more.
 */
const mostEntries = 500_000

export function createTextIndex(most = mostEntries): TextIndex {
  const lists = createTerms()
  const terms: (string | undefined)[] = [] // by list
  const postings = createPostings()
  // Each document has a slot. When it is put again or removed, its old slot is dead and the entries there are skipped.
  const slots = new Map<number, number>()
  const numbers: number[] = [] // by slot; 0 for a dead one
  const lengths: number[] = [] // by slot, in words
  let freeSlots: number[] = []
  let dead: number[] = []
  let totalLength = 0
  let sweep: { next: number; readonly doomed: number[] } | undefined
  const scores = createScores(numbers)

  function listOf(term: string): number {
    const known = lists.get(term)
    if (known !== undefined) return known
    const list = postings.open()
    lists.add(term, list)
    terms[list] = term
    return list
  }

  /** Gives up the slot of a document. Its entry in `slots` stays: one that leaves and comes back makes a map slow. */
  function bury(n: number): void {
    const slot = slots.get(n)
    if (slot === undefined) return
    numbers[slot] = 0
    totalLength -= lengths[slot] ?? 0
    dead.push(slot)
  }

  function remove(n: number): void {
    bury(n)
    slots.delete(n)
  }

  /** Terms with the list of each, and the number of letters that differ. */
  function misspelt(term: string): Iterable<[string, [list: number, edits: number]]> {
    const distance = Math.min(2, term.length > 4 ? Math.round(term.length * 0.2) : 0)
    return lists.similar(term, distance)
  }

  /** The words that begin so, or none where to visit all their entries would take too long. */
  function longerWords(term: string): (readonly [string, number])[] {
    const found: (readonly [string, number])[] = []
    let entries = 0
    for (const each of lists.startingWith(term)) {
      if (each[0] === term) continue
      entries += 1 + postings.size(each[1])
      if (entries > most) return []
      found.push(each)
    }
    return found
  }

  /** The lists of the terms that match a word, and how much each counts. A hundred thousand may begin with one digit. */
  function variants({ term, isPrefix }: Wanted): Variants {
    const similar = new Map<number, number>()
    for (const [, [list, edits]] of misspelt(term))
      similar.set(list, (fuzzyBoost * term.length) / (term.length + edits))
    const exact = lists.get(term)
    if (exact !== undefined) similar.set(exact, 1)
    const found: Variants = { lists: [], boosts: [] }
    const add = (list: number, boost: number) => {
      found.lists.push(list)
      found.boosts.push(boost)
    }
    if (isPrefix)
      for (const [longer, list] of longerWords(term)) {
        const boost = (prefixBoost * longer.length) / (longer.length + 0.3 * (longer.length - term.length))
        const known = similar.get(list)
        if (known !== undefined) similar.set(list, Math.max(boost, known))
        else add(list, boost)
      }
    for (const [list, boost] of similar) add(list, boost)
    return found
  }

  return {
    get size() {
      return slots.size
    },
    put(n, parts) {
      bury(n)
      const weights = new Map<string, number>()
      let length = 0
      for (const { text, weight } of parts) {
        eachWord(text, (term) => {
          length++
          weights.set(term, Math.min(mostWeight, (weights.get(term) ?? 0) + weight))
        })
      }
      const slot = freeSlots.pop() ?? numbers.length
      slots.set(n, slot)
      numbers[slot] = n
      lengths[slot] = length
      totalLength += length
      for (const [term, weight] of weights) postings.add(listOf(term), ((slot << weightBits) | weight) >>> 0)
    },
    remove,
    search(words, match) {
      const size = (found: Variants) => found.lists.reduce((sum, list) => sum + postings.size(list), 0)
      const wanted = words.map((word) => {
        const found = match === "all" ? variants(word) : exactly(word.term)
        return { found, size: size(found) }
      })
      if (match === "all" && (wanted.length === 0 || wanted.some((word) => word.size === 0))) return []
      wanted.sort((a, b) => a.size - b.size) // the rarest first, so that the others have few documents left to check
      const average = totalLength / Math.max(1, slots.size)
      wanted.forEach(({ found }, i) => {
        let rarity = 0
        const score = (entry: number) => {
          const slot = entry >>> weightBits
          if (numbers[slot] === 0 || (match === "all" && !scores.isIn(slot, i))) return
          const weight = entry & mostWeight
          const norm = 0.3 + (0.7 * (lengths[slot] ?? 0)) / average
          scores.add(slot, match === "all" ? i + 1 : 1, (rarity * weight * 2.2) / (weight + 1.2 * norm))
        }
        for (const [at, list] of found.lists.entries()) {
          const frequency = postings.size(list)
          const unusual = Math.log(1 + (Math.max(0, slots.size - frequency) + 0.5) / (frequency + 0.5))
          rarity = (found.boosts[at] ?? 0) * unusual
          postings.each(list, score)
        }
      })
      return scores.take(match === "all" ? wanted.length : 1)
    },
    *similar(term) {
      for (const [found] of misspelt(term)) yield found
    },
    frequency: (term) => {
      const list = lists.get(term)
      return list === undefined ? 0 : postings.size(list)
    },
    tidy(hasTime) {
      if (!sweep) {
        if (dead.length < leastDead || dead.length < slots.size / 4) return true
        sweep = { next: 0, doomed: dead }
        dead = []
      }
      for (; sweep.next < terms.length; sweep.next++) {
        if (!hasTime()) return false
        const list = sweep.next
        const term = terms[list]
        if (term === undefined) continue
        if (postings.sweep(list, (entry) => numbers[entry >>> weightBits] !== 0) > 0) continue
        lists.delete(term)
        terms[list] = undefined
        postings.close(list)
      }
      freeSlots = freeSlots.concat(sweep.doomed)
      sweep = undefined
      return true
    },
  }

  function exactly(term: string): Variants {
    const list = lists.get(term)
    return list === undefined ? { lists: [], boosts: [] } : { lists: [list], boosts: [1] }
  }
}

// --- internal ---

/** Lists of postings, each with how much it counts. */
interface Variants {
  readonly lists: number[]
  readonly boosts: number[]
}
