import { describe, expect, test } from "vitest"
import { parsePlan } from "../../src/commands/plan/parse.ts"
import { fromCell, toCell } from "../../src/domain/wire/exports/csv-cell.ts"
import { derivedFields, ExportedTask } from "../../src/domain/wire/exports/export-schema.ts"
import { TaskView } from "../../src/domain/wire/tasks/view-schemas.ts"
import { exportOf, linesOf, piecesOf } from "../support/exported.ts"
import { createRandom } from "../support/random.ts"
import { given, startService, type Service } from "../support/service.ts"

const said = ["comments", "reflections", "reviews"]

/** A board with each kind of thing that is said of tasks, and of what can become of them. */
const board = () =>
  given(
    ["task.create", { title: "Sign", done_criteria: ["dry", "straight"], tags: ["a"], eta: "2h" }],
    ["task.create", { title: "Wall", blockedBy: ["T-1"], reviewer: "mira", metadata: { wide: [1] } }],
    ["task.create", { title: "Part", parent: "T-2", discoveredFrom: "T-1", description: "é\n\n  x" }],
    ["task.check", { id: "T-1", criterion: 1, agent: "ann", evidence: "by hand" }],
    ["task.claim", { id: "T-1", agent: "ann" }],
    ["task.complete", { id: "T-1", agent: "ann", summary: "Hung", reflection: "Measure first" }],
    ["task.claim", { id: "T-3", agent: "bo" }],
    ["task.comment", { id: "T-3", author: "bo", content: "Half of it" }],
    ["task.complete", { id: "T-3", agent: "bo" }],
    ["task.claim", { id: "T-2", agent: "bo" }],
    ["task.complete", { id: "T-2", agent: "bo" }],
    ["task.review", { id: "T-2", reviewer: "mira", decision: "request_changes", comment: "Higher" }],
    ["task.create", { title: "Gone" }],
    ["task.delete", { id: "T-4" }],
  )

describe("JSON lines", () => {
  test("begin with a header that names the board, its seq and how many tasks follow", async () => {
    const service = await board()
    const [header, ...tasks] = linesOf(await exportOf(service))
    expect(header).toEqual({
      _type: "upnext",
      version: 1,
      board: service.engine.boardFacts().id,
      seq: service.engine.seq,
      at: "2030-01-01T00:00:00.000Z",
      tasks: 3,
    })
    expect(tasks.map(({ id }) => id as string)).toEqual(["T-1", "T-2", "T-3"])
  })

  test("show each task as GET /tasks/{id} does, but for what follows from others and from the time", async () => {
    const service = await board()
    for (const line of linesOf(await exportOf(service)).slice(1)) {
      const { task } = await service.run("task.read", { id: line.id })
      const shown = Object.entries(task as object).filter(([field]) => !(field in derivedFields))
      const exported = Object.entries(line as object).filter(([field]) => !said.includes(field))
      expect(exported).toEqual(shown)
    }
  })

  test("hold each field that a task can show, or name it as one that follows from others", () => {
    const held = Object.keys(ExportedTask.shape).filter((field) => !said.includes(field))
    expect([...held, ...Object.keys(derivedFields)].sort()).toEqual(Object.keys(TaskView.shape).sort())
  })

  test("hold what was said of a task", async () => {
    const [, sign, wall, part] = linesOf(await exportOf(await board()))
    const createdAt = "2030-01-01T00:00:00.000Z"
    expect(sign.reflections).toEqual([{ id: "R-1", agent: "ann", content: "Measure first", createdAt }])
    expect(part.comments).toMatchObject([{ author: "bo", content: "Half of it", createdAt }])
    expect(wall.reviews).toEqual([
      { id: "V-1", reviewer: "mira", decision: "request_changes", comment: "Higher", createdAt },
    ])
    for (const line of [sign, wall, part]) expect(ExportedTask.parse(line)).toEqual(line)
  })

  test("of a task with many comments come in pieces", async () => {
    const service = await given(["task.create", { title: "Talk" }])
    for (let i = 0; i < 30; i++)
      await service.run("task.comment", { id: "T-1", author: "ann", content: "x".repeat(60_000) })
    const pieces = [...(await piecesOf(service))]
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(65_000)
    expect(linesOf(pieces.join(""))[1].comments).toHaveLength(30)
  })
})

test.each(["jsonl", "csv", "markdown"])(
  "%s shows one moment, whatever is changed while it is read",
  async (format) => {
    const service = await board()
    for (let i = 0; i < 30; i++) await service.run("task.create", { title: `More ${i}`, blockedBy: ["T-2"] })
    await service.run("task.comment", { id: "T-20", author: "ann", content: "before" })
    const expected = await exportOf(service, { format })
    const pieces = (await piecesOf(service, { format }))[Symbol.iterator]()
    const text = [pieces.next().value as string]
    await service.run("task.edit", { id: "T-1", title: "Changed" })
    await service.run("task.comment", { id: "T-20", author: "ann", content: "after" })
    await service.run("task.comment", { id: "T-21", author: "ann", content: "after" })
    await service.run("task.delete", { id: "T-20" })
    await service.run("task.delete", { id: "T-22" })
    await service.run("task.create", { title: "New", parent: "T-23" })
    await service.run("task.edit", { id: "T-2", status: "done" })
    for (let step = pieces.next(); !step.done; step = pieces.next()) text.push(step.value)
    expect(text.join("")).toBe(expected)
    expect(await exportOf(service, { format })).not.toBe(expected)
  },
)

test("the filters choose what the list of tasks shows with them", async () => {
  const service = await startService()
  const random = createRandom(7)
  const names = ["ann", "bo", undefined]
  for (let i = 0; i < 120; i++)
    await service.run("task.create", {
      title: random.pick(["red wall", "green wall", "sign"]),
      assignee: random.pick(names),
      tags: random.pick([[], ["a"], ["a", "b"]]),
      project: random.pick(["web", "api"]),
      priority: random.pick(["P0", "P1"]),
      ...(i > 0 && random.chance(0.3) && { parent: `T-${1 + random.below(i)}` }),
    })
  for (let i = 1; i < 60; i++)
    await service.run("task.edit", { id: `T-${i}`, status: random.pick(["done", "blocked"]) })
  const filters = [
    { q: "wall" },
    { status: "done" },
    { status: ["done", "blocked"], project: "web" },
    { assignee: "unassigned", tag: ["a", "b"] },
    { notTag: "a", notProject: "api" },
    { ready: true },
    { ids: ["T-3", "T-99", "T-1"] },
    { priority: "P0", q: "red", notAssignee: "ann" },
    { parent: "T-1" },
    { needs: "ann" },
  ]
  for (const filter of filters) {
    const { tasks } = await service.run("task.list", { ...filter, limit: 500 })
    const exported = linesOf(await exportOf(service, filter)).slice(1)
    const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).sort()
    expect(idsOf(exported), JSON.stringify(filter)).toEqual(idsOf(tasks))
  }
})

describe("CSV", () => {
  test("neutralises what a spreadsheet would take for a formula", async () => {
    const titles = ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠x", "'=1", "'plain", "a=1"]
    const service: Service = await startService()
    for (const title of titles) await service.run("task.create", { title })
    await service.run("task.edit", { id: "T-1", description: "\t=1\r\nx" })
    const rows = rowsOf(await exportOf(service, { format: "csv" })).slice(1)
    expect(rows.map((row) => row[1])).toEqual([
      ...["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'＝1", "'＋1", "'－1", "'＠x", "''=1", "'plain", "a=1"],
    ])
    expect(rows.map((row) => fromCell(row[1] ?? ""))).toEqual(titles)
    expect(rows[0]?.[9]).toBe("'\t=1\r\nx")
  })

  test("gives each text back, whatever stands in it", () => {
    const random = createRandom(3)
    const signs = `'|"|=|+|-|@|\t|\r|\n|\v|\f|\ufeff|\u200b|\u2212|\u2800|\u3164|,|;| |a|é|＝|＠|''|😀`.split(
      "|",
    )
    for (let i = 0; i < 2000; i++) {
      const text = Array.from({ length: random.below(6) }, () => random.pick(signs)).join("")
      const [[cell = ""] = []] = rowsOf(`${toCell(text)},end\r\n`)
      expect(fromCell(cell), JSON.stringify(text)).toBe(text)
      expect(/^[\s\u200b\ufeff\u2800\u3164]*[=+\-@\u2212＝＋－＠]|^[\t\r\n\v\f]/.test(cell)).toBe(false)
    }
  })

  test("has a row for each task under a row of names, as wide as that", async () => {
    const rows = rowsOf(await exportOf(await board(), { format: "csv" }))
    const [names = [], ...tasks] = rows
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([names.length]))
    const cells = tasks.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])))
    expect(cells).toMatchObject([
      { id: "T-1", status: "done", done_criteria: "dry\nstraight", met: "dry", summary: "Hung", tags: "a" },
      { id: "T-2", status: "doing", assignee: "bo", blockedBy: "T-1", metadata: '{"wide":[1]}' },
      { id: "T-3", parent: "T-2", discoveredFrom: "T-1", comments: "1", description: "é\n\n  x" },
    ])
  })
})

describe("Markdown", () => {
  test("is a plan in which each task has its number and its status", async () => {
    const service = await board()
    await service.run("task.create", { title: "Later", parent: "T-1", priority: "P1", tags: ["a"] })
    await service.run("task.edit", { id: "T-5", status: "cancelled" })
    expect((await exportOf(service, { format: "markdown" })).split("\n")).toEqual([
      "- [x] Sign {#t1} @ann ~2h +a",
      "    Done when:",
      "    - [x] dry",
      "      by hand",
      "    - [ ] straight",
      "  - [x] Later {#t5} !P1 +a {cancelled}",
      "- [ ] Wall {#t2} @bo (after #t1) {doing}",
      '  {"reviewer":"mira","metadata":{"wide":[1]}}',
      "  - [x] Part {#t3} @bo",
      '    {"discoveredFrom":"T-1"}',
      "    é",
      "",
      "      x",
      "",
    ])
    expect(await exportOf(service, { format: "markdown", ids: "T-3" })).toMatch(
      /^- \[x\] Part \{#t3\} @bo\n {2}\{"discoveredFrom":"T-1"\}\n {2}é\n/,
    )
  })

  test("is taken by `upnext plan`: what is open comes back, and a note says what loses its status", async () => {
    const service = await given(
      ["task.create", { title: "Top {doing}" }],
      ["task.create", { title: "- [ ] box", parent: "T-1", description: "- [ ] no task\n# no heading" }],
      ["task.create", { title: "Waits", blockedBy: ["T-2"], project: "web", assignee: "ann" }],
      ["task.edit", { id: "T-3", status: "doing" }],
      ["task.create", { title: "Over" }],
      ["task.edit", { id: "T-4", status: "done" }],
    )
    const { entries, faults, notes } = parsePlan(await exportOf(service, { format: "markdown" }))
    expect(faults).toEqual([])
    expect(notes.map(({ message }) => message)).toEqual([
      "has the status doing in the plan's source; it is added as todo",
      "is done, so it is left out",
    ])
    const again = await startService()
    await again.run("task.createMany", { tasks: entries.map(({ task }) => task) })
    const fields = (list: Record<string, unknown>[]) =>
      list.map(({ id, title, description, parent, blockedBy, project, assignee }) => {
        return { id, title, description, parent, blockedBy, project, assignee }
      })
    const { tasks } = await service.run("task.list", { status: ["todo", "doing"] })
    expect(fields((await again.run("task.list", {})).tasks)).toEqual(fields(tasks))
  })
})

// --- internal ---

/** Reads CSV as RFC 4180 has it. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = []
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy
  let row: string[] = []
  for (const [, cell = "", end] of text.matchAll(cells)) {
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === ",") continue
    rows.push(row)
    row = []
  }
  expect(rows.flat().length).toBeGreaterThan(0)
  return rows
}
