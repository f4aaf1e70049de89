import { expect, test } from "vitest"
import { wrap } from "../../src/terminal/wrap.ts"

test.each<[string, number, string[]]>([
  ["", 10, [""]],
  ["short", 10, ["short"]],
  ["breaks at spaces only", 10, ["breaks at", "spaces", "only"]],
  ["exactly ten", 11, ["exactly ten"]],
  ["an incomprehensible word", 8, ["an", "incompre", "hensible", "word"]],
  ["abcdefghij k", 8, ["abcdefgh", "ij k"]],
  ["日本語日", 5, ["日本", "語日"]],
  ["  two spaces  stay", 11, ["  two", "spaces ", "stay"]],
  ["日本 日本 日本", 9, ["日本 日本", "日本"]],
  ["as it is", Infinity, ["as it is"]],
])("%j in %d columns is %j", (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines)
})

test("a line that is not broken costs no more than its length, however many words it has", () => {
  const took = (words: number) => {
    const text = "a ".repeat(words)
    const began = process.hrtime.bigint()
    expect(wrap(text, Infinity)).toEqual([text])
    return Number(process.hrtime.bigint() - began)
  }
  const least = (words: number) => Math.min(...Array.from({ length: 5 }, () => took(words)))
  least(1_000)
  // Eight times the words; by their square it would be 64 times.
  expect(least(16_000) / least(2_000)).toBeLessThan(30)
})
