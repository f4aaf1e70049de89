import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { given, readGiven } from "../support/given-files.ts"

const fixture = (name: string) => readGiven([given(name, readFileSync(`test/interchange/fixtures/${name}`))])

test("what gh prints is read: labels, people, task lists, comments, parent and blockers", () => {
  const { kind, item, said } = fixture("github.json")
  expect(kind).toBe("github")
  expect(item("acme/rocket#12")).toMatchObject({
    title: "Crash at start",
    status: "todo",
    priority: "P1",
    tags: ["bug", "v1", "@bob"],
    assignee: "ada",
    createdBy: "grace",
    criteria: [{ text: "Look", check: {} }, { text: "Mend #3" }],
    comments: [{ author: "bob", content: "I can.", at: "2026-01-03T10:00:00.000Z" }],
    parent: "github:acme/rocket#3",
    blockedBy: ["github:acme/rocket#4"],
  })
  expect(item("acme/rocket#4")).toMatchObject({ status: "cancelled", priority: "P0" })
  expect(item("acme/rocket#5")).toMatchObject({ status: "done", finishedAt: "2026-01-05T10:00:00.000Z" })
  expect(said).toContain('mapped: 1 issue closed as "not_planned" → cancelled')
  expect(said).toContain('kept: 1 value of "isPinned" kept in metadata.imported')
  expect(said).toContain("mapped: 2 items in task lists → criteria, and kept in the description")
})

test("pages of the REST API are read one after another, without the pull requests among them", () => {
  const { items, item, said } = fixture("github-rest.json")
  expect(items).toHaveLength(2)
  expect(item("acme/rocket#7")).toMatchObject({
    status: "cancelled",
    priority: "P3",
    tags: ["help wanted"],
    assignee: "ada",
    createdBy: "grace",
    parent: "github:acme/rocket#8",
    metadata: { imported: { comments: 2 } },
  })
  expect(said).toContain("skipped: 1 pull request skipped")
  expect(said.join()).toContain("API addresses left out")
})

test("a list that breaks off gives the issues before that", () => {
  const text = readFileSync("test/interchange/fixtures/github.json", "utf8")
  const { items, said } = readGiven([given("-", text.slice(0, text.indexOf('"Old"')))])
  expect(items).toHaveLength(2)
  expect(said).toContain("skipped: 1 entry skipped: is not JSON")
})

test("one issue in several lines is read; what has no number is skipped; a milestone is named with its tag", () => {
  const url = "https://github.com/acme/rocket/issues/7"
  const one = { number: 7, title: "One", state: "OPEN", url, milestone: { title: "v1", dueOn: "2026-02-01" } }
  const { item, said } = readGiven([given("-", JSON.stringify(one, null, 2))])
  expect(item("acme/rocket#7")).toMatchObject({
    tags: ["v1"],
    metadata: { imported: { milestone: { dueOn: "2026-02-01" } } },
  })
  expect(said).toContain("mapped: 1 title of a milestone → a tag")
  const { items } = readGiven([
    given("-", JSON.stringify([one, { number: null, title: "None", state: "OPEN" }])),
  ])
  expect(items).toHaveLength(1)
})
