import { expect, test } from "vitest"
import { parsePlan } from "../../src/commands/plan/parse.ts"
import { readFiles } from "../../src/interchange/read-files.ts"
import type { ReadWishes } from "../../src/interchange/reader.ts"
import type { ImportKind } from "../../src/domain/wire/imports/import-form.ts"

const read = (kind: ImportKind, files: Record<string, string>, wishes: ReadWishes = {}) =>
  readFiles(
    kind,
    Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })),
    wishes,
  )
const statusesOf = (csv: string, wishes?: ReadWishes) =>
  read("csv", { "own.csv": csv }, wishes).items.map(({ status = "todo" }) => status)

test.each([
  ["title,completed\na,false\nb,TRUE\nc,2026-01-02\n", ["todo", "done", "done"]],
  ["title,Done\na,TRUE\nb,no\nc,x\nd,✓\n", ["done", "todo", "done", "done"]],
  [
    "title,Progress\na,Completed\nb,In progress\nc,100\nd,40%\ne,0\n",
    ["done", "todo", "done", "todo", "todo"],
  ],
  ["title,Status\na,1\nb,0\nc,yes\n", ["done", "todo", "done"]],
  ["title,Status,completed\na,Open,2026-01-02\nb,Blocked,false\n", ["todo", "blocked"]],
])("a value is read before it counts: %j", (csv, expected) => {
  expect(statusesOf(csv)).toEqual(expected)
})

test("a file that is not UTF-8 is read by a guess, and the report says so", () => {
  const guessedIn = (text: string, encoding: BufferEncoding) =>
    readFiles("csv", [{ path: "own.csv", bytes: Buffer.from(text, encoding) }]).notes.filter(
      ({ what }) => what === "guessed",
    )
  const csv = "id,title\n1,Caf\u00e9\n"
  expect(guessedIn(csv, "latin1")).toEqual([
    { what: "guessed", text: "1 file read as Windows-1252: it is not UTF-8", count: 1, at: ["own.csv"] },
  ])
  expect(guessedIn(csv, "utf8")).toEqual([])
  expect(guessedIn(`\ufeff${csv}`, "utf16le")).toEqual([])
})

test("a finish that is no time ends nothing, and is named; --map-status says what it is", () => {
  const csv = "title,completed\na,perhaps\n"
  const { items, unknownStatuses } = read("csv", { "own.csv": csv })
  expect([items[0]?.status, unknownStatuses]).toEqual(["todo", ["perhaps"]])
  expect(statusesOf(csv, { statuses: new Map([["Perhaps", "done"]]) })).toEqual(["done"])
})

test("of the backup of beads edges, labels and comments come with their issue, and what agents keep is no work", () => {
  const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join("\n")
  const issue = (id: string, more: object = {}) => ({
    ...{ id, title: id, status: "open", priority: 1, pinned: 0, metadata: "{}", timeout_ns: 0, ...more },
  })
  const { items, notes } = read("beads", {
    "backup/issues.jsonl": lines(issue("a-1"), issue("a-2"), issue("a-3", { issue_type: "agent" })),
    "backup/dependencies.jsonl": lines(
      { issue_id: "a-2", depends_on_id: "a-1", type: "blocks" },
      { issue_id: "a-2", depends_on_id: "a-1", type: "parent_child" },
    ),
    "backup/labels.jsonl": lines({ issue_id: "a-1", label: "ui" }),
    "backup/comments.jsonl": lines({ issue_id: "a-1", author: "fay", text: "Look" }),
  })
  expect(items).toMatchObject([
    { source: "beads:a-1", tags: ["ui"], comments: [{ author: "fay", content: "Look" }] },
    { source: "beads:a-2", parent: "beads:a-1" },
  ])
  expect(items.some(({ metadata }) => metadata !== undefined)).toBe(false)
  expect(notes.filter(({ what }) => what === "skipped")).toEqual([
    {
      what: "skipped",
      text: '1 line skipped: an issue of type "agent", which is not work',
      count: 1,
      at: ["line 3"],
    },
  ])
})

test("of Backlog.md only boxes between the marks are criteria; an id given out again is known by its folder", () => {
  const file = (title: string, body = "") => `---\nid: task-1\ntitle: ${title}\n---\n${body}`
  const { items } = read("backlog", {
    "docs/backlog/tasks/task-1.md": file(
      "New",
      "## Acceptance Criteria\n\nAll of these hold.\n<!-- AC:BEGIN -->\n- [x] #1 It works\n  on both\n- [ ] #2 It is fast\n<!-- AC:END -->\n",
    ),
    "docs/backlog/archive/tasks/task-1.md": file("Old"),
  })
  expect(items).toMatchObject([
    { source: "backlog:task-1", criteria: [{ text: "It works on both" }, { text: "It is fast" }] },
    { source: "backlog:archive/task-1", formerSource: "backlog:task-1", title: "Old", status: "cancelled" },
  ])
  expect(items[0]?.description).toContain("All of these hold.")
})

test("of task-master a bare number is a task where siblings would wait for each other otherwise", () => {
  const task = (id: number, subtasks: object[] = []) => ({ id, title: `Task ${id}`, subtasks })
  const subtask = (id: number, ...dependencies: number[]) => ({ id, title: `Sub ${id}`, dependencies })
  const { items } = read("task-master", {
    "tasks.json": JSON.stringify({ tasks: [task(1), task(2), task(3, [subtask(1, 2), subtask(2, 1)])] }),
  })
  const of = (id: string) => items.find(({ source }) => source === `task-master:master/${id}`)?.blockedBy
  expect([of("3.1"), of("3.2")]).toEqual([["task-master:master/3.2"], ["task-master:master/1"]])
})

test("each skipped line, and each title whose control characters were replaced, is named with its place", () => {
  const { notes } = read("beads", {
    "issues.jsonl": `${JSON.stringify({ id: "a", title: "One\u001b[31mred" })}\n${"no json\n".repeat(9)}`,
  })
  expect(notes.find(({ what }) => what === "skipped")?.at).toHaveLength(9)
  expect(notes.find(({ what }) => what === "cut")).toMatchObject({ count: 1, at: ["line 1"] })
})

test.each([
  ["- [ ] Two (after One)", "(after #name)"],
  ["- [ ] One !high", "!P1"],
  ["- [ ] One due:fri", "dueAt"],
  ["- [ ] One #bug", "+bug"],
  ["- [ ] One !P1 of two", "end of the line"],
  ['- [ ] One\n  About it.\n  {"reviewer":"bo"}', "directly below"],
  ["- [ ] One\n  Depends on: Two", "(after #name)"],
])("a plan names what looks like a field and became text: %j", (plan, way) => {
  const { notes } = parsePlan(plan)
  expect(notes.map(({ message }) => message)).toEqual([expect.stringContaining(way)])
})

test.each([
  "- [ ] Fix #12 at 10:30, see https://a.example/b",
  "- [ ] Wow! C++ \\!high",
  "- [ ] One !P1 +bug @ann",
])("a plan says nothing of what is plain text, or read: %j", (plan) => {
  expect(parsePlan(plan).notes).toEqual([])
})

test("of beads other names of edges are read, and numbers of what is read are not kept aside", () => {
  const on = (type: string, to = "a-1") => ({ issue_id: "x", depends_on_id: to, type })
  const issue = (id: string, ...dependencies: object[]) =>
    JSON.stringify({ id, title: id, status: "open", dependencies, dependency_count: 1, comment_count: 2 })
  const { items } = read("beads", {
    "issues.jsonl": [
      issue("a-1"),
      issue("a-2", on("parent")),
      issue("a-3", on("child-of"), on("blocked-by", "a-2")),
      issue("a-4", on("depends-on")),
    ].join("\n"),
  })
  expect(items.map(({ parent, blockedBy }) => [parent, blockedBy])).toEqual([
    [undefined, undefined],
    ["beads:a-1", undefined],
    ["beads:a-1", ["beads:a-2"]],
    [undefined, ["beads:a-1"]],
  ])
  expect(items[1]?.metadata).toEqual({ imported: { comment_count: 2 } })
  expect(items[0]?.metadata).toEqual({ imported: { dependency_count: 1, comment_count: 2 } })
})

test("of task-master criteria, an estimate and labels of a task are read, and of Backlog.md its end", () => {
  const task = { id: 1, title: "One", status: "done", estimate: "2h", labels: ["ui"] }
  const [one] = read("task-master", {
    "tasks.json": JSON.stringify({ tasks: [{ ...task, acceptanceCriteria: ["It runs", "It ends"] }] }),
  }).items
  expect(one).toMatchObject({ eta: "2h", tags: ["ui"], criteria: [{ text: "It runs" }, { text: "It ends" }] })
  const [done, wont] = read("backlog", {
    "backlog/config.yml": 'statuses: ["To Do", "Done", "Wontfix"]\n',
    "backlog/tasks/task-1.md": "---\nid: task-1\ntitle: One\nstatus: Done\ncompleted_date: 2026-01-02\n---\n",
    "backlog/tasks/task-2.md": "---\nid: task-2\ntitle: Two\nstatus: Wontfix\n---\n",
  }).items
  expect(done).toMatchObject({ status: "done", finishedAt: "2026-01-02T00:00:00.000Z" })
  expect(wont?.status).toBe("cancelled")
})
