import { expect, test } from "vitest"
import { createTextIndex } from "../../src/search/text-index.ts"
import { wantedWords } from "../../src/search/words.ts"
import { createRandom } from "../support/random.ts"

const exactly = (text: string) => text.split(" ").map((term) => ({ term, isPrefix: false }))

function indexOf(...texts: string[]) {
  const index = createTextIndex()
  texts.forEach((text, i) => index.put(i + 1, [{ text, weight: 1 }]))
  return {
    ...index,
    find: (text: string, match: "all" | "any" = "all") => [...index.search(wantedWords(text), match)],
  }
}

test("a search asks for all words or for any; documents with more of them, or rarer ones, come first", () => {
  const { find } = indexOf("red apple", "green apple", "red pear", "red plum", "plum")
  expect(find("red apple")).toEqual([1])
  expect(find("green apple red", "any")).toEqual([2, 1, 3, 4])
  expect(find("red grape")).toEqual([])
})

test("the beginning of very many words is taken as a whole word, so that no search visits all of them", () => {
  const index = createTextIndex(100)
  for (let n = 1; n <= 60; n++) index.put(n, [{ text: `apple${n} almond plum`, weight: 1 }])
  index.put(61, [{ text: "a vitamin", weight: 1 }])
  const find = (text: string) => [...index.search(wantedWords(text), "all")]
  expect(find("a")).toEqual([61])
  expect(find("alm")).toHaveLength(60)
  expect(find("apple1")).toEqual([1, ...[10, 11, 12, 13, 14, 15, 16, 17, 18, 19]])
  expect(find("a plum")).toHaveLength(0)
  expect(find("plum a")).toHaveLength(0)
})

test("equal documents come by number, in whatever order they were put", () => {
  const index = createTextIndex()
  for (const n of [7, 3, 5]) index.put(n, [{ text: "same words", weight: 1 }])
  expect(index.search(wantedWords("same"), "all")).toEqual([3, 5, 7])
})

test("tens of thousands of documents come in the same order as few: best first, equal ones by number", () => {
  const random = createRandom(17)
  const { put, find } = indexOf()
  // With so many words the scores lie far apart.
  const asked = "one two three four five six seven eight nine ten eleven twelve"
  const lengths = new Map<number, number>()
  for (let n = 1; n <= 25_000; n++) lengths.set(n, random.below(6))
  const numbers = [...lengths.keys()].sort(() => random.next() - 0.5)
  for (const n of [...numbers.slice(0, 1000), ...numbers])
    put(n, [{ text: `${asked}${" more".repeat(9 * (lengths.get(n) ?? 0))}`, weight: 1 }])
  for (let n = 25_001; n <= 50_000; n++) put(n, [{ text: "other", weight: 1 }])
  const ofLength = (length: number) => (n: number) => lengths.get(n) === length
  const ascending = numbers.sort((a, b) => a - b)
  const expected = [0, 1, 2, 3, 4, 5].flatMap((length) => ascending.filter(ofLength(length)))
  expect(find(asked).join()).toBe(expected.join())
})

test("a word counts more in a part with more weight, and in a shorter text", () => {
  const index = createTextIndex()
  index.put(1, [{ text: "deploy and then some more words around it", weight: 1 }])
  index.put(2, [{ text: "deploy it", weight: 1 }])
  index.put(3, [{ text: "deploy it", weight: 4 }])
  expect(index.search(wantedWords("deploy"), "all")).toEqual([3, 2, 1])
})

test("an exact match comes before a longer word with this beginning, and before one that differs by a letter", () => {
  const { find } = indexOf("searching", "seerch", "search", "sea")
  expect(find("search")[0]).toBe(3)
  expect(find("search").sort()).toEqual([1, 2, 3])
})

test.each([
  ["login", "logni", false], // two edits
  ["login", "logon", true],
  ["logs", "logz", false], // too short to be guessed
  ["deployment", "deploymnt", true],
  ["deployment", "deplymnt", true],
])("a text with %j is found for %j: %s", (text, asked, isFound) => {
  expect(indexOf(text).find(asked).length > 0).toBe(isFound)
})

test("a word with a digit is found whole and by its beginning, and never in place of another", () => {
  const { put, find } = indexOf("order 1204567", "order 1204568", "release v2", "order 12")
  expect(find("1204567")).toEqual([1])
  expect(find("120456").sort()).toEqual([1, 2])
  expect([find("12").sort(), find("v2"), find("1205")]).toEqual([[1, 2, 4], [3], []])
  put(1, [{ text: "order 7", weight: 1 }])
  expect([find("1204567"), find("7")]).toEqual([[], [1]])
})

test("a document that was replaced or removed is not found by its old words", () => {
  const { put, remove, find } = indexOf("red apple", "green apple")
  put(1, [{ text: "blue plum", weight: 1 }])
  expect([find("red"), find("apple"), find("blue")]).toEqual([[], [2], [1]])
  remove(2)
  remove(9)
  expect(find("apple")).toEqual([])
})

test("after any puts, removals and tidying up, a search finds what a scan finds", () => {
  const random = createRandom(11)
  const index = createTextIndex()
  const texts = new Map<number, string>()
  const word = () => `w${Math.floor(random.next() * random.next() * 60)}`
  let sweeps = 0
  for (let step = 0; step < 12_000; step++) {
    const n = 1 + Math.floor(random.next() * 300)
    if (random.chance(0.2)) {
      index.remove(n)
      texts.delete(n)
    } else {
      const text = Array.from({ length: 1 + Math.floor(random.next() * 8) }, word).join(" ")
      index.put(n, [{ text, weight: 1 }])
      texts.set(n, text)
    }
    let left = 5
    if (step % 3 === 0 && !index.tidy(() => left-- > 0)) sweeps++
    if (step % 20 !== 0) continue
    const asked = [...new Set([word(), word()])]
    const scan = (holds: (words: string[]) => boolean) =>
      [...texts].filter(([, text]) => holds(text.split(" "))).map(([number]) => number)
    const sorted = (found: Iterable<number>) => [...found].sort((a, b) => a - b)
    const all = scan((words) => asked.every((each) => words.includes(each))).sort((a, b) => a - b)
    const any = scan((words) => asked.some((each) => words.includes(each))).sort((a, b) => a - b)
    expect(sorted(index.search(exactly(asked.join(" ")), "all"))).toEqual(all)
    expect(sorted(index.search(exactly(asked.join(" ")), "any"))).toEqual(any)
  }
  expect(sweeps).toBeGreaterThan(10)
})

test("tidying up forgets the words that no document holds any more", () => {
  const index = createTextIndex()
  for (let n = 1; n <= 1000; n++) index.put(n, [{ text: `common unique${n}`, weight: 1 }])
  for (let n = 1; n <= 999; n++) index.remove(n)
  expect(index.frequency("unique7")).toBe(1)
  expect(index.tidy(() => true)).toBe(true)
  expect([index.frequency("unique7"), index.frequency("common")]).toEqual([0, 1])
  expect(index.search(wantedWords("unique"), "all")).toEqual([1000])
})
