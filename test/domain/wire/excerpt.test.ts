import { expect, test } from "vitest"
import { firstLine } from "../../../src/domain/wire/excerpt.ts"

test.each([
  ["One\ntwo", "One"],
  ["\n\n  One  \ntwo", "One"],
  ["---\n\n> It works", "> It works"],
  ["> Does it work?\n> On Windows too?\n\nYes, on both", "Yes, on both"],
  ["> Does it work?\nYes", "Yes"],
  ["  > Does it work?\r\n\r\nYes", "Yes"],
  ["> ```\n> npm test\n> ```\n\nIt hangs", "It hangs"],
  ["> Does it work?\n\n---\n", "> Does it work?"],
  ["```\n> npm test\nfailed\n```\nIt hangs", "> npm test"],
  ["```ts\nconst a = 1\n```", "const a = 1"],
  ["🎉\nmore", "🎉"],
  ["…", "…"],
  ["", ""],
  [`${"a".repeat(300)}\nb`, `${"a".repeat(199)}…`],
])("the first line of %j in the words of its writer is %j", (text, expected) => {
  expect(firstLine(text)).toBe(expected)
})

test("a quotation of many lines is passed over", () => {
  expect(firstLine(`${"> quoted\n".repeat(1500)}\nYes`)).toBe("Yes")
})
