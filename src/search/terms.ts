import SearchableMap from "minisearch/SearchableMap"

/**
 * The words of an index, each with the number of its list. Words without a digit are in MiniSearch's radix tree, which
 * also finds those that are spelt almost like another. Words with a digit (numbers, versions, hashes) are not: another
 * number is not a misspelt one, and a branch of the tree for each number took 225 bytes.
 */
export function createTerms() {
  const lists = new Map<string, number>() // finds an exact word ten times as fast as the tree
  const tree = new SearchableMap<number>()
  const numbered = new Map<string, string[]>() // words with a digit, by their beginning

  function* numberedWith(prefix: string): Generator<readonly [string, number]> {
    const isShort = prefix.length < beginning
    const keys = isShort ? [...numbered.keys()].filter((key) => key.startsWith(prefix)) : [start(prefix)]
    for (const key of keys)
      for (const term of numbered.get(key) ?? [])
        if (term.startsWith(prefix)) yield [term, lists.get(term) ?? 0]
  }

  return {
    get: (term: string) => lists.get(term),
    add(term: string, list: number) {
      lists.set(term, list)
      if (!hasDigit.test(term)) return void tree.set(term, list)
      const same = numbered.get(start(term))
      if (same) same.push(term)
      else numbered.set(start(term), [term])
    },
    delete(term: string) {
      lists.delete(term)
      if (!hasDigit.test(term)) {
        tree.delete(term)
        return
      }
      const same = numbered.get(start(term)) ?? []
      const last = same.pop()
      const at = last === term ? -1 : same.indexOf(term)
      if (last !== undefined && at >= 0) same[at] = last
      if (same.length === 0) numbered.delete(start(term))
    },
    /** The words that begin so. */
    *startingWith(prefix: string) {
      yield* tree.atPrefix(prefix)
      yield* numberedWith(prefix)
    },
    /** The words that differ from this one in few letters, at most two, with their lists and the number of letters. */
    similar(term: string) {
      if (term.length < shortest || hasDigit.test(term)) return []
      return tree.fuzzyGet(term, Math.min(2, Math.round(term.length * 0.2)))
    },
  }
}

// --- internal ---

const hasDigit = /\p{N}/u
/** How many first characters are looked up; the words with this beginning are gone through. */
const beginning = 3
/** Words with fewer letters are too short to be guessed. */
const shortest = 5
const start = (term: string): string => term.slice(0, beginning)
