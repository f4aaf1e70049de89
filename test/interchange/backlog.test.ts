import { expect, test } from "vitest"
import { filesBelow, given, readGiven } from "../support/given-files.ts"

const task = (front: string, body = "", path = "backlog/tasks/task-7 - It.md") =>
  given(path, `---\nid: task-7\ntitle: It\nstatus: To Do\n${front}\n---\n${body}`)
const read = (front: string, body = "") => readGiven([task(front, body)])

test("a folder that the tool wrote is read, with checks, comments, sections, parent, milestone and edges", () => {
  const { kind, items, item, said } = readGiven(filesBelow("test/interchange/fixtures/backlog-md"))
  expect([kind, items.length]).toEqual(["backlog", 6])
  expect(item("task-1")).toMatchObject({
    title: "Draw the plan",
    description: "What is drawn, and why.\n\n- with a list\n\n## Implementation Notes\n\nFirst look.",
    assignee: "ada",
    priority: "P1",
    tags: ["ui", "backend", "@grace"],
    criteria: [{ text: "The plan is drawn", check: {} }, { text: "It is: shown" }, { text: "Tests pass" }],
    comments: [
      { author: "grace", content: "Looks good" },
      { author: "grace", content: "Second one" },
    ],
    dueAt: "2026-12-24T23:59:59.000Z",
    createdAt: "2026-11-24T19:16:00.000Z",
    metadata: { imported: { references: ["https://example.org/a"], ordinal: "1000" } },
  })
  expect(item("task-2")).toMatchObject({ status: "todo", blockedBy: ["backlog:task-1"], tags: ["feature"] })
  expect(item("task-2.1")).toMatchObject({ parent: "backlog:task-2" })
  expect(item("task-4")).toMatchObject({ status: "done", summary: "It is done.", tags: ["Release 1"] })
  expect(said).toEqual(
    expect.arrayContaining([
      "skipped: 1 draft skipped",
      "skipped: 1 task skipped: its id is already in use",
      'kept: 6 values of "ordinal" kept in metadata.imported',
      "mapped: 5 criteria → criteria, checked off or not",
      'mapped: 1 part "Implementation Notes" → a section of the description',
      "mapped: 2 comments → comments",
      "dropped: 1 dependency left out: the tasks would wait for each other in a cycle",
    ]),
  )
})

test.each([
  ["a name without quotes", "assignee: @ada", { assignee: "ada" }],
  ["names without quotes in a list", "assignee:\n  - @ada\n  - @bob", { assignee: "ada", tags: ["@bob"] }],
  ["names without quotes in brackets", "assignee: [@ada, @bob]", { assignee: "ada", tags: ["@bob"] }],
  [
    "names behind commas",
    "assignee: @ada, @bob\nlabels: a, b",
    { assignee: "ada", tags: ["a", "b", "@bob"] },
  ],
  ["nothing, said as null", "assignee: null\nlabels: [a]\nmilestone: ~", { tags: ["a"], title: "It" }],
  ["a colon in a text", "labels: [a]\nmilestone: one: two", { tags: ["a", "one: two"] }],
  [
    "Windows' line ends and a date with a time",
    "created_date: '2026-01-02 10:30'\r",
    { createdAt: "2026-01-02T10:30:00.000Z" },
  ],
])("%s does not stop the import", (_, front, fields) => {
  const item = read(front).item("task-7")
  expect(item).toMatchObject(fields)
  expect(item).not.toHaveProperty("assignee", "null")
})

test("front matter that had to be quoted is named, and only that", () => {
  expect(read("assignee: @ada").said).toContain(
    "mapped: 1 line of front matter put in quotes so that it parses",
  )
  expect(read("assignee: ['@ada']").said.join()).not.toContain("quoted")
})

test("statuses that the configuration renames are known by their place, and none but those", () => {
  const config = given("backlog/config.yml", 'statuses: ["Idea", "Cooking", "Served"]')
  const files = ["idea", "◒ COOKING", "Served", "Burnt"].map((status, i) =>
    given(`backlog/tasks/task-${i}.md`, `---\nid: task-${i}\ntitle: It\nstatus: ${status}\n---\n`),
  )
  const { items, said } = readGiven([config, ...files])
  expect(items.map(({ status }) => status)).toEqual(["todo", "todo", "done", "todo"])
  expect(said).toContain('mapped: 1 task with the unknown status "Burnt" → todo')
  expect(said.join()).toContain('"◒ COOKING", which means in progress')
})

test("what is archived is cancelled unless it is done, and what is completed is done", () => {
  const at = (folder: string, id: number, status: string) =>
    given(`${folder}/task-${id}.md`, `---\nid: task-${id}\ntitle: It\nstatus: ${status}\n---\n`)
  const { items } = readGiven([
    at("archive/tasks", 1, "To Do"),
    at("archive/tasks", 2, "Done"),
    at("completed", 3, "Odd"),
  ])
  expect(Object.fromEntries(items.map(({ source, status }) => [source, status]))).toEqual({
    "backlog:task-1": "cancelled",
    "backlog:task-2": "done",
    "backlog:task-3": "done",
  })
})

test("dependencies are read as people paste them: the name of a file, another case, a number alone", () => {
  const others = [1, 2, 3].map((n) =>
    given(`tasks/task-${n}.md`, `---\nid: task-${n}\ntitle: It\nstatus: Done\n---\n`),
  )
  const { item } = readGiven([
    ...others,
    task("dependencies:\n  - task-1 - The first.md\n  - TASK-2\n  - '3'"),
  ])
  expect(item("task-7")?.blockedBy).toEqual(["backlog:task-1", "backlog:task-2", "backlog:task-3"])
  const inOneLine = readGiven([...others, task("dependencies: task-1, TASK-2")])
  expect(inOneLine.item("task-7")?.blockedBy).toEqual(["backlog:task-1", "backlog:task-2"])
})

test("files of older versions, without marks around their sections, are read by their headings", () => {
  const body = "## Description\n\nWhy.\n\n## Acceptance Criteria\n\n- [x] One\n- [ ] Two\n\n## Odd\n\nText\n"
  expect(read("", body).item("task-7")).toMatchObject({
    description: "Why.\n\n## Odd\n\nText",
    criteria: [{ text: "One", check: {} }, { text: "Two" }],
  })
})

test("headings between two marks belong to the text", () => {
  const body =
    "## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\nA\n\n## Acceptance Criteria\n\nB\n<!-- SECTION:DESCRIPTION:END -->\n"
  expect(read("", body).item("task-7")).toMatchObject({ description: "A\n\n## Acceptance Criteria\n\nB" })
})

test.each([
  ["a bomb of aliases", "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]"],
  ["a tag of a program", "labels: !!js/function 'function () { return 1 }'"],
  ["brackets nested without end", `labels: ${"[".repeat(50_000)}`],
  ["lists nested in one line", `labels:\n  ${"- ".repeat(5_000)}x`],
])("%s is harmless", (_, front) => {
  const { item, items, said } = readGiven([
    given("tasks/task-1.md", "---\nid: task-1\ntitle: Good\n---\n"),
    task(front),
  ])
  expect(item("task-1")?.title).toBe("Good")
  expect(JSON.stringify([items, said]).length).toBeLessThan(60_000)
})

test("front matter that is a program is no front matter", () => {
  const program = given("tasks/task-8.md", "---js\n{ id: process.exit(1), title: 'x' }\n---\n")
  const { items, said } = readGiven([task(""), program])
  expect(items).toHaveLength(1)
  expect(said).toContain("skipped: 1 file skipped: no readable front matter with an id")
})

test("the path of a file is only looked at", () => {
  const { items } = readGiven([task("", "", "../../../etc/passwd.md"), task("", "", "/dev/zero.md")])
  expect(items).toHaveLength(1)
})
