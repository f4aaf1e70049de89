import { expect, test } from "vitest"
import { columnsIn } from "../../src/interchange/csv/columns.ts"
import { given, readGiven } from "../support/given-files.ts"
import type { ReadWishes } from "../../src/interchange/reader.ts"

const read = (text: string, wishes?: ReadWishes) => readGiven([given("tasks.csv", text)], wishes)

test("columns are known by the names that people give them, whatever divides them", () => {
  const { kind, item } = read("Key;Task name;Owner;Due;Depends on\nA;One;ada;2026-01-02;\nB;Two;;;A\n")
  expect(kind).toBe("csv")
  expect(item("A")).toMatchObject({ title: "One", assignee: "ada", dueAt: "2026-01-02T23:59:59.000Z" })
  expect(item("B")?.blockedBy).toEqual(["csv:A"])
})

test("a column is what --map says, and a status what --map-status says", () => {
  const { item, said } = read("ref,title,wann,stand\n1,One,2026-01-02,Läuft\n", {
    columns: new Map([
      ["Ref", "id"],
      ["wann", "dueAt"],
      ["stand", "status"],
      ["title", "titel"],
      ["Stoy", "description"],
    ]),
    statuses: new Map([["läuft", "done"]]),
    project: "p",
  })
  expect(item("1")).toMatchObject({ status: "done", dueAt: "2026-01-02T23:59:59.000Z", project: "p" })
  expect(said).toContain('dropped: 1 mapping in --map left out: "titel" is not a field')
  expect(said).toContain('dropped: 1 mapping in --map left out: there is no column "Stoy"')
})

test("a form is told what each column is taken for, and which statuses are not known", () => {
  const text = "id,Title,,Owner,title,Stand\n1,One,x,ada,y,Läuft\n2,Two,,,,läuft\n3,Three,,,,done\n"
  const columns = new Map([["Owner", ""]])
  const [rows, file] = [3, given("tasks.csv", text)]
  expect(columnsIn("csv", [file], { columns })).toEqual([
    { name: "id", field: "id", values: { examples: ['"1"', '"2"'], filled: 3, rows } },
    { name: "Title", field: "title", values: { examples: ['"One"', '"y"'], filled: 3, rows } },
    { name: "column 3", field: undefined, values: { examples: ['"x"'], filled: 1, rows } },
    { name: "Owner", field: undefined, values: { examples: ['"ada"'], filled: 1, rows } },
    { name: "Stand", field: undefined, values: { examples: ['"Läuft"', '"läuft"'], filled: 3, rows } },
  ])
  const [, title] = columnsIn("csv", [file, given("more.csv", "title\nFour\n")], {})
  expect(title?.values).toEqual({ examples: ['"One"', '"y"'], filled: 4, rows: 4 })
  expect(columnsIn("beads", [given("issues.jsonl", text)], {})).toEqual([])
  const { item, unknownStatuses } = read(text, { columns: columns.set("Stand", "status") })
  expect(unknownStatuses).toEqual(["Läuft"])
  expect(item("1")).not.toHaveProperty("assignee")
  expect(item("1")?.metadata).toMatchObject({ imported: { Owner: "ada" } })
})

test("every filled column without a field is counted and kept, an empty one never", () => {
  const { items, said } = read("id,title,Cycle,Empty\n1,One,4,\n2,Two,5, \n3,Three,,\n")
  expect(items.map(({ metadata }) => metadata)).toEqual([
    { imported: { Cycle: "4" } },
    { imported: { Cycle: "5" } },
    undefined,
  ])
  expect(said).toContain('kept: 2 values of "Cycle" kept in metadata.imported')
  expect(said.join()).not.toContain("Empty")
})

test("rows without an id are known by their title, and a second one of that title is another task", () => {
  const { items } = read("title\nOne\nTwo\nOne\n,\n")
  expect(items.map(({ source }) => source)).toEqual(["csv:One", "csv:Two", "csv:One (2)"])
})

test("the apostrophe before what a spreadsheet would take for a formula is no part of the text", () => {
  const { items } = read("id,title\n1,'=1+1\n2,''@x\n3,'quoted'\n4,-5 degrees\n")
  expect(items.map(({ title }) => title)).toEqual(["=1+1", "'@x", "'quoted'", "-5 degrees"])
})

test("what a program of Windows wrote is read: another encoding, UTF-16, a BOM, CRLF", () => {
  const latin = new Uint8Array([...new TextEncoder().encode("id,title\r\n1,Caf"), 0xe9, 13, 10])
  const wide = new Uint8Array(Buffer.from("\ufeffid\ttitle\r\n1\tCafé\r\n", "utf16le"))
  for (const bytes of [latin, wide, new TextEncoder().encode("\ufeffid,title\r\n1,Café\r\n")])
    expect(readGiven([given("a.csv", bytes)]).item("1")?.title).toBe("Café")
})

test("names of columns that would harm a program change nothing", () => {
  const { items, said } = read("id,title,__proto__,constructor,toString\n1,One,x,y,z\n")
  expect(items[0]?.metadata).toEqual({ imported: { toString: "z" } })
  expect(said).toContain('dropped: 1 value of "__proto__" left out: metadata cannot have this key')
})

test("what goes beyond a limit is cut or left out, and named", () => {
  const tags = Array.from({ length: 60 }, (_, i) => `t${i}`).join("; ")
  const criteria = [...Array.from({ length: 120 }, (_, i) => `c${i}`), "x".repeat(2000)].join("\n")
  const { item, said } = read(
    `id,title,description,tags,criteria,assignee\n1,${"a".repeat(900)},${"é".repeat(40_000)},"${tags}","${criteria}",anonymous\n`,
  )
  const { title = "", description = "", tags: kept, criteria: checks } = item("1") ?? {}
  expect([title.length, kept?.length, checks?.length]).toEqual([500, 50, 100])
  expect(new TextEncoder().encode(description ?? "").length).toBeLessThanOrEqual(64 * 1024)
  expect(said).toEqual(
    expect.arrayContaining([
      "cut: 1 title cut to 500 characters",
      "cut: 1 description cut to 64 KiB",
      "dropped: 10 tags left out: more than 50 per task",
      "cut: 21 criteria moved to the description: too long, or too many",
      'dropped: 1 assignee "anonymous" left out: the name means something else here',
    ]),
  )
})

test("criteria beyond the first hundred stand in the description", () => {
  const lines = Array.from({ length: 101 }, (_, i) => `- [ ] c${i}`).join("\n")
  expect(read(`id,title,criteria\n1,One,"${lines}"\n`).item("1")?.description).toBe(
    "## More criteria\n\n- [ ] c100",
  )
})

test("priorities and times that are not understood are kept and named, never guessed", () => {
  const { item, said } = read("id,title,priority,due\n1,One,whenever,11/12/26\n")
  expect(item("1")).toEqual({
    source: "csv:1",
    title: "One",
    status: "todo",
    metadata: { imported: { priority: "whenever", dueAt: "11/12/26" } },
  })
  expect(said).toContain('kept: 1 value of "dueAt" kept in metadata.imported')
})

test("a circle of three and an edge to itself do not stop an import of many", () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => `${i},T${i},${(i + 1) % 5_000}`)
  const { items, notes } = read(`id,title,blocked by\n${rows.join("\n")}\n`)
  expect(items).toHaveLength(5_000)
  expect(notes.find(({ text }) => text.includes("in a cycle"))?.count).toBeGreaterThan(0)
})

test("names and resources that cannot be here are left out of their lists, and the task comes in", () => {
  const row = "T-1,Needs care,todo,,,,ann; anonymous; @bo,src/http; a//b,gpu"
  const head = "id,title,status,done_criteria,blockedBy,discoveredFrom,escalation,resources,skills"
  const { items, said } = read(`${head}\n${row}\n`)
  expect(items).toMatchObject([{ escalation: ["ann", "bo"], resources: ["src/http"], skills: ["gpu"] }])
  expect(said).toContain(
    'dropped: 1 value of escalation "anonymous" left out: the name means something else here',
  )
  expect(said).toContain("dropped: 1 value of resources left out: not a valid value")
})
