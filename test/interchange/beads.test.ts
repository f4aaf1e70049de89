import { expect, test } from "vitest"
import { filesBelow, given, readGiven } from "../support/given-files.ts"

const issue = (id: string, more: object = {}) =>
  JSON.stringify({ id, title: `Do ${id}`, status: "open", priority: 2, issue_type: "task", ...more })
const lines = (...rows: string[]) => [given(".beads/issues.jsonl", rows.join("\n"))]
const depends = (id: string, on: string, type: string) => ({ issue_id: id, depends_on_id: on, type })

test("a file after the documented format is read whole, and each thing in it is mapped or named", () => {
  const { kind, items, said, item } = readGiven(filesBelow("test/interchange/fixtures/beads"))
  expect([kind, items.length]).toEqual(["beads", 9])
  expect(item("bd-a1")).toMatchObject({
    title: "Set up the project",
    status: "done",
    priority: "P0",
    tags: ["infra", "task"],
    assignee: "ada",
    createdBy: "grace",
    summary: "Merged",
    createdAt: "2026-01-19T22:12:48.942Z",
    finishedAt: "2026-01-20T08:00:00.000Z",
    comments: [{ author: "grace", content: "Looks good\nto me", at: "2026-01-19T23:00:00.000Z" }],
    metadata: { imported: { external_ref: "gh-9" } },
  })
  expect(item("bd-a2")).toMatchObject({
    description: "Why.\n\n## Design\n\nWith care.\n\n## Notes\n\nNone yet.",
    status: "todo",
    assignee: "ada",
    priority: "P1",
    eta: "90m",
    criteria: [{ text: "It works", check: {} }, { text: "It is quick" }],
    blockedBy: ["beads:bd-a1"],
    parent: "beads:bd-e1",
    discoveredFrom: "beads:bd-a1",
  })
  expect(item("bd-a3")).toMatchObject({
    status: "todo",
    notBefore: "2026-12-24T00:00:00.000Z",
    priority: "P3",
  })
  expect(item("bd-a4")).toMatchObject({ status: "blocked", reason: "deferred" })
  expect(item("bd-a5")).toMatchObject({ status: "blocked", blockedBy: ["beads:bd-a2"] })
  expect(said).toEqual(
    expect.arrayContaining([
      'skipped: 1 line skipped: a "memory", not an issue',
      "skipped: 1 line skipped: a pinned issue, which is not work",
      "skipped: 1 line skipped: a deleted issue",
      "mapped: 1 task in progress without an assignee → unassigned",
      'dropped: 1 dependency of type "related" kept only in metadata.imported',
      'kept: 1 value of "external_ref" kept in metadata.imported',
    ]),
  )
})

test("a line that is broken, too deep or no issue costs that line", () => {
  const deep = `{"id":"x","title":${"[".repeat(90)}${"]".repeat(90)}}`
  const { items, notes } = readGiven(lines(issue("a"), "{ broken", "42", deep, "", issue("b")))
  expect(items.map(({ source }) => source)).toEqual(["beads:a", "beads:b"])
  expect(notes.filter(({ what }) => what === "skipped")).toEqual([
    { what: "skipped", text: "1 line skipped: is not JSON", count: 1, at: ["line 2"] },
    { what: "skipped", text: "1 line skipped: not an issue", count: 1, at: ["line 3"] },
    { what: "skipped", text: "1 line skipped: is nested more than 60 levels deep", count: 1, at: ["line 4"] },
  ])
})

test("a BOM, CRLF and the list that `bd list --json` prints are read too", () => {
  expect(readGiven([given("i.jsonl", `\ufeff${issue("a")}\r\n${issue("b")}\r\n`)]).items).toHaveLength(2)
  const list = readGiven([given("-", `[\n${issue("a")},\n${issue("b", { parent: "a" })}]`)])
  expect(list.item("b")?.parent).toBe("beads:a")
})

test("edges into nothing, to itself and in a cycle are left out and named", () => {
  const { item, notes } = readGiven(
    lines(
      issue("a", { dependencies: [depends("a", "b", "blocks"), depends("a", "gone", "blocks")] }),
      issue("b", { dependencies: [depends("b", "c", "blocks"), depends("b", "b", "waits-for")] }),
      issue("c", { dependencies: [depends("c", "a", "blocks"), depends("c", "lost", "parent-child")] }),
    ),
  )
  const edges = ["a", "b", "c"].map((id) => item(id)?.blockedBy)
  // Those that lead out of the file may be on the board.
  expect(edges).toEqual([["beads:b", "beads:gone"], ["beads:c"], undefined])
  const dropped = notes.filter(({ what }) => what === "dropped").map(({ text, at }) => [text, at])
  expect(dropped).toEqual([
    ["1 dependency left out unless the board has the task: it is not in these files", ["a → gone"]],
    ["1 dependency left out: from a task to itself", ["b → b"]],
    ["1 link to a parent left out unless the board has the task: it is not in these files", ["c → lost"]],
    ["1 dependency left out: the tasks would wait for each other in a cycle", ["c → a"]],
  ])
})

test("what `bd show` prints in several lines is read, and what PowerShell writes into a file", () => {
  const other = (id: string, type: string) => ({
    id,
    title: `Do ${id}`,
    status: "open",
    dependency_type: type,
  })
  const dependencies = [other("a", "blocks"), other("e", "parent-child")]
  const text = ["a", "e", "b"]
    .map((id) => JSON.stringify(JSON.parse(issue(id, id === "b" ? { dependencies } : {})), null, 2))
    .join("\n")
  for (const encoding of ["utf8", "utf16le"] as const) {
    const { item } = readGiven([given("-", new Uint8Array(Buffer.from(`\ufeff${text}`, encoding)))])
    expect(item("b")).toMatchObject({ blockedBy: ["beads:a"], parent: "beads:e" })
  }
})

test.each([
  [
    "a comment that is only a text",
    { comments: ["Hi"] },
    { comments: [{ author: "anonymous", content: "Hi" }] },
  ],
  ["deferred until nobody knows when", { status: "deferred", defer_until: "soon" }, { status: "blocked" }],
  ["a status with a sign before it", { status: "⏳ In progress", assignee: "ada" }, { assignee: "ada" }],
])("%s loses nothing", (_, more, fields) => {
  const { item, said } = readGiven(lines(issue("a", more)))
  expect(item("a")).toMatchObject(fields)
  expect(said.join()).not.toContain("unknown status")
})

test("an id with a space at its end, or in a file of its own, does not stop the others", () => {
  const { items, said } = readGiven([
    given("a.jsonl", `${issue("a ")}\n${issue("b")}`),
    given("b.jsonl", issue("b", { title: "Again" })),
  ])
  expect(items.map(({ source, title }) => [source, title])).toEqual([["beads:b", "Do b"]])
  expect(said).toContain("skipped: 1 task skipped: its id is empty, too long, or longer than one line")
  expect(said).toContain("skipped: 1 task skipped: its id is already in use")
})

test("of two issues with one id the first counts and the second is named", () => {
  const { item, notes } = readGiven(lines(issue("a", { title: "First" }), issue("a", { title: "Second" })))
  expect(item("a")?.title).toBe("First")
  expect(notes).toContainEqual(
    expect.objectContaining({ text: "1 task skipped: its id is already in use", at: ["a in line 2"] }),
  )
})

test("custom statuses become todo and are named with their count, unless they sound cancelled or are mapped", () => {
  const rows = ["Wobbly", "wobbly", "Won't fix", "canceled", "In QA"].map((status, i) =>
    issue(`a${i}`, { status }),
  )
  const { items, said } = readGiven(lines(...rows), { statuses: new Map([["in qa", "Review"]]) })
  expect(items.map(({ status }) => status)).toEqual(["todo", "todo", "cancelled", "cancelled", "review"])
  expect(said).toContain('mapped: 1 task with the unknown status "Wobbly" → todo')
  expect(said).toContain('mapped: 1 task with status "In QA" → review')
})

test("each key that becomes a field is in the report with its count, and one of another form than text is kept", () => {
  const line = (id: string, more: object) =>
    JSON.stringify({ id, title: id, status: "open", priority: 1, acceptance_criteria: "It works", ...more })
  const { item, said } = readGiven([
    given(
      "issues.jsonl",
      `${line("bd-1", { assignee: "ada" })}\n${line("bd-2", { assignee: { name: "ada" } })}\n`,
    ),
  ])
  expect(said).toContain('mapped: 2 values of "acceptance_criteria" → criteria')
  expect(said).toContain('mapped: 1 value of "assignee" → assignee')
  expect(said).toContain('kept: 1 value of "assignee" kept in metadata.imported')
  expect(item("bd-2")).toMatchObject({ metadata: { imported: { assignee: { name: "ada" } } } })
  expect(item("bd-2")).not.toHaveProperty("assignee")
})
