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
    expect(lines.length).toBeGreaterThanOrEqual(5)
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
  expect(narrower).toMatch(/no room for CHANGED$/)
  expect(narrower.split("\n", 1)[0]).not.toContain("CHANGED")
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
  expect(at(45)).toMatch(/no room for CHANGED$/)
})

describe("a column without any text goes first, and is not named", () => {
  const who: Column<Row> = { title: "ASSIGNEE", text: () => "-", isOptional: true }
  const late: Column<Row> = { title: "RAN OUT", text: () => "" }
  const [id, status, title, changed] = columns
  const all = [id, status, who, late, title, changed] as readonly Column<Row>[]

  test("in a wide terminal it stays", () => {
    expect(table(rows, all, 120)).toMatch(/^ID +STATUS +ASSIGNEE +RAN OUT +TITLE +CHANGED\n/)
  })

  test("in a narrow one the others keep their room", () => {
    expect(table(rows, all, 48)).toBe(table(rows, columns, 48))
  })
})

describe("a long name is cut before a column is left out", () => {
  const named = (name: string): readonly Column<Row>[] => {
    const [id, status, title, changed] = columns
    const who: Column<Row> = { title: "ASSIGNEE", text: () => name, shrinks: true, isOptional: true }
    return [id, status, who, { ...title, least: 24 }, changed] as readonly Column<Row>[]
  }
  const names = [
    "somebody-with-a-long-name",
    "s".repeat(64),
    "名前".repeat(16),
    "شخص-له-اسم-طويل-جدا-جدا-جدا",
  ]

  test.each(names)("%s", (name) => {
    const shown = table(rows, named(name), 80)
    expect(shown).toMatch(/^ID +STATUS +ASSIGNEE +TITLE +CHANGED\n/)
    expect(shown).toContain(`  ${name.slice(0, 5)}`)
    expect(shown).not.toContain("no room")
    for (const width of [200, 120, 80, 60, 40, 20])
      for (const line of table(rows, named(name), width).split("\n"))
        expect(widthOf(line), line).toBeLessThanOrEqual(width)
  })

  test("and the title keeps more room than the name", () => {
    expect(table(rows, named("somebody-with-a-long-name"), 72)).toContain(
      "T-22222  doing         somebody-wi…  A title that is longer th…  2w ago",
    )
  })
})

test("a column that needs a wide terminal is named where it is left out", () => {
  const [id, , title] = columns
  const tags: Column<Row> = { title: "TAGS", text: () => "bug", from: 100 }
  const all = [id, title, tags] as readonly Column<Row>[]
  expect(table(rows, all, 100)).toMatch(/^ID +TITLE +TAGS\n/)
  expect(table(rows, all, 99)).toMatch(/^ID +TITLE\n.*\nno room for TAGS$/s)
})

test("without a terminal nothing is cut", () => {
  expect(table(rows, columns)).toContain("A title that is longer than any line of forty")
})
