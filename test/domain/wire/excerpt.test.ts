import { expect, test } from "vitest"
import { firstLine } from "../../../src/domain/wire/excerpt.ts"

test.each([
  ["One\ntwo", "One"],
  ["\n\n  One  \ntwo", "One"],
  ["---\n\n> It works", "> It works"],
  ["```ts\nconst a = 1\n```", "const a = 1"],
  ["🎉\nmore", "🎉"],
  ["…", "…"],
  ["", ""],
  [`${"a".repeat(300)}\nb`, `${"a".repeat(199)}…`],
])("the first line of %j that says something is %j", (text, expected) => {
  expect(firstLine(text)).toBe(expected)
})
