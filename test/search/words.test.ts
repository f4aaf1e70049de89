import { expect, test } from "vitest"
import { eachWord, wantedWords } from "../../src/search/words.ts"

function words(text: string): string[] {
  const found: string[] = []
  eachWord(text, (term) => found.push(term))
  return found
}

test.each([
  ["Fix the LOGIN-page, now!", ["fix", "the", "login", "page", "now"]],
  ["done_criteria of T-12", ["done", "criteria", "of", "t", "12"]],
  ["Crème brûlée, Ζεύς, ёлка", ["creme", "brulee", "ζευς", "елка"]],
  ["cre\u0300me", ["creme"]],
  ["ﬁle ＡＢＣ １２", ["file", "abc", "12"]],
  ["İstanbul", ["istanbul"]],
  ["日本語", ["日本", "本語", "語"]],
  ["がぎ", ["がぎ", "ぎ"]],
  ["ログイン2回fix", ["ログ", "グイ", "イン", "ン", "2", "回", "fix"]],
  ["ภาษา", ["ภา", "าษ", "ษา", "า"]],
  ["한국어 검색", ["한국어", "검색"]],
  ["हिन्दी", ["हिन्दी"]],
  ["?! — … ❤️ \u0301", []],
  ["", []],
])("the words of %j are %j", (text, expected) => {
  expect(words(text)).toEqual(expected)
})

test("a very long word is cut, both in a text and in a query", () => {
  const long = "x".repeat(5000)
  expect(words(long)).toEqual(["x".repeat(40)])
  expect(wantedWords(long)).toEqual([{ term: "x".repeat(40), isPrefix: true }])
})

test("the last word of a query may be incomplete, and a repeated word counts once", () => {
  expect(wantedWords("log in, LOG")).toEqual([
    { term: "log", isPrefix: true },
    { term: "in", isPrefix: false },
  ])
})

test("in a script without spaces, a single character matches as the beginning of a pair", () => {
  expect(wantedWords("本 fix")).toEqual([
    { term: "本", isPrefix: true },
    { term: "fix", isPrefix: true },
  ])
  expect(wantedWords("日本語 fix").map(({ term }) => term)).toEqual(["日本", "本語", "fix"])
})
