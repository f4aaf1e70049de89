import { describe, expect, test } from "vitest"
import { startAccess } from "../access/support.ts"
import { expectRefused, given, type Service, type Step } from "../support/service.ts"

type Told = Exclude<Step, number>
const byAnn = { actor: "ann" }
const byBob = { actor: "bob" }
const day = 24 * 3_600_000
const create = (fields: object = {}): Told => ["task.create", { title: "a task", ...fields }, byAnn]
const edit = (id: string, fields: object, asker = byAnn): Told => ["task.edit", { id, ...fields }, asker]
const undo = (input: object = {}, asker = byAnn): Told => ["command.undo", { ...input }, asker]
const redo = (asker = byAnn): Told => ["command.redo", {}, asker]
const claim = (id = "T-1"): Told => ["task.claim", { id, agent: "bob" }]
const complete = (id = "T-1"): Told => ["task.complete", { id, agent: "bob" }]
const agents: Told[] = [
  ["agent.heartbeat", { name: "ann" }],
  ["agent.heartbeat", { name: "bob" }],
]
const listed = async (service: Service, asker = byAnn) =>
  (await service.run("command.list", {}, asker)).commands as Record<string, unknown>[]

describe("what is kept of commands is bounded by bytes too", () => {
  const bulk = (count: number): Told => [
    "task.createMany",
    { tasks: Array.from({ length: count }, () => ({ title: "x", description: "ä".repeat(32_000) })) },
    byAnn,
  ]

  test("one of more than 1 MiB is not taken back, and says so; others can be", async () => {
    const service = await given(create(), bulk(20))
    const [large] = await listed(service)
    expect(large).toMatchObject({ tooLarge: true, tasks: expect.arrayContaining(["T-21"]) as unknown })
    await expectRefused(service, undo(), "undo_blocked", { task: "T-21", field: "size" })
    await expectRefused(service, undo({ task: "T-9" }), "undo_blocked", { task: "T-21", field: "size" })
    expect(JSON.stringify([...service.board.commands.values()]).length).toBeLessThan(10_000)
    expect(await service.run(...undo({ task: "T-1" }))).toMatchObject({ tasks: ["T-1"] })
  })

  test("of more than 8 MiB on a board the oldest leave, also after a restart", async () => {
    const service = await given(create(), ...Array.from({ length: 12 }, () => bulk(15)))
    expect(await listed(service)).toHaveLength(8)
    await service.restart()
    await service.run(...bulk(15))
    expect(await listed(service)).toHaveLength(8)
    expect(await listed(service)).not.toContainEqual(expect.objectContaining({ tooLarge: true }))
  })

  test("what is older than a day leaves with whatever is written next", async () => {
    const service = await given(create())
    service.sleep(day)
    await service.run("task.comment", { id: "T-1", content: "x" }, byBob)
    expect([...service.board.commands.values()].map(({ kind }) => kind)).toEqual(["stays"])
  })
})

test("an account that takes the name of one that was deleted takes nothing of it back", async () => {
  const board = await startAccess()
  const ann = await board.join("ann", { role: "manage" })
  await ann.run("task.create", { title: "x" })
  await board.runHome("account.delete", { name: "ann" })
  const other = await board.join("ann", { role: "manage" })
  expect(await other.run("command.list")).toEqual({ commands: [] })
  await expect(other.run("command.undo")).rejects.toMatchObject({ code: "nothing_to_undo" })
})

test("who may not do the same by hand is told what the undo would do", async () => {
  const board = await startAccess()
  const ann = await board.join("ann")
  await ann.run("task.create", { title: "x" })
  await expect(ann.run("command.undo")).rejects.toMatchObject({
    code: "not_allowed",
    message:
      "To undo this, you must be allowed to delete a task. The account ann has the role work and may not do that: it requires the role manage.",
    facts: { needs: "manage", role: "work" },
  })
})

describe("statistics", () => {
  const doneOf = async (service: Service) => {
    const { stats } = await service.run("stats.read")
    return [stats.throughput, stats.wip] as unknown
  }
  test("what was reopened and is done again by an undo was done once", async () => {
    const service = await given(create(), claim(), complete())
    const before = await doneOf(service)
    await service.run(...edit("T-1", { status: "todo" }))
    await service.run(...undo())
    expect(await doneOf(service)).toEqual(before)
  })

  test("what is cancelled, or approved, anew by a redo is counted once", async () => {
    const service = await given(create(), create({ reviewer: "ann" }), claim("T-2"), complete("T-2"))
    await service.run(...edit("T-1", { status: "cancelled" }))
    await service.run("task.review", { id: "T-2", reviewer: "ann", decision: "approve" }, byAnn)
    const before = await doneOf(service)
    await service.run(...undo({ last: 2 }))
    await service.run(...redo())
    expect(await doneOf(service)).toEqual(before)
  })

  test("what was undone is not counted as created or cancelled, and what was redone is", async () => {
    const service = await given(create(), create(), edit("T-1", { status: "cancelled" }))
    const counts = async (input = {}) => {
      const { stats } = await service.run("stats.read", input)
      const [today] = (stats.throughput as Record<string, number>[]).slice(-1)
      return [today?.["created"], today?.["tasksCreated"], today?.["cancelled"], today?.["tasksCancelled"]]
    }
    expect(await counts()).toEqual([2, 2, 1, 1])
    await service.run(...undo())
    expect(await counts()).toEqual([2, 2, 1, 0])
    await service.run(...undo())
    expect(await counts()).toEqual([2, 1, 1, 0])
    expect(await counts({ project: "default" })).toEqual([2, 1, 1, 0])
    await service.run(...redo())
    await service.run(...redo())
    expect(await counts()).toEqual([2, 2, 1, 1])
    await service.run("task.delete", { id: "T-2" })
    service.sleep(day)
    await service.run("task.restore", { id: "T-2" })
    const { stats } = await service.run("stats.read")
    expect(
      (stats.throughput as Record<string, number>[]).map((each) => each["tasksCreated"]).slice(-2),
    ).toEqual([2, 0])
  })

  test("a day that begins with an undo knows how many there were before it", async () => {
    const service = await given(create())
    service.sleep(3_600_000)
    await service.run(...edit("T-1", { status: "cancelled" }))
    service.sleep(day - 3_600_000)
    await service.run(...undo())
    const { stats } = await service.run("stats.read")
    expect(stats.wip).toMatchObject({ todo: 1 })
    const today = [...service.board.days.values()].filter(({ before }) => before !== null)
    expect(today.map(({ before }) => before?.cancelled)).toEqual([0, 1])
  })
})

describe("notices that are unread again", () => {
  test("an inbox keeps a thousand, the newest", async () => {
    const service = await given(...agents, create())
    const comments = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          service.run("task.comment", { id: "T-1", author: "bob", content: `@ann ${n}` }),
        ),
      )
    await comments(10)
    await service.run("inbox.ack", { name: "ann", seq: service.engine.seq }, byAnn)
    await comments(995)
    await service.run(...undo())
    const { inbox, total } = await service.run("inbox.list", { name: "ann", limit: 1 })
    expect([inbox[0].text, total]).toEqual(["@ann 5", 1000])
  })

  test("a request for a review that was settled since does not come back, and others do", async () => {
    const service = await given(
      ...agents,
      create({ reviewer: "ann" }),
      create({ reviewer: "ann" }),
      ...[claim("T-1"), complete("T-1"), claim("T-2"), complete("T-2")],
      ["task.comment", { id: "T-1", author: "bob", content: "@ann" }],
    )
    const kinds = async () => {
      const { inbox } = await service.run("inbox.list", { name: "ann" })
      return inbox.map(({ kind, task }: { kind: string; task: string }) => `${kind} ${task}`) as string[]
    }
    const before = await kinds()
    await service.run("inbox.ack", { name: "ann", seq: service.engine.seq }, byAnn)
    await service.run("task.review", { id: "T-1", reviewer: "cy", decision: "approve" }, { actor: "cy" })
    await service.run(...undo())
    expect(before).toEqual(["review_requested T-1", "review_requested T-2", "mention T-1"])
    expect(await kinds()).toEqual(["review_requested T-2", "mention T-1"])
  })

  test("nor does that of an earlier review", async () => {
    const service = await given(...agents, create({ reviewer: "ann" }), claim(), complete())
    service.sleep(1000)
    await service.run("inbox.ack", { name: "ann", seq: service.engine.seq }, byAnn)
    await service.run(
      "task.review",
      { id: "T-1", reviewer: "cy", decision: "request_changes" },
      { actor: "cy" },
    )
    await service.run(...claim())
    await service.run(...complete())
    await service.run(...undo())
    expect((await service.run("inbox.list", { name: "ann" })).inbox).toHaveLength(1)
  })
})

describe("a task that waited and was begun since stands in the way of opening again what it waited for", () => {
  const begun = { task: "T-1", field: "status" }
  const waiting = create({ blockedBy: ["T-1"] })

  test.each<[string, Told]>([
    ["a cancellation", edit("T-1", { status: "cancelled" })],
    ["an end without work", edit("T-1", { status: "done" })],
    ["a deletion", ["task.delete", { id: "T-1" }, byAnn]],
  ])("undo of %s", async (_, close) => {
    const service = await given(create(), waiting, close)
    service.sleep(1000)
    await service.run(...claim("T-2"))
    await expectRefused(service, undo(), "undo_blocked", begun)
    await service.run(...complete("T-2"))
    await expectRefused(service, undo(), "undo_blocked", begun)
  })

  test("redo of a reopening", async () => {
    const service = await given(create(), waiting, edit("T-1", { status: "cancelled" }, byBob))
    await service.run(...edit("T-1", { status: "todo" }))
    await service.run(...undo())
    service.sleep(1000)
    await service.run(...claim("T-2"))
    await expectRefused(service, redo(), "undo_blocked", begun)
  })

  test("also its parent, and one whose work goes on after a review", async () => {
    const service = await given(create(), create(), edit("T-1", { parent: "T-2" }))
    await service.run(...edit("T-1", { status: "cancelled" }))
    service.sleep(1000)
    await service.run(...claim("T-2"))
    await expectRefused(service, undo(), "undo_blocked", begun)

    const again = await given(create(), create({ reviewer: "cy" }), claim("T-2"), complete("T-2"), 1000)
    await again.run(...edit("T-2", { blockedBy: ["T-1"] }))
    await again.run(...edit("T-1", { status: "cancelled" }))
    again.sleep(1000)
    const review = { id: "T-2", reviewer: "cy", decision: "request_changes" }
    await again.run("task.review", review, { actor: "cy" })
    await again.run(...claim("T-2"))
    await expectRefused(again, undo(), "undo_blocked", begun)
    await again.run("task.release", { id: "T-2", agent: "bob" })
    await expectRefused(again, undo(), "undo_blocked", begun)
  })

  test("but not one that was begun before, or that waits as ever", async () => {
    const service = await given(create(), create(), waiting, claim("T-2"))
    service.sleep(1000)
    await service.run(...edit("T-2", { blockedBy: ["T-1"] }))
    await service.run(...edit("T-1", { status: "cancelled" }))
    await service.run(...undo())
    expect((await service.run("task.read", { id: "T-1" })).task.status).toBe("todo")
  })
})

test("the list says of each command whether its effect is there", async () => {
  const service = await given(create(), edit("T-1", { title: "b" }))
  const states = async () => (await listed(service)).map(({ kind, undone }) => [kind, undone])
  await service.run(...undo())
  await service.run(...redo())
  expect(await states()).toEqual([
    ["redo", false],
    ["undo", true],
    ["first", false],
    ["first", false],
  ])
  await service.run(...undo())
  expect((await states()).slice(0, 4)).toEqual([
    ["undo", false],
    ["redo", true],
    ["undo", false],
    ["first", true],
  ])
  await service.run(...undo({ last: 5 }))
  await expectRefused(service, undo(), "nothing_to_undo")
})
