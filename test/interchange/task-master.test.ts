import { expect, test } from "vitest"
import { filesBelow, given, readGiven } from "../support/given-files.ts"

const read = (value: unknown) => readGiven([given("tasks.json", JSON.stringify(value))])

test("a file that the tool wrote is read: tags are projects, subtasks are children", () => {
  const { kind, items, item } = readGiven(filesBelow("test/interchange/fixtures/task-master"))
  expect([kind, items.length]).toEqual(["task-master", 5])
  expect(item("master/1")).toMatchObject({
    status: "done",
    priority: "P1",
    project: "master",
    description: "One repository for all.\n\n## Details\n\nUse git.",
    updatedAt: "2026-11-24T19:20:25.370Z",
  })
  expect(item("master/2")?.blockedBy).toEqual(["task-master:master/1"])
  expect(item("master/2.2")).toMatchObject({
    parent: "task-master:master/2",
    blockedBy: ["task-master:master/2.1"],
  })
  expect(item("other/1")).toMatchObject({ project: "other", priority: "P3" })
})

test("the older form without tags is read, with numbers as dependencies, deferred tasks and a strategy of several lines", () => {
  const subtasks = [
    { id: 1, title: "One" },
    { id: 2, title: "Two", dependencies: [1, 7] },
  ]
  const { item, said } = read({
    tasks: [
      {
        id: 5,
        title: "Five",
        status: "in-progress",
        assignee: "ada",
        dependencies: [7],
        subtasks,
        complexity: 8,
      },
      { id: 7, title: "Seven", status: "deferred", testStrategy: "1. Run it\n2. Look at it\n\n---" },
    ],
  })
  expect(item("master/5")).toMatchObject({
    status: "todo",
    assignee: "ada",
    blockedBy: ["task-master:master/7"],
  })
  expect(item("master/5.2")?.blockedBy).toEqual(["task-master:master/5.1", "task-master:master/7"])
  expect(item("master/7")).toMatchObject({ status: "blocked", reason: "deferred" })
  expect(item("master/7")?.criteria).toEqual([{ text: "Run it" }, { text: "Look at it" }])
  expect(said).toContain('kept: 1 value of "complexity" kept in metadata.imported')
})

test("keys that would harm a program are left out and named, and change nothing", () => {
  const text = '{"tasks":[{"id":1,"title":"x","__proto__":{"polluted":1},"a":{"constructor":{"b":1},"c":2}}]}'
  const { items, said } = readGiven([given("tasks.json", text)])
  expect(items[0]?.metadata).toEqual({ imported: { a: { c: 2 } } })
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined()
  expect(said).toContain('dropped: 1 value of "__proto__" left out: metadata cannot have this key')
})

test("parts without tasks and tasks without an id are named, and the rest is read", () => {
  const subtasks = ["x", { id: 1, title: "z" }]
  const metadata = { created: "2026-01-02" }
  const { items, said } = read({
    a: { tasks: [{ title: "x" }, { id: 1, title: "y", subtasks }], metadata },
    b: 7,
  })
  expect(items).toHaveLength(2)
  expect(said).toContain("skipped: 1 task skipped: not an object")
  expect(said).toContain('dropped: 1 value of "metadata" not imported: it belongs to a tag, not to a task')
  expect(said).toContain("skipped: 1 task skipped: no id")
  expect(said).toContain("skipped: 1 part of the file skipped: not a list of tasks")
})

test("a file of both forms gives the tasks of both, and names what else it says", () => {
  const { items, said } = read({
    ...{ tasks: [{ id: 1, title: "Old" }], feature: { tasks: [{ id: 1, title: "New" }] } },
    meta: { projectName: "x" },
  })
  expect(items.map(({ source }) => source)).toEqual(["task-master:master/1", "task-master:feature/1"])
  expect(said).toContain('dropped: 1 value of "meta" not imported: it belongs to the file, not to a task')
})
