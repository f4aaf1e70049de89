import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { filesBelow, given, readGiven } from "../support/given-files.ts"

const fixture = (name: string) => readGiven([given(name, readFileSync(`test/interchange/fixtures/${name}`))])

test("Linear: dates as JavaScript prints them, texts of several lines, parents and blockers", () => {
  const { kind, items, item, said, notes } = fixture("linear.csv")
  expect([kind, items.length]).toEqual(["linear", 4])
  expect(item("ENG-1")).toMatchObject({
    description: "Several\nlines, with a comma",
    status: "todo",
    priority: "P0",
    project: "Rocket",
    assignee: "ada@example.com",
    createdBy: "grace@example.com",
    tags: ["Bug", "UI"],
    createdAt: "2026-01-02T09:00:00.000Z",
    startedAt: "2026-01-02T09:00:00.000Z",
    dueAt: "2026-02-01T23:59:59.000Z",
    metadata: { imported: { Team: "Engineering", Estimate: "3", "Cycle Name": "Cycle 4" } },
  })
  expect(item("ENG-2")).toMatchObject({
    status: "todo",
    parent: "linear:ENG-1",
    blockedBy: ["linear:ENG-3", "linear:ENG-99"],
  })
  expect(item("ENG-2")).not.toHaveProperty("priority")
  expect(item("ENG-3")).toMatchObject({ status: "cancelled", finishedAt: "2026-01-02T09:00:00.000Z" })
  expect(item("ENG-4")).toMatchObject({ status: "done" })
  expect(said).toContain('kept: 2 values of "Cycle Name" kept in metadata.imported')
  expect(said.join()).not.toContain('"SLA Status"')
  expect(notes).toContainEqual(expect.objectContaining({ what: "dropped", at: ["ENG-2 → ENG-99"] }))
})

test("Jira: a BOM, names that repeat, links, comments, the group of a renamed status, and what it was resolved as", () => {
  const { kind, item, said } = fixture("jira.csv")
  expect(kind).toBe("jira")
  expect(item("ROC-1")).toMatchObject({
    status: "todo",
    priority: "P0",
    assignee: "Doe, Jane",
    tags: ["a", "b", "Story", "Core"],
    eta: "1h30m",
    criteria: [{ text: "It works" }, { text: "It is fast" }],
    comments: [{ author: "gh", at: "2026-01-02T20:00:00.000Z", content: "First; with a semicolon" }],
    createdAt: "2026-01-02T19:16:00.000Z",
    blockedBy: ["jira:ROC-2"],
    metadata: { imported: { Sprint: ["S1", "S2"], "Custom field (Story Points)": "5" } },
  })
  expect(item("ROC-2")).toMatchObject({ status: "todo", priority: "P3" })
  // Two edges around would be a circle: ROC-1 waits for its child ROC-2 by both.
  expect(item("ROC-2")?.parent).toBe("jira:ROC-1")
  expect(item("ROC-3")).toMatchObject({
    status: "cancelled",
    finishedAt: "2026-01-05T00:05:00.000Z",
    blockedBy: ["jira:ROC-2"],
  })
  expect(said).toContain('mapped: 1 task with status "Awaiting Legal", which means in progress, → todo')
  expect(said).toContain('mapped: 1 task resolved as "Won\'t Do" → cancelled')
})

test("Todoist: notes are comments of the task above, the indent is the parent, sections and labels are tags", () => {
  const { kind, items, item, said } = readGiven(filesBelow("test/interchange/fixtures/todoist"))
  expect([kind, items.length]).toEqual(["todoist", 5])
  expect(item("Home/Buy milk")).toMatchObject({
    title: "Buy milk",
    project: "Home",
    priority: "P0",
    tags: ["errands", "home"],
    assignee: "Bob",
    createdBy: "Alice",
    eta: "30m",
    dueAt: "2026-12-24T23:59:59.000Z",
    comments: [{ author: "Alice", content: "Oat milk\nif they have it", at: "2026-01-02T10:00:00.000Z" }],
  })
  expect(item("Home/Dig")).toMatchObject({
    tags: ["Garden"],
    metadata: { imported: { dueAt: "every monday" } },
  })
  expect(item("Home/Find the spade")?.parent).toBe("todoist:Home/Dig")
  expect(item("Home/Ask Bob")?.parent).toBe("todoist:Home/Find the spade")
  expect(item("Home/Dig (2)")).not.toHaveProperty("parent")
  expect(said).toContain("skipped: 1 row of type meta skipped")
  expect(said).toContain("skipped: 1 note skipped: above the first task")
})

test("Todoist: what a note and a section say beside their texts is named", () => {
  const rows = ["TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,DATE,TIMEZONE", "task,A,,1,1,,", ",,,,,,"]
  const { said } = readGiven([given("A.csv", [...rows, "note,Hi,,,,,UTC", "section,S,Why,,,,"].join("\r\n"))])
  expect(said).toContain(
    'dropped: 1 value of "TIMEZONE" not imported: it belongs to a row that is not a task',
  )
  expect(said).toContain(
    'dropped: 1 value of "description" not imported: it belongs to a row that is not a task',
  )
})

test("Plane: lists and relations in JSON", () => {
  const { kind, item, said } = fixture("plane.csv")
  expect(kind).toBe("plane")
  expect(item("ROC-1")).toMatchObject({
    priority: "P0",
    project: "Rocket",
    tags: ["bug", "ui, core", "@Bob"],
    assignee: "Ada Lovelace",
    dueAt: "2026-01-24T23:59:59.000Z",
    createdAt: "2026-01-02T10:00:00.000Z",
    comments: [{ author: "Ada Lovelace", content: "Hello", at: "2026-01-02T00:00:00.000Z" }],
    blockedBy: ["plane:ROC-2"],
    metadata: { imported: { relations: { type: "relates_to", issue: "ROC-3" } } },
  })
  expect(item("ROC-3")).toMatchObject({ status: "cancelled", parent: "plane:ROC-1" })
  expect(item("ROC-2")).toMatchObject({ status: "todo", blockedBy: ["plane:ROC-3"] })
  expect(said).toContain('kept: 1 value of "Subscribers Count" kept in metadata.imported')
})

test("vibe-kanban: the edges and comments that stand in files beside the issues", () => {
  const { kind, item, notes } = readGiven(filesBelow("test/interchange/fixtures/vibe-kanban"))
  expect(kind).toBe("vibe-kanban")
  expect(item("VK-1")).toMatchObject({
    status: "review",
    priority: "P0",
    assignee: "Ada L",
    tags: ["ui", "core", "@Bob"],
  })
  expect(item("VK-2")).toMatchObject({
    parent: "vibe-kanban:VK-1",
    comments: [{ author: "Ada L", content: "Hello" }],
  })
  expect(notes).toContainEqual({
    what: "skipped",
    text: "1 file skipped: its columns are different",
    count: 1,
    at: ["projects.csv"],
  })
  expect(notes.map(({ text }) => text)).toContain("1 relation of type Related left out")
})
