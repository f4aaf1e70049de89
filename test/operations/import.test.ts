import { describe, expect, test, vi } from "vitest"
import { eventsOf, expectRefused, given, startService, type Service } from "../support/service.ts"

const file = { kind: "beads", name: "issues.jsonl" }
type Item = Record<string, unknown> & { source: string }
const item = (n: number | string, more: object = {}): Item => ({
  source: `beads:bd-${n}`,
  title: `Issue ${n}`,
  ...more,
})

/** Brings these in, tasks first, then links, as the command does. */
async function bring(
  service: Service,
  items: readonly Item[],
  { end = true, name = file.name, actor = "ann" }: { end?: boolean; name?: string; actor?: string } = {},
) {
  const { import: begun } = await service.run("import.begin", { ...file, name }, { actor })
  const tasks = items.map(({ blockedBy: _, parent: __, discoveredFrom: ___, ...task }) => task)
  const links = items.map(({ source, blockedBy, parent, discoveredFrom }) => ({
    ...{ source, blockedBy, parent, discoveredFrom },
  }))
  const first = await service.run("import.add", { import: begun.id, tasks }, { actor })
  const second = await service.run("import.add", { import: begun.id, links }, { actor })
  if (end) await service.run("import.end", { id: begun.id }, { actor })
  return { id: begun.id as string, first, second }
}

const read = async (service: Service, id: string) => (await service.run("task.read", { id })).task
const next = async (service: Service, agent = "bob") =>
  (await service.run("task.next", { agent })).task?.id ?? null

test("a task comes in with what its origin says of it, authors and times included", async () => {
  const service = await given()
  const { first } = await bring(service, [
    item(1, {
      description: "As it was",
      status: "done",
      priority: "P0",
      assignee: "dana",
      reviewer: "carl",
      tags: ["ui", "ui", "bug"],
      project: "web",
      criteria: [
        { text: "It works", check: { by: "dana", at: "2020-01-02T00:00:00Z", evidence: "seen" } },
        { text: "It is fast" },
      ],
      eta: "2h",
      dueAt: "2020-02-01T00:00:00Z",
      summary: "Done so",
      createdBy: "erik",
      createdAt: "2020-01-01T00:00:00Z",
      updatedAt: "2020-01-04T00:00:00Z",
      startedAt: "2020-01-02T00:00:00Z",
      finishedAt: "2020-01-03T00:00:00Z",
      comments: [{ author: "fay", at: "2020-01-02T12:00:00Z", content: "Look @bob" }],
      reflections: [{ agent: "dana", at: "2020-01-03T00:00:00Z", content: "Measure first" }],
      metadata: { imported: { Cycle: 7 } },
    }),
  ])
  expect(first).toMatchObject({ added: 1, unchanged: 0, changed: [], kept: [], dropped: [] })
  expect(await read(service, "T-1")).toMatchObject({
    source: "beads:bd-1",
    title: "Issue 1",
    status: "done",
    priority: "P0",
    assignee: "dana",
    reviewer: "carl",
    tags: ["ui", "bug"],
    project: "web",
    criteria: [
      { text: "It works", check: { by: "dana", at: "2020-01-02T00:00:00.000Z", evidence: "seen" } },
      { text: "It is fast", check: null },
    ],
    summary: "Done so",
    createdBy: "erik",
    createdAt: "2020-01-01T00:00:00.000Z",
    updatedAt: "2020-01-04T00:00:00.000Z",
    startedAt: "2020-01-02T00:00:00.000Z",
    finishedAt: "2020-01-03T00:00:00.000Z",
    metadata: { imported: { Cycle: 7 } },
    version: 1,
  })
  expect((await service.run("task.comments", { id: "T-1" })).comments).toEqual([
    {
      ...{ id: "C-1", taskId: "T-1", author: "fay", content: "Look @bob" },
      ...{ createdAt: "2020-01-02T12:00:00.000Z", imported: true },
    },
  ])
  expect((await service.run("reflection.list", { task: "T-1" })).reflections).toMatchObject([
    { agent: "dana", content: "Measure first", imported: true },
  ])
})

test("what lies in the future there was done by now", async () => {
  const service = await given()
  const at = "2040-01-01T00:00:00Z"
  await bring(service, [item(1, { status: "done", createdAt: at, startedAt: at, finishedAt: at })])
  const now = new Date(service.now()).toISOString()
  expect(await read(service, "T-1")).toMatchObject({ createdAt: now, startedAt: now, finishedAt: now })
})

test("no task of an import is ready before its end, and then each that waits for nothing", async () => {
  const service = await given()
  const { id } = await bring(service, [item(1), item(2, { blockedBy: ["beads:bd-1"] })], { end: false })
  expect(await next(service)).toBeNull()
  expect((await service.run("now.read")).now.ready).toBe(0)
  expect((await service.run("task.claimNext", { agent: "bob" })).task).toBeNull()
  await expectRefused(service, ["task.claim", { id: "T-1", agent: "bob" }], "task_not_ready", { import: id })
  const { explain } = await service.run("task.next", { agent: "bob", explain: true })
  expect(explain.passedOver[0]).toMatchObject({
    task: "T-1",
    reason: "importing",
    detail: "It came with the import of issues.jsonl (I-1), which has not ended.",
  })
  await service.run("import.end", { id })
  expect(await next(service)).toBe("T-1")
  expect((await service.run("now.read")).now.ready).toBe(1)
})

test("a restart leaves an open import open, and its tasks held", async () => {
  const service = await given()
  await bring(service, [item(1)], { end: false })
  await service.restart()
  expect(await next(service)).toBeNull()
  expect((await service.run("import.list")).open).toMatchObject({ id: "I-1", added: 1, silent: false })
  service.sleep(60_000)
  expect((await service.run("import.list")).open).toMatchObject({ silent: true })
})

test("tasks that were there before stay ready while an import is open", async () => {
  const service = await given(["task.create", { title: "Old" }])
  await bring(service, [item(1)], { end: false })
  expect(await next(service)).toBe("T-1")
})

describe("edges", () => {
  test("they are found by their sources, whichever comes first", async () => {
    const service = await given()
    await bring(service, [
      item(1, { blockedBy: ["beads:bd-2"], parent: "beads:bd-3", discoveredFrom: "beads:bd-2" }),
      item(2),
      item(3),
    ])
    expect(await read(service, "T-1")).toMatchObject({
      ...{ blockedBy: ["T-2"], parent: "T-3", discoveredFrom: "T-2", version: 1 },
    })
  })

  test("one that leads to nothing or closes a circle is left out and named", async () => {
    const service = await given()
    const { second } = await bring(service, [
      item(1, { blockedBy: ["beads:bd-2", "beads:bd-9"] }),
      item(2, { blockedBy: ["beads:bd-3"] }),
      item(3, { blockedBy: ["beads:bd-1", "beads:bd-4"], discoveredFrom: "beads:bd-3" }),
      item(4, { parent: "beads:bd-4" }),
    ])
    expect(second.dropped).toEqual([
      { source: "beads:bd-1", field: "blockedBy", to: "beads:bd-9", why: "gone" },
      { source: "beads:bd-3", field: "discoveredFrom", to: "beads:bd-3", why: "circle" },
      { source: "beads:bd-3", field: "blockedBy", to: "beads:bd-1", why: "circle" },
      { source: "beads:bd-4", field: "parent", to: "beads:bd-4", why: "circle" },
    ])
    expect((await read(service, "T-3")).blockedBy).toEqual(["T-4"])
    expect((await read(service, "T-4")).parent).toBeNull()
  })

  test("links that are dropped are dropped again by the same file, and change nothing", async () => {
    const service = await given()
    const items = [item(1, { blockedBy: ["beads:bd-2"] }), item(2, { blockedBy: ["beads:bd-1"] })]
    await bring(service, items)
    const seq = service.engine.seq
    const { second } = await bring(service, items)
    expect(second).toMatchObject({
      changed: [],
      kept: [],
      dropped: [{ source: "beads:bd-2", why: "circle" }],
    })
    expect((await eventsOf(service, seq)).map(({ type }) => type)).toEqual(["import.begun", "import.ended"])
  })
})

describe("again", () => {
  const items = [
    item(1, { description: "One", comments: [{ author: "fay", content: "Hello" }], tags: ["a"] }),
    item(2, { blockedBy: ["beads:bd-1"], criteria: [{ text: "Works", check: {} }] }),
  ]

  test("the same file changes nothing", async () => {
    const service = await given()
    await bring(service, items)
    const before = [await read(service, "T-1"), await read(service, "T-2")]
    service.sleep(1000)
    const { first, second } = await bring(service, items)
    expect(first).toMatchObject({ added: 0, unchanged: 2, changed: [], kept: [] })
    expect(second).toMatchObject({ changed: [], kept: [], dropped: [] })
    expect([await read(service, "T-1"), await read(service, "T-2")]).toEqual(before)
    expect(await eventsOf(service)).toHaveLength(6)
  })

  test("the same file leaves nothing to undo, so an undo takes the import back that brought it", async () => {
    const service = await given()
    await bring(service, items)
    await bring(service, items)
    const { commands } = await service.run("command.list", {}, { actor: "ann" })
    expect(commands).toMatchObject([{ type: "import.ended", import: "I-1", tasks: [] }])
    await service.run("command.undo", {}, { actor: "ann" })
    expect((await service.run("task.list")).total).toBe(0)
  })

  test("the same file walks through no chain of tasks again", async () => {
    const service = await given()
    const chain = Array.from({ length: 100 }, (_, i) =>
      item(i, i > 0 ? { blockedBy: [`beads:bd-${i - 1}`] } : {}),
    )
    await bring(service, chain)
    const reads = vi.spyOn(service.board.tasks, "get")
    await bring(service, chain)
    // A walk from each to the ends of the chain would read some 7,000.
    expect(reads.mock.calls.length).toBeLessThan(20 * chain.length)
  })

  test("a newer one changes field by field what nobody here has changed, and names the rest", async () => {
    const service = await given()
    await bring(service, items)
    await service.run("task.edit", { id: "T-1", title: "My title", tags: ["mine"] })
    const { first, second } = await bring(service, [
      item(1, {
        title: "Their title",
        description: "New",
        tags: ["a"],
        comments: [
          { author: "fay", content: "Hello" },
          { author: "fay", content: "More" },
        ],
      }),
      item(2, {
        status: "done",
        finishedAt: "2021-01-01T00:00:00Z",
        criteria: [{ text: "Works", check: {} }],
      }),
    ])
    expect(first.changed).toEqual([
      { source: "beads:bd-1", task: "T-1", changes: ["description", "comments"] },
      { source: "beads:bd-2", task: "T-2", changes: ["status"] },
    ])
    expect(first.kept).toEqual([{ source: "beads:bd-1", task: "T-1", changes: ["title"] }])
    expect(second.changed).toEqual([{ source: "beads:bd-2", task: "T-2", changes: ["blockedBy"] }])
    expect(await read(service, "T-1")).toMatchObject({
      ...{ title: "My title", description: "New", tags: ["mine"], version: 3, commentCount: 2 },
    })
    expect(await read(service, "T-2")).toMatchObject({
      ...{ status: "done", finishedAt: "2021-01-01T00:00:00.000Z", blockedBy: [], version: 3 },
    })
  })

  test("work that was begun here keeps its status, whatever the origin says", async () => {
    const service = await given()
    await bring(service, [item(1)])
    await service.run("task.claim", { id: "T-1", agent: "bob" })
    const { first } = await bring(service, [item(1, { status: "cancelled", title: "Better" })])
    expect(first).toMatchObject({ changed: [{ changes: ["title"] }], kept: [{ changes: ["status"] }] })
    expect(await read(service, "T-1")).toMatchObject({ status: "doing", lease: { holder: "bob" } })
  })

  test("what was deleted here stays so, and is named", async () => {
    const service = await given()
    await bring(service, [item(1)])
    await service.run("task.delete", { id: "T-1" })
    const { first } = await bring(service, [item(1, { title: "Better" })])
    expect(first).toMatchObject({ added: 0, deleted: [{ source: "beads:bd-1", task: "T-1" }] })
  })

  test("of two items with one source the first counts, and the second is named", async () => {
    const service = await given()
    const { first } = await bring(service, [item(1), item(1, { title: "Another" })])
    expect(first).toMatchObject({ added: 1, repeated: ["beads:bd-1"] })
    expect((await read(service, "T-1")).title).toBe("Issue 1")
  })
})

test("a look first tells what would come, and leaves no trace", async () => {
  const service = await given()
  const answer = await service.run("import.add", { tasks: [item(1)], dryRun: true })
  expect(answer).toMatchObject({ added: 1 })
  expect(service.engine.seq).toBe(0)
})

describe("begin, end", () => {
  test("the same import goes on, and another one is refused until it has ended", async () => {
    const service = await given(["import.begin", file])
    expect((await service.run("import.begin", file)).import).toMatchObject({ id: "I-1", state: "open" })
    await expectRefused(service, ["import.begin", { ...file, name: "other" }], "import_open", {
      import: "I-1",
    })
    await service.run("import.end", { id: "I-1" })
    expect((await service.run("import.begin", { ...file, name: "other" })).import.id).toBe("I-2")
  })

  test("nothing is added to an import that has ended, but what is there may be said again", async () => {
    const service = await given()
    await bring(service, [item(1)])
    expect(await service.run("import.add", { import: "I-1", tasks: [item(1)] })).toMatchObject({
      unchanged: 1,
    })
    await expectRefused(service, ["import.add", { import: "I-1", tasks: [item(2)] }], "import_not_open")
    await expectRefused(service, ["import.add", { import: "I-9", tasks: [item(2)] }], "import_not_found")
    await expectRefused(service, ["import.add", { tasks: [item(2)] }], "invalid_input")
    expect((await service.run("import.end", { id: "I-1" })).import.state).toBe("ended")
  })
})

describe("taking back", () => {
  test("an import that was broken off is given up: its tasks are in the trash, and its sources are new again", async () => {
    const service = await given()
    const { id } = await bring(service, [item(1), item(2)], { end: false })
    const { import: aborted } = await service.run("import.abort", { id })
    expect(aborted).toMatchObject({ state: "taken_back", added: 2 })
    await expect(service.run("task.read", { id: "T-1" })).rejects.toMatchObject({ code: "task_deleted" })
    expect((await service.run("task.list", { trash: true })).total).toBe(2)
    const { first } = await bring(service, [item(1)])
    expect(first).toMatchObject({ added: 1 })
    expect(await read(service, "T-3")).toMatchObject({ source: "beads:bd-1" })
  })

  test("what it changed gets its values of before, unless somebody has changed it since", async () => {
    const service = await given()
    await bring(service, [item(1), item(2)])
    const { id } = await bring(service, [item(1, { title: "New 1" }), item(2, { title: "New 2" })], {
      end: false,
    })
    await service.run("task.edit", { id: "T-2", title: "Mine" })
    expect(await service.run("import.abort", { id })).toMatchObject({ putBack: 1, left: ["T-2"] })
    expect((await read(service, "T-1")).title).toBe("Issue 1")
    expect((await read(service, "T-2")).title).toBe("Mine")
  })

  test("one undo takes the whole import back, and a redo brings it in again", async () => {
    const service = await given()
    await bring(service, [item(1), item(2, { blockedBy: ["beads:bd-1"] })])
    await service.run("command.undo", {}, { actor: "ann" })
    expect((await service.run("task.list")).total).toBe(0)
    expect((await service.run("import.list")).imports).toMatchObject([{ state: "taken_back" }])
    await service.run("command.redo", {}, { actor: "ann" })
    expect((await service.run("task.list")).total).toBe(2)
    expect(await read(service, "T-2")).toMatchObject({ blockedBy: ["T-1"], source: "beads:bd-2" })
    expect(await next(service)).toBe("T-1")
  })

  test("an undo of an import that changed tasks puts them back with it", async () => {
    const service = await given()
    await bring(service, [item(1)])
    await bring(service, [item(1, { title: "New" }), item(2)])
    await service.run("command.undo", {}, { actor: "ann" })
    expect((await read(service, "T-1")).title).toBe("Issue 1")
    expect((await service.run("task.list")).total).toBe(1)
  })

  test.each(["undo", "abort"])("%s of one that has turned a dependency round puts it back", async (way) => {
    const service = await given()
    await bring(service, [item(1), item(2, { blockedBy: ["beads:bd-1"] })])
    const turned = [item(1, { blockedBy: ["beads:bd-2"] }), item(2, { blockedBy: [] })]
    const { id } = await bring(service, turned.toReversed())
    expect(await read(service, "T-1")).toMatchObject({ blockedBy: ["T-2"] })
    if (way === "undo") await service.run("command.undo", {}, { actor: "ann" })
    else expect(await service.run("import.abort", { id })).toMatchObject({ putBack: 2, left: [] })
    expect(await read(service, "T-1")).toMatchObject({ blockedBy: [] })
    expect(await read(service, "T-2")).toMatchObject({ blockedBy: ["T-1"] })
    if (way === "undo") await service.run("command.redo", {}, { actor: "ann" })
    else await expectRefused(service, ["import.abort", { id }], "nothing_to_undo")
    expect(await read(service, "T-1")).toMatchObject({ blockedBy: way === "undo" ? ["T-2"] : [] })
  })

  test.each([[{ last: 2 }], [{}, {}]])("two imports of a file are taken back by %j", async (...undos) => {
    const service = await given()
    await bring(service, [item(1), item(2)])
    await bring(service, [item(1, { title: "New" }), item(2), item(3)])
    for (const undo of undos) await service.run("command.undo", undo, { actor: "ann" })
    expect((await service.run("task.list")).total).toBe(0)
  })

  test.each(["undo", "abort"])("what was taken back by %s comes again with the same file", async (way) => {
    const service = await given()
    const more = { title: "New", status: "done", criteria: [{ text: "Works", check: {} }], tags: ["a"] }
    await bring(service, [item(1), item(2)])
    const { id } = await bring(service, [item(1, more), item(2)])
    if (way === "undo") await service.run("command.undo", {}, { actor: "ann" })
    else await service.run("import.abort", { id })
    expect((await read(service, "T-1")).title).toBe("Issue 1")
    await service.run("task.edit", { id: "T-1", tags: ["a"] })
    const { first } = await bring(service, [item(1, more), item(2)])
    // What is the same here by now is no change.
    expect(first).toMatchObject({
      unchanged: 1,
      changed: [{ task: "T-1", changes: ["title", "status", "done_criteria", "checks"] }],
    })
    expect(await read(service, "T-1")).toMatchObject({ title: "New", status: "done", tags: ["a"] })
    await service.run("task.edit", { id: "T-2", title: "Two" })
    expect((await bring(service, [item(2, { title: "Two" })])).first).toMatchObject({ unchanged: 1 })
  })

  test("what was changed and undone, or deleted and restored, since it came is no change", async () => {
    const service = await given()
    const { id } = await bring(service, [item(1), item(2)])
    await service.run("task.edit", { id: "T-1", title: "Mine", checks: ["lint"] }, { actor: "ann" })
    await service.run("task.edit", { id: "T-1", priority: "P0" }, { actor: "ann" })
    await service.run("task.delete", { id: "T-2" })
    await service.run("task.restore", { id: "T-2" })
    await expectRefused(service, ["import.abort", { id }], "undo_blocked", { task: "T-1" })
    await service.run("command.undo", {}, { actor: "ann" })
    await expectRefused(service, ["import.abort", { id }], "undo_blocked", { task: "T-1" })
    await service.run("command.undo", {}, { actor: "ann" })
    await service.run("import.abort", { id })
    expect((await service.run("task.list")).total).toBe(0)
  })

  test("once somebody has gone on from it, it stays, by an undo and by hand", async () => {
    const service = await given()
    await bring(service, [item(1), item(2)])
    await service.run("task.claim", { id: "T-2", agent: "bob" })
    await expectRefused(service, ["command.undo", {}, { actor: "ann" }], "undo_blocked", { task: "T-2" })
    await expectRefused(service, ["import.abort", { id: "I-1" }], "undo_blocked", { task: "T-2" })
  })
})

test("nobody gets a notice of an import, and no statistic counts it", async () => {
  const service = await startService()
  await service.run("agent.describe", { name: "bob" })
  const items = [
    item(1, { assignee: "bob", comments: [{ author: "fay", content: "@bob" }] }),
    item(2, { status: "done", startedAt: "2029-12-31T00:00:00Z", finishedAt: "2030-01-01T00:00:00Z" }),
    item(3, { status: "review", reviewer: "bob" }),
  ]
  await bring(service, items)
  expect((await service.run("inbox.list", { name: "bob" })).total).toBe(0)
  const { stats } = await service.run("stats.read")
  expect(JSON.stringify(stats.throughput)).not.toMatch(/"(?:created|done|cancelled)":[1-9]/)
  expect(stats).toMatchObject({
    cycleTime: { count: 0 },
    forecast: { left: 2, done: 0 },
    agents: [],
    projects: [],
  })
  expect((await service.run("agent.list")).total).toBe(1)
})

test("history says where a task came from, and what an import has changed of it", async () => {
  const service = await given()
  await bring(service, [item(1), item(2)])
  await service.run("task.edit", { id: "T-1", priority: "P0" })
  await bring(service, [item(1, { title: "New" }), item(2)])
  const { history } = await service.run("task.history", { id: "T-1" })
  expect(history.map(({ type, actor }: { type: string; actor: string }) => [type, actor])).toEqual([
    ["board.imported", "ann"],
    ["task.edited", "anonymous"],
    ["board.imported", "ann"],
  ])
  expect(history[0].changes).toEqual([{ field: "title", from: "Issue 1", to: "New" }])
  expect(history[2].changes).toContainEqual({ field: "source", from: null, to: "beads:bd-1" })
})

test("a source without a repository is taken over by a task of the same title or time, and by no other one", async () => {
  const service = await given()
  const [at, day] = ["2026-01-02T10:00:00Z", "2026-01-02T00:00:00Z"]
  await bring(service, [item(1), item(2, { createdAt: at }), item(3), item(4, { createdAt: day })])
  await service.run("task.claim", { id: "T-3", agent: "bob" })
  const of = (origin: string, n: number, more: object) => ({
    ...item(n, more),
    source: `beads:${origin}#bd-${n}`,
    formerSource: `beads:bd-${n}`,
  })
  const mine = [
    of("ann/shop", 1, { priority: "P0" }),
    of("ann/shop", 2, { title: "Renamed", createdAt: at }),
    of("ann/shop", 3, { title: "Another's" }),
    of("ann/shop", 4, { title: "Of the same day", createdAt: day }),
  ]
  const before = await read(service, "T-3")
  const { id, first } = await bring(service, mine)
  expect(first).toMatchObject({
    added: 2,
    adopted: [
      { source: "beads:ann/shop#bd-1", task: "T-1" },
      { source: "beads:ann/shop#bd-2", task: "T-2" },
    ],
    separate: [
      { source: "beads:ann/shop#bd-3", task: "T-3" },
      { source: "beads:ann/shop#bd-4", task: "T-4" },
    ],
  })
  expect(await read(service, "T-3")).toEqual(before)
  expect(await read(service, "T-1")).toMatchObject({ source: "beads:ann/shop#bd-1", priority: "P0" })
  expect((await bring(service, mine)).first).toMatchObject({ added: 0, unchanged: 4, separate: [] })

  // It was another repository's after all: the tasks can be taken over by their own one again.
  await service.run("import.abort", { id })
  expect((await bring(service, [of("bo/shop", 1, {})])).first).toMatchObject({
    adopted: [{ source: "beads:bo/shop#bd-1", task: "T-1" }],
  })
})

test("an id that was given out again is another task: its title and its time of creation are others", async () => {
  const service = await given()
  const [before, since] = ["2026-01-02T10:00:00Z", "2026-03-02T10:00:00Z"]
  await bring(service, [item(1, { createdAt: before }), item(2, { createdAt: before })])
  const again = [
    item(1, { title: "Something else", createdAt: since }),
    item(2, { title: "Renamed", createdAt: before }),
  ]
  const { first } = await bring(service, again)
  expect(first).toMatchObject({ added: 1, separate: [{ source: "beads:bd-1", task: "T-1" }] })
  expect((await read(service, "T-1")).title).toBe("Issue 1")
  expect((await read(service, "T-2")).title).toBe("Renamed")
  expect((await bring(service, again)).first).toMatchObject({ added: 0, unchanged: 2, separate: [] })
})
