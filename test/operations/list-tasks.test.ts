import { expect, test } from "vitest"
import { given, problemsOf } from "../support/service.ts"

const idsOf = ({ tasks }: { tasks: { id: string }[] }) => tasks.map(({ id }) => id)

test("a list comes in the order asked for, and its pages go on where the last one ended", async () => {
  const service = await given(
    ["task.create", { title: "a", priority: "P3", dueAt: "2031-03-01T00:00:00Z" }],
    10_000,
    ["task.create", { title: "b", priority: "P0" }],
    10_000,
    ["task.create", { title: "c", priority: "P3", dueAt: "2031-01-01T00:00:00Z" }],
    10_000,
    ["task.edit", { id: "T-1", title: "changed" }],
  )
  const orders = {
    created: ["T-1", "T-2", "T-3"],
    "-created": ["T-3", "T-2", "T-1"],
    updated: ["T-2", "T-3", "T-1"],
    "-updated": ["T-1", "T-3", "T-2"],
    priority: ["T-2", "T-1", "T-3"],
    "-priority": ["T-3", "T-1", "T-2"],
    due: ["T-3", "T-1", "T-2"],
    "-due": ["T-1", "T-3", "T-2"],
  }
  for (const [sort, expected] of Object.entries(orders)) {
    expect(idsOf(await service.run("task.list", { sort })), sort).toEqual(expected)
    const first = await service.run("task.list", { sort, limit: 2 })
    const second = await service.run("task.list", { sort, limit: 2, cursor: first.next })
    expect([...idsOf(first), ...idsOf(second)], sort).toEqual(expected)
    expect(second.next).toBeNull()
  }
})

test("work in progress is listed from the one begun first, and what is not in progress comes last", async () => {
  const service = await given(
    ["task.create", { title: "waits" }],
    ["task.create", { title: "second", reviewer: "rea" }],
    ["task.create", { title: "first" }],
    ["task.create", { title: "done" }],
    ["task.create", { title: "third" }],
    ["task.claim", { id: "T-4", agent: "ann" }],
    ["task.complete", { id: "T-4", agent: "ann" }],
    ["task.claim", { id: "T-3", agent: "ann" }],
    10_000,
    ["task.claim", { id: "T-2", agent: "bob" }],
    ["task.complete", { id: "T-2", agent: "bob" }],
    10_000,
    ["task.claim", { id: "T-5", agent: "bob" }],
    ["task.edit", { id: "T-3", status: "blocked" }],
  )
  const orders = {
    started: ["T-3", "T-2", "T-5", "T-1", "T-4"],
    "-started": ["T-5", "T-2", "T-3", "T-4", "T-1"],
  }
  for (const [sort, expected] of Object.entries(orders)) {
    expect(idsOf(await service.run("task.list", { sort })), sort).toEqual(expected)
    const pages: string[] = []
    let cursor: string | null = null
    do {
      const page: { tasks: { id: string }[]; next: string | null } = await service.run("task.list", {
        sort,
        limit: 2,
        ...(cursor !== null && { cursor }),
      })
      pages.push(...idsOf(page))
      cursor = page.next
    } while (cursor !== null)
    expect(pages, sort).toEqual(expected)
  }
  await service.run("task.release", { id: "T-5", agent: "bob" })
  const input = { sort: "started", status: ["doing", "blocked", "review"] }
  expect(idsOf(await service.run("task.list", input))).toEqual(["T-3", "T-2"])
  await service.expectFold()
})

test("a heartbeat or a comment does not count as a change of the task", async () => {
  const service = await given(
    ["task.create", { title: "a" }],
    ["task.create", { title: "b" }],
    ["task.claim", { id: "T-1", agent: "ann" }],
    60_000,
    ["task.edit", { id: "T-2", priority: "P0" }],
    ["task.heartbeat", { id: "T-1", agent: "ann" }],
    ["task.comment", { id: "T-1", author: "ann", content: "still at it" }],
  )
  const since = new Date(service.now()).toISOString()
  expect(await service.run("task.list", { updatedSince: since })).toMatchObject({
    tasks: [{ id: "T-2" }],
    total: 1,
  })
  const before = new Date(service.now() - 60_000).toISOString()
  expect(await service.run("task.list", { updatedSince: before })).toMatchObject({ total: 2 })
})

test("tasks are listed by their ids; unknown ids are left out", async () => {
  const service = await given(
    ["task.create", { title: "a" }],
    ["task.create", { title: "b" }],
    ["task.create", { title: "c" }],
    ["task.delete", { id: "T-2" }],
  )
  const list = await service.run("task.list", { ids: ["t-3", "T-1", "T-2", "T-9", "T-3"] })
  expect(idsOf(list)).toEqual(["T-1", "T-3"])
  expect(list.total).toBe(2)
  expect(idsOf(await service.run("task.list", { ids: "T-1" }))).toEqual(["T-1"])
})

test("a filter takes several values, and its not form leaves out what has one of them", async () => {
  const service = await given(
    ["task.create", { title: "a", assignee: "Ann", project: "web", tags: ["bug", "ui"] }],
    ["task.create", { title: "b", assignee: "bob", project: "api", tags: ["bug"], reviewer: "rea" }],
    ["task.create", { title: "c", tags: ["ui"], reviewer: "ann" }],
  )
  const list = async (input: Record<string, unknown>) => idsOf(await service.run("task.list", input))
  expect(await list({ assignee: ["ann", "unassigned"] })).toEqual(["T-1", "T-3"])
  expect(await list({ assignee: "BOB" })).toEqual(["T-2"])
  expect(await list({ notAssignee: ["ANN", "unassigned"] })).toEqual(["T-2"])
  expect(await list({ project: ["web", "api"] })).toEqual(["T-1", "T-2"])
  expect(await list({ notProject: "web" })).toEqual(["T-2", "T-3"])
  expect(await list({ reviewer: ["Rea", "ann"] })).toEqual(["T-2", "T-3"])
  expect(await list({ notReviewer: "rea" })).toEqual(["T-1", "T-3"])
  expect(await list({ tag: ["bug", "ui"] })).toEqual(["T-1"])
  expect(await list({ notTag: ["ui"] })).toEqual(["T-2"])
  expect(await list({ notTag: ["bug", "ui"] })).toEqual([])
  expect(await list({ tag: "bug", notProject: "api", notTag: "docs" })).toEqual(["T-1"])
})

test.each([
  [{ sort: "title" }, "sort"],
  [{ notTag: ["bug", ""] }, "notTag.1"],
  [{ notAssignee: ["x".repeat(65)] }, "notAssignee.0"],
  [{ updatedSince: "yesterday" }, "updatedSince"],
  [{ ids: ["7"] }, "ids.0"],
])("%j is refused", (input, path) => {
  expect(problemsOf("task.list", input)).toEqual([path])
})

test("agents come by name, page by page", async () => {
  const names = ["Zoe", "ann", "Émile", "bob", "Carl"]
  const service = await given(...names.map((assignee) => ["task.create", { title: "a", assignee }] as const))
  const all = (await service.run("agent.list")).agents.map(({ name }: { name: string }) => name)
  expect(all).toEqual(["ann", "bob", "Carl", "Zoe", "Émile"])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await service.run("agent.list", { limit: 2, ...(cursor && { cursor }) })
    expect(page.total).toBe(5)
    seen.push(...page.agents.map(({ name }: { name: string }) => name))
    cursor = page.next
  } while (cursor)
  expect(seen).toEqual(all)
})
