import { expect, test } from "vitest"
import { colour } from "../../../src/dashboard/change/colours.ts"
import { sideBySide, layOver, markWords } from "../../../src/dashboard/change/marked-words.ts"
import type { ChangeRow } from "../../../src/dashboard/change/read-change.ts"
import { whatWasDone } from "../../../src/domain/wire/tasks/what-was-done.ts"
import { createRandom } from "../../support/random.ts"

const lines = [
  "const a = `x ${b} \u202e`",
  "/* a comment that",
  " goes on */ return 'it\\'s' + \"so\" // TODO: end",
  "",
  '\tif (x < 3 && y >= 0x1F) { throw new Error("<b>&") }',
  "def f(self, *args): # 日本語",
  "<a href='x' class=\"y\">text</a><!-- no -->",
  "SELECT * FROM t WHERE a = 'b'; -- c",
  "key: [1, 2.5e-3, true, null]",
  "🦉 ".repeat(40),
]
const kinds = ["same", "added", "removed"] as const

function rowsOf(seed: number): ChangeRow[] {
  const random = createRandom(seed)
  return Array.from({ length: 40 }, (_, i): ChangeRow => {
    if (i % 13 === 0) return { kind: "gap", old: null, new: null, text: `line ${i}` }
    if (i % 17 === 0) return { kind: "note", old: null, new: null, text: "\\ No newline at end of file" }
    return { kind: random.pick(kinds), old: i, new: i, text: random.pick(lines) }
  })
}

const paths = [
  "ts",
  "tsx",
  "js",
  "py",
  "go",
  "rs",
  "java",
  "c",
  "css",
  "html",
  "sql",
  "yaml",
  "json",
  "md",
  "sh",
  "toml",
]

test.each(paths)("the colours of .%s take nothing away from a line, and neither do marked words", (end) => {
  let count = 0
  for (let seed = 1; seed <= 10; seed += 1) {
    const rows = rowsOf(seed)
    const [tokens, words] = [colour(`a.${end}`, rows, Infinity), markWords(rows)]
    for (const [i, row] of rows.entries()) {
      const coloured = tokens.get(i)
      expect(coloured !== undefined).toBe(row.kind !== "gap" && row.kind !== "note")
      if (!coloured) continue
      count += coloured.filter(({ kind }) => kind !== undefined).length
      expect(coloured.map(({ text }) => text).join("")).toBe(row.text)
      const marked = words.get(i) ?? [{ text: row.text, isMarked: false }]
      const pieces = layOver(coloured, marked)
      expect(pieces.map((piece) => piece.tokens.map(({ text }) => text).join(""))).toEqual(
        marked.map(({ text }) => text),
      )
    }
  }
  expect(count).toBeGreaterThan(50)
})

test("a language that is not known has no colours, whatever its file is called", () => {
  for (const path of ["a.unknown", "constructor", "LICENSE", ".gitignore", "a.toString"])
    expect(colour(path, rowsOf(1)).size).toBe(0)
  expect(colour("lib/Makefile", rowsOf(1)).size).toBeGreaterThan(0)
})

test("a text that is made to take long is left plain in time", () => {
  const row = (text: string, i: number): ChangeRow => ({ kind: "added", old: null, new: i, text })
  for (const bit of ["$", "aA"]) {
    const rows = Array.from({ length: 400 }, (_, i) => row(bit.repeat(1_900), i))
    // Those of dollar signs take a hundred times as long with every Node; blanks do with Node 20 alone.
    expect(colour("a.js", rows, 50).size).toBeLessThan(400)
  }
  expect(colour("a.js", [row(" ".repeat(100_000), 1), row("const a = 1", 2)], Infinity).has(1)).toBe(true)
  expect(colour("a.js", [row(" ".repeat(100_000), 1)], Infinity).size).toBe(0)
})

test("side by side each line stands once on each side on which it is, in its order", () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const rows = rowsOf(seed)
    const pairs = sideBySide(rows)
    const sides = [0, 1].map((side) => pairs.flatMap((pair) => pair[side] ?? []))
    const those = (...on: ChangeRow["kind"][]) =>
      rows.flatMap(({ kind }, i) => (on.includes(kind) ? [i] : []))
    expect(sides).toEqual([those("same", "removed"), those("same", "added", "gap", "note")])
  }
})

test.each([
  ["one\ntwo", { text: "one\ntwo", isWhole: true }],
  ["lesson: ask\nIt works.\nReflection: x", { text: "It works.", isWhole: true }],
  [`${"ok\n".repeat(20)}\nIt **works**.\n\nreflection: x`, { text: "It **works**.", isWhole: false }],
  ["x".repeat(600), { text: "x".repeat(600), isWhole: false }],
  ["reflection: x", null],
  [null, null],
])("of what is said of work the end is shown: %j", (said, shown) => {
  expect(whatWasDone(said)).toEqual(shown)
})
