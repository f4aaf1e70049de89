import { expect, test } from "vitest"
import { table } from "../../src/terminal/table.ts"
import { cutTo, widthOf } from "../../src/terminal/width.ts"

test.each([
  ["", 0],
  ["plain", 5],
  ["naïve", 5],
  ["nai\u0308ve", 5],
  ["日本語", 6],
  ["한국어", 6],
  ["ｱｲｳ", 3],
  ["（全角）", 8],
  ["🚀 go", 5],
  ["👩‍👩‍👧", 2],
  ["🇩🇪", 2],
  ["✔", 1],
  ["✔\ufe0f", 2],
  ["a…b", 3],
])("%j takes %i columns", (text, width) => {
  expect(widthOf(text)).toBe(width)
})

test.each([
  ["plain", 5, "plain"],
  ["plain", 4, "pla…"],
  ["日本語", 6, "日本語"],
  ["日本語", 5, "日本…"],
  ["日本語", 4, "日…"],
  ["👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"],
])("%j cut to %i columns is %j: never wider, and no letter is cut in half", (text, width, expected) => {
  expect(cutTo(text, width)).toBe(expected)
  expect(widthOf(cutTo(text, width))).toBeLessThanOrEqual(width)
})

test("the columns of a table line up, whatever letters they hold", () => {
  const rows = [
    { name: "日本", n: "1" },
    { name: "plain", n: "2" },
  ]
  const shown = table(rows, [
    { title: "NAME", text: ({ name }) => name },
    { title: "N", text: ({ n }) => n },
  ])
  expect(shown.split("\n").slice(1)).toEqual(["日本   1", "plain  2"])
})
