import { expect, test } from "vitest"
import { wrap } from "../../src/terminal/wrap.ts"

test.each<[string, number, string[]]>([
  ["", 10, [""]],
  ["short", 10, ["short"]],
  ["breaks at spaces only", 10, ["breaks at", "spaces", "only"]],
  ["exactly ten", 11, ["exactly ten"]],
  ["a incomprehensible word", 8, ["a", "incompr…", "word"]],
  ["日本 日本 日本", 9, ["日本 日本", "日本"]],
  ["as it is", Infinity, ["as it is"]],
])("%j in %d columns is %j", (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines)
})
