import { expect, test } from "vitest"
import { parse } from "yaml"
import { readFrontMatter, writeField } from "../../../src/commands/editor/front-matter.ts"
import { createRandom } from "../../support/random.ts"

const read = (...rows: string[]) => readFrontMatter(["---", ...rows, "---", "body", ""].join("\n"))

test.each<[string, unknown]>([
  ["a: two words", "two words"],
  ["a:", ""],
  ["a : spaced ", "spaced"],
  ["a: 1.0", "1.0"],
  ["a: null", "null"],
  ['a: "with \\"quotes\\" # and: more"', 'with "quotes" # and: more'],
  ["a: 'it''s: so'", "it's: so"],
  ["a: a # b", "a # b"],
  ["a: [x, two words,y]", ["x", "two words", "y"]],
  ["a: [\"x, y\", 'z, z', w]", ["x, y", "z, z", "w"]],
  ["a: []", []],
  ['a: {"b": [1, null]}', { b: [1, null] }],
])("%j is read", (row, value) => {
  expect(read("# a comment", "", row)).toMatchObject({ values: { a: value }, faults: [], body: "body" })
})

test("a list may have an item a line, and each has its line", () => {
  const { values, lines, faults } = read("a:", "  - one", '- "two: 2"', "", "  # none", "  - three", "b: x")
  expect([values["a"], faults]).toEqual([["one", "two: 2", "three"], []])
  expect(Object.fromEntries(lines)).toEqual({ a: 2, "a.0": 3, "a.1": 4, "a.2": 7, b: 8, "": 10 })
})

test("every fault is told with its line", () => {
  const { faults } = read(
    "a: 1",
    "- x",
    "a: 2",
    "  b: 3",
    "c: [x",
    'd: "x',
    "e: 'x",
    "f: {x}",
    "what is this?",
  )
  expect(faults.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
  expect(faults[1]?.message).toBe("a is already set on line 2")
})

test.each([
  ["no first line", "a: b\n---\n", 1],
  ["no last line", "---\na: b\n", 3],
  ["nothing", "", 1],
])("%s is a fault", (_, text, line) => {
  expect(readFrontMatter(text).faults).toMatchObject([{ line }])
})

test("the text below is kept as it is, but for the end of its last line", () => {
  for (const body of ["", "a", "a\n", "\n\na\n---\nb: c\n\n"])
    expect(readFrontMatter(`\ufeff---\na: b\n---\n${body}\n`)).toMatchObject({ body, faults: [] })
  expect(readFrontMatter("---\r\na: b\r\n---\r\nx\r\ny\r\n").body).toBe("x\ny")
})

test("what is written is read back, here and as YAML", () => {
  const random = createRandom(7)
  const pieces = [
    "a",
    "Zu",
    " ",
    ": ",
    " #",
    "#",
    "- ",
    "[",
    "]",
    "{",
    '"',
    "'",
    ",",
    "\\",
    "@",
    "!",
    "é",
    "1",
    ":",
    "\t",
    "%",
    "&",
  ]
  for (let i = 0; i < 3_000; i++) {
    const text = () =>
      Array.from({ length: 1 + random.below(5) }, () => random.pick(pieces))
        .join("")
        .trim()
    const one = text()
    const items = Array.from({ length: 1 + random.below(3) }, text)
    const rows = [writeField("one", one), writeField("row", items), writeField("below", items, true)]
    expect(read(...rows), rows.join("\n")).toMatchObject({
      values: { one, row: items, below: items },
      faults: [],
    })
    const asYaml = parse(rows.join("\n"), { schema: "failsafe" }) as unknown
    expect(asYaml, rows.join("\n")).toEqual({ one, row: items, below: items })
  }
})
