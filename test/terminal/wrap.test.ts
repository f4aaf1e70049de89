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
