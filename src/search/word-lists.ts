import { createPostings } from "./postings.ts"
import { createTerms } from "./terms.ts"
import type { Wanted } from "./words.ts"

/** The words of an index, each with a list of entries. */
export interface WordLists {
  /** One more than the highest number of a list. */
  readonly end: number
  /** The list of a word; an empty one if the word is new. */
  listOf(term: string): number
  add(list: number, entry: number): void
  size(list: number): number
  /** Visits the entries of a list, the last added first. */
  each(list: number, visit: (entry: number) => void): void
  /** The lists of the words that match a word: itself, those spelt almost like it, and longer ones where it is a prefix. */
  matching(word: Wanted): Matches
  /** The list of this word alone. */
  exactly(term: string): Matches
  /** The words that are spelt almost like this one. */
  similar(term: string): readonly string[]
  /** How many entries a word has. */
  frequency(term: string): number
  /** Removes the entries that are not to be kept, and the word if it has none then. */
  sweep(list: number, isKept: (entry: number) => boolean): void
}

/** Lists of entries, each with how much it counts. A hundred thousand words may begin with one digit. */
export interface Matches {
  readonly lists: readonly number[]
  readonly boosts: readonly number[]
  /** Of all lists together, in entries. */
  readonly size: number
}

/**
 * How many entries of longer words are visited for a word that may be incomplete. With more, it is taken as a whole word:
 * at a million tasks all words with one first letter held the server up for a second and more.
 */
const mostEntries = 500_000

export function createWordLists(most = mostEntries): WordLists {
  const terms = createTerms()
  const names: (string | undefined)[] = [] // by list
  const postings = createPostings()

  function listOf(term: string): number {
    const known = terms.get(term)
    if (known !== undefined) return known
    const list = postings.open()
    terms.add(term, list)
    names[list] = term
    return list
  }

  /** The words that begin so, or none where to visit all their entries would take too long. */
  function longerWords(term: string): (readonly [string, number])[] {
    const found: (readonly [string, number])[] = []
    let entries = 0
    for (const each of terms.startingWith(term)) {
      if (each[0] === term) continue
      entries += 1 + postings.size(each[1])
      if (entries > most) return []
      found.push(each)
    }
    return found
  }

  function toMatches(lists: readonly number[], boosts: readonly number[]): Matches {
    return { lists, boosts, size: lists.reduce((sum, list) => sum + postings.size(list), 0) }
  }

  return {
    get end() {
      return names.length
    },
    listOf,
    add: postings.add,
    size: postings.size,
    each: postings.each,
    matching({ term, isPrefix }) {
      const similar = new Map<number, number>()
      for (const [, [list, edits]] of terms.similar(term))
        similar.set(list, (fuzzyBoost * term.length) / (term.length + edits))
      const exact = terms.get(term)
      if (exact !== undefined) similar.set(exact, 1)
      const lists: number[] = []
      const boosts: number[] = []
      const add = (list: number, boost: number) => {
        lists.push(list)
        boosts.push(boost)
      }
      for (const [longer, list] of isPrefix ? longerWords(term) : []) {
        const boost = (prefixBoost * longer.length) / (longer.length + 0.3 * (longer.length - term.length))
        const known = similar.get(list)
        if (known !== undefined) similar.set(list, Math.max(boost, known))
        else add(list, boost)
      }
      for (const [list, boost] of similar) add(list, boost)
      return toMatches(lists, boosts)
    },
    exactly(term) {
      const list = terms.get(term)
      return list === undefined ? toMatches([], []) : toMatches([list], [1])
    },
    similar: (term) => Array.from(terms.similar(term), ([found]) => found),
    frequency(term) {
      const list = terms.get(term)
      return list === undefined ? 0 : postings.size(list)
    },
    sweep(list, isKept) {
      const term = names[list]
      if (term === undefined || postings.sweep(list, isKept) > 0) return
      terms.delete(term)
      names[list] = undefined
      postings.close(list)
    },
  }
}

// --- internal ---

const prefixBoost = 0.375
const fuzzyBoost = 0.45
