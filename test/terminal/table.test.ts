import { describe, expect, test } from "vitest"
import { table, type Column } from "../../src/terminal/table.ts"
import { widthOf } from "../../src/terminal/width.ts"

interface Row {
  readonly id: string
  readonly status: string
  readonly title: string
  readonly changed: string
}

const columns: readonly Column<Row>[] = [
  { title: "ID", text: ({ id }) => id },
  { title: "STATUS", text: ({ status }) => status },
  { title: "TITLE", text: ({ title }) => title, shrinks: true },
  { title: "CHANGED", text: ({ changed }) => changed, isOptional: true },
]

const rows: readonly Row[] = [
  { id: "T-1", status: "todo (waits)", title: "Short", changed: "3m ago" },
  {
    id: "T-22222",
    status: "doing",
    title: "A title that is longer than any line of forty",
    changed: "2w ago",
  },
  { id: "T-3", status: "blocked", title: "日本語の題名はとても長いので切らなければならない", changed: "now" },
  { id: "T-4", status: "review", title: "👩‍👩‍👧 🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀", changed: "in 5s" },
]

describe("no line is longer than the terminal", () => {
  test.each([200, 80, 60, 40, 30, 20, 12])("at %i columns", (width) => {
    const lines = table(rows, columns, width).split("\n")
    expect(lines).toHaveLength(5)
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(width)
  })
})

test("a table is shown whole where there is room for it", () => {
  const shown = table(rows, columns, 200)
  expect(shown).not.toContain("…")
  for (const { title, changed } of rows) {
    expect(shown).toContain(title)
    expect(shown).toContain(changed)
  }
})

test("columns that may shrink are cut first, then optional columns are left out; ids are never cut", () => {
  const narrow = table(rows, columns, 60)
  expect(narrow).toContain("A title that is longer than…  2w ago")
  expect(narrow).toContain("2w ago")
  const narrower = table(rows, columns, 40)
  expect(narrower).toContain("T-22222  doing         A title that is …")
  expect(narrower).not.toContain("CHANGED")
  expect(narrower).toContain("todo (waits)")
})

test("a column is said in fewer words before any other gets narrower than its least width or is left out", () => {
  const [id, , title, changed] = columns
  const status: Column<Row> = {
    title: "STATUS",
    text: () => "todo (waits for T-22222)",
    shorter: [() => "todo (waits)", () => "todo"],
  }
  const wordy = [id, status, { ...title, least: 20 }, changed] as readonly Column<Row>[]
  const at = (width: number) => table(rows, wordy, width)
  expect(at(64)).toContain("T-22222  todo (waits for T-22222)  A title that is lon…  2w ago")
  expect(at(63)).toContain("T-22222  todo (waits)  A title that is longer than an…  2w ago")
  expect(at(52)).toContain("T-22222  todo (waits)  A title that is lon…  2w ago")
  expect(at(46)).toContain("T-22222  todo    A title that is lon…  2w ago")
  expect(at(45)).toContain("T-22222  todo    A title that is longer than…")
  expect(at(45)).not.toContain("CHANGED")
})

test("without a terminal nothing is cut", () => {
  expect(table(rows, columns)).toContain("A title that is longer than any line of forty")
})
