import { describe, expect, test } from "vitest"
import { createBoard } from "../../src/domain/board/board.ts"
import type { BoardEvent } from "../../src/domain/events/index.ts"
import { evolveCommand } from "../../src/domain/evolve/evolve.ts"
import { findCircles } from "../../src/domain/collections/circles.ts"
import { allWaitedFor } from "../../src/domain/rules/dependencies.ts"
import { createRandom } from "../support/random.ts"
import { eventsOf, expectRefused, given, startService, type Service, type Step } from "../support/service.ts"
import { createSharedMemory } from "../support/shared-memory.ts"

const day = 24 * 3_600_000
const byAnn = { actor: "ann" }
type Told = Exclude<Step, number>
const create = (fields: object = {}): Told => ["task.create", { title: "a task", ...fields }, byAnn]
const edit = (id: string, fields: object): Told => ["task.edit", { id, ...fields }, byAnn]
const remove = (id = "T-1"): Told => ["task.delete", { id }, byAnn]
const restore = (id = "T-1"): Told => ["task.restore", { id }, byAnn]
interface Shown {
  version: number
  updatedAt: string
  [more: string]: unknown
}
const read = async (service: Service, id = "T-1") =>
  (await service.run("task.read", { id })).task as unknown as Shown
const trash = async (service: Service): Promise<{ id: string }[]> =>
  (await service.run("task.list", { trash: true })).tasks
const idsOf = (tasks: { id: string }[]) => tasks.map(({ id }) => id)

async function later(service: Service, ms: number): Promise<void> {
  service.sleep(ms)
  await service.engine.tick()
}

/** What a task is and what was said of it, but for what any change raises. */
async function allOf(service: Service, id: string) {
  const { version: _, updatedAt: __, ...task } = await read(service, id)
  const { comments } = await service.run("task.comments", { id })
  const { reflections } = await service.run("reflection.list", { task: id })
  return { task, comments, reflections }
}

describe("a task that was deleted comes back whole", () => {
  const fields = {
    ...{
      description: "long",
      done_criteria: ["dry", "clean"],
      tags: ["a"],
      project: "p",
      metadata: { a: 1 },
    },
    ...{ reviewer: "rea", assignee: "bob", parent: "T-2", blockedBy: ["T-3"], discoveredFrom: "T-4" },
  }
  const said: Told[] = [
    ["task.comment", { id: "T-5", content: "look" }, byAnn],
    ["task.check", { id: "T-5", criterion: "dry" }, byAnn],
    ["task.reflect", { id: "T-5", agent: "bob", content: "learned" }],
  ]
  const claim: Told = ["task.claim", { id: "T-5", agent: "bob" }]
  const stories: [string, Told[]][] = [
    ["one that nobody has begun", []],
    ["with its comments, checks and reflections", said],
    ["blocked", [edit("T-5", { status: "blocked", reason: "why" })]],
    ["cancelled", [edit("T-5", { status: "cancelled" })]],
    [
      "in review",
      [edit("T-3", { status: "cancelled" }), claim, ["task.complete", { id: "T-5", agent: "bob" }]],
    ],
  ]
  test.each(stories)("%s, also after a restart", async (_, steps) => {
    const links = { parent: "T-1", blockedBy: ["T-5"], discoveredFrom: "T-5" }
    const service = await given(
      create(),
      create(),
      create(),
      create(),
      create(fields),
      create(links),
      ...steps,
    )
    const before = await allOf(service, "T-5")
    const { version } = await read(service, "T-5")
    await service.run(...remove("T-5"))
    await service.restart()
    const { task, dropped } = await service.run(...restore("T-5"))
    expect([task.version, dropped]).toEqual([version + 1, []])
    expect(await allOf(service, "T-5")).toEqual(before)
  })

  test("work in progress comes back to do, for the assignee of before the claim, and its lease is over", async () => {
    const service = await given(create({ assignee: "ann" }))
    const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.run(...edit("T-1", { assignee: "bob" }))
    const taken = await service.run("task.claim", { id: "T-1", agent: "bob" })
    await service.run(...remove())
    const { task } = await service.run(...restore())
    expect(task).toMatchObject({ status: "todo", assignee: "bob", lease: null, attemptStartedAt: null })
    for (const leaseToken of [lease.token, taken.lease.token])
      await expectRefused(service, ["task.complete", { id: "T-1", leaseToken }], "lease_lost")
    const again = await service.run("task.claim", { id: "T-1", agent: "bob" })
    expect(again.lease.epoch).toBeGreaterThan(Number(taken.lease.epoch) + 1)
    expect(again.handoff.lastAttempt).toMatchObject({ agent: "bob", ended: "revoked" })
  })

  test("who reviews it is asked again", async () => {
    const service = await given(create({ reviewer: "rea" }), ["task.claim", { id: "T-1", agent: "bob" }])
    await service.run("task.complete", { id: "T-1", agent: "bob" })
    const asked = async () =>
      (await service.run("inbox.list", { name: "rea" })).inbox.map(({ kind }: { kind: string }) => kind)
    await service.run(...remove())
    expect(await asked()).toEqual([])
    await service.run(...restore())
    expect(await asked()).toEqual(["review_requested"])
  })

  test("its history goes on, and the time in the trash counts for no status", async () => {
    const service = await given(create(), 60_000, remove(), 120_000, restore(), 60_000)
    await service.run("task.claim", { id: "T-1", agent: "bob" })
    await service.run("task.complete", { id: "T-1", agent: "bob" })
    const { history } = await service.run("task.history", { id: "T-1" })
    expect(history.map(({ type }: { type: string }) => type)).toEqual([
      ...["task.completed", "task.claimed", "task.restored", "task.deleted", "task.created"],
    ])
    expect(service.board.tasks.get(1)?.spent).toEqual([120_000, 0, 0, 0])
  })
})

describe("while it is in the trash", () => {
  test("it is in no list, count, search, project or offer", async () => {
    const service = await given(create({ project: "p", title: "needle" }), create({ project: "q" }), remove())
    expect(idsOf((await service.run("task.list")).tasks)).toEqual(["T-2"])
    expect((await service.run("task.list", { q: "needle" })).total).toBe(0)
    expect((await service.run("task.next", { agent: "bob" })).task.id).toBe("T-2")
    expect((await service.run("project.list")).projects).toMatchObject([{ name: "q" }])
    expect((await service.run("stats.read")).stats.wip).toMatchObject({ todo: 1 })
    await expectRefused(service, ["task.read", { id: "T-1" }], "task_deleted", {
      task: "T-1",
      restorableUntil: new Date(service.now() + 30 * day).toISOString(),
    })
    await service.run(...restore())
    expect((await service.run("task.list", { q: "needle" })).total).toBe(1)
    expect((await service.run("stats.read")).stats.wip).toMatchObject({ todo: 2 })
  })

  test("the trash lists it, the latest first, with who deleted it and until when it can be restored", async () => {
    const service = await given(
      create({ description: "long" }),
      create(),
      create(),
      remove("T-2"),
      remove("T-1"),
    )
    const at = new Date(service.now()).toISOString()
    const until = new Date(service.now() + 30 * day).toISOString()
    const first = await service.run("task.list", { trash: true, limit: 1 })
    expect(first).toMatchObject({ total: 2, tasks: [{ id: "T-1", description: "long" }] })
    expect(first.tasks[0].deleted).toEqual({ at, by: "ann", until })
    const { tasks, next } = await service.run("task.list", { trash: true, cursor: first.next, compact: true })
    expect([idsOf(tasks), next, "description" in tasks[0]]).toEqual([["T-2"], null, false])
  })

  test.each([{ q: "x" }, { status: "todo" }, { sort: "created" }, { excerpt: true }, { ready: true }])(
    "no filter or order goes with it: %o",
    async (more) => {
      const service = await given(create())
      await expectRefused(service, ["task.list", { trash: true, ...more }], "invalid_input")
    },
  )
})

test("a restore that names a version is refused where the task in the trash has another one", async () => {
  const service = await given(create(), edit("T-1", { title: "b" }), remove())
  const [name, input = {}] = restore()
  await expectRefused(service, [name, input, { versions: [1] }], "version_mismatch", {
    task: "T-1",
    version: 2,
  })
  expect(await service.run(name, input, { versions: [2] })).toMatchObject({ task: { version: 3 } })
})

test("to restore what is there changes nothing", async () => {
  const service = await given(create(), remove(), restore())
  const { seq } = service.engine
  expect(await service.run(...restore())).toMatchObject({ task: { id: "T-1", version: 2 }, dropped: [] })
  expect(service.engine.seq).toBe(seq)
  await expectRefused(service, restore("T-2"), "task_not_found")
})

describe("after 30 days", () => {
  test("one event of the server empties the trash, and nothing of the task is kept in memory", async () => {
    const service = await given(create({ reviewer: "rea" }), create(), [
      "task.claim",
      { id: "T-1", agent: "bob" },
    ])
    await service.run("task.comment", { id: "T-1", content: "look" }, byAnn)
    await service.run("task.complete", { id: "T-1", agent: "bob" })
    await service.run("task.review", { id: "T-1", reviewer: "rea", decision: "approve", comment: "good" })
    await service.run(...remove("T-1"))
    await service.run(...remove("T-2"))
    await later(service, 30 * day - 1)
    expect(idsOf(await trash(service))).toEqual(["T-2", "T-1"])
    const { seq } = service.engine
    await later(service, 1)
    expect(await trash(service)).toEqual([])
    const { board } = service
    expect(await eventsOf(service, seq)).toEqual([{ type: "trash.emptied", tasks: ["T-1", "T-2"] }])
    expect([board.trash.size, board.comments.size, board.reviews.size, board.tasks.size]).toEqual([
      0, 0, 0, 0,
    ])
    expect(board.due).toBe(Infinity)
    await expectRefused(service, restore(), "task_deleted", { task: "T-1" })
    expect((await service.run("task.history", { id: "T-1" })).history[0].type).toBe("task.deleted")
  })

  test("a server that was away empties it before anybody could see it", async () => {
    const service = await given(create(), remove())
    await service.restart(31 * day)
    expect(await trash(service)).toEqual([])
    await expectRefused(service, restore(), "task_deleted", { task: "T-1" })
  })

  test("what was restored and deleted again has another 30 days", async () => {
    const service = await given(create(), remove())
    await later(service, 20 * day)
    await service.run(...restore())
    await service.run(...remove())
    await later(service, 20 * day)
    expect(idsOf(await trash(service))).toEqual(["T-1"])
  })
})

describe("an edge that cannot come back is dropped, and named", () => {
  const circle = (field: string, to: string, of = "T-1") => ({ of, field, to, why: "circle" })
  const gone = (field: string, to: string) => ({ of: "T-1", field, to, why: "gone" })

  test("its own, where the other waits for it by now", async () => {
    const service = await given(
      ...[
        create(),
        create(),
        create(),
        edit("T-1", { blockedBy: ["T-2", "T-3"] }),
        create({ blockedBy: ["T-1"] }),
      ],
      ...[remove(), edit("T-2", { blockedBy: ["T-4"] })],
    )
    const { task, dropped } = await service.run(...restore())
    expect(dropped).toEqual([circle("blockedBy", "T-2")])
    expect(task).toMatchObject({ blockedBy: ["T-3"], blocks: ["T-4"] })
  })

  test("its parent, where its children wait for that by now", async () => {
    const service = await given(
      ...[create(), create(), edit("T-1", { parent: "T-2" }), create({ parent: "T-1" })],
      ...[remove(), edit("T-3", { blockedBy: ["T-2"] })],
    )
    const { task, dropped } = await service.run(...restore())
    expect(dropped).toEqual([circle("parent", "T-2")])
    expect(task.parent).toBeNull()
  })

  test("that of another task, where the circle is through its children alone", async () => {
    const service = await given(
      ...[create(), create({ parent: "T-1" }), create({ blockedBy: ["T-1"] })],
      ...[remove(), edit("T-2", { blockedBy: ["T-3"] })],
    )
    const { dropped } = await service.run(...restore())
    expect(dropped).toEqual([circle("blockedBy", "T-1", "T-3")])
    expect(await read(service, "T-3")).toMatchObject({ blockedBy: [], version: 2 })
  })

  test("what leads to a task that is gone for good", async () => {
    const links = { parent: "T-2", blockedBy: ["T-3", "T-4"], discoveredFrom: "T-2" }
    const service = await given(create(), create(), create(), create(), edit("T-1", links))
    await service.run(...remove("T-2"))
    await service.run(...remove("T-3"))
    await later(service, 29 * day)
    await service.run(...remove("T-1"))
    await later(service, 2 * day)
    const { task, dropped } = await service.run(...restore())
    expect(dropped).toEqual([gone("blockedBy", "T-3"), gone("parent", "T-2"), gone("discoveredFrom", "T-2")])
    expect(task).toMatchObject({ blockedBy: ["T-4"], parent: null, discoveredFrom: null })
  })

  test("what leads to a task in the trash stays, so the order in which they come back is free", async () => {
    const service = await given(
      create(),
      create({ parent: "T-1" }),
      remove("T-1"),
      remove("T-2"),
      restore("T-2"),
    )
    expect((await service.run(...restore("T-1"))).task.children).toEqual({ total: 1, done: 0 })
  })

  test("whatever was linked meanwhile, no task waits for itself, and no other edge is lost", async () => {
    const random = createRandom(28)
    for (let round = 0; round < 30; round++) {
      const service = await given(...Array.from({ length: 7 }, () => create()))
      const some = () => `T-${1 + random.below(7)}`
      for (let i = 0; i < 60; i++) {
        const step = random.pick([
          edit(some(), { blockedBy: [some(), some()] }),
          edit(some(), { parent: some() }),
          remove(some()),
          restore(some()),
        ])
        const answer = await service.run(...step).catch(() => undefined)
        const circles = findCircles(
          [...service.board.tasks.values()].map(({ n }) => n),
          (n) => allWaitedFor(service.board, n),
        )
        expect(circles).toEqual([])
        if (step[0] !== "task.restore" || !answer) continue
        for (const { of, field, to } of answer.dropped) {
          const now = (await read(service, of)) as Shown & { blockedBy: string[] }
          // Each edge alone would create a cycle, even with the others left out.
          const back = field === "parent" ? { parent: to } : { blockedBy: [...now.blockedBy, to] }
          await expectRefused(service, edit(of, back), "dependency_cycle", { task: of })
        }
      }
    }
  })
})

test("a log of before the trash is read as it was: what was deleted then is gone", () => {
  const fields = {
    ...{
      title: "old",
      description: null,
      createdBy: "ann",
      assignee: null,
      reviewer: null,
      done_criteria: [],
    },
    ...{
      eta: null,
      priority: "P2" as const,
      tags: [],
      project: "p",
      blockedBy: [],
      notBefore: null,
      dueAt: null,
    },
    metadata: {},
  } as const
  const events: BoardEvent[] = [
    { type: "task.created", task: "T-1", fields, status: "todo", reason: null },
    { type: "task.commented", task: "T-1", comment: "C-1", author: "ann", content: "x" },
    { type: "task.deleted", task: "T-1" },
  ]
  const board = createBoard()
  evolveCommand(board, { at: 1, actor: "ann", via: "ci", events })
  expect([board.tasks.size, board.trash.size, board.comments.size, board.ownership.size]).toEqual([
    0, 0, 0, 0,
  ])
  expect(board.tombstones.get(1)).toEqual({ n: 1, lastEvent: 3 })
})

test("what one server deletes another one restores, and each empties the trash alike", async () => {
  const time = { wall: Date.UTC(2030, 0, 1), monotonic: 0 }
  const memory = createSharedMemory(() => time.wall)
  const [one, two] = [
    await startService({ time, openLog: () => memory.open() }),
    await startService({ time, openLog: () => memory.open() }),
  ]
  await one.run(...create())
  await one.run(...create())
  await one.run("task.comment", { id: "T-1", content: "look" }, byAnn)
  await one.run(...remove("T-1"))
  await two.run(...remove("T-2"))
  expect(await two.run(...restore("T-1"))).toMatchObject({ task: { commentCount: 1 } })
  time.wall += 31 * day
  await Promise.all([one.engine.tick(), two.engine.tick()])
  expect([await trash(one), await trash(two)]).toEqual([[], []])
  expect((await eventsOf(one)).filter(({ type }) => type === "trash.emptied")).toHaveLength(1)
})

test("what is deleted for good is gone at once, in the trash or not, and is not brought back", async () => {
  const service = await given(create(), create(), ["task.comment", { id: "T-2", content: "x" }, byAnn])
  await service.run(...remove("T-1"))
  for (const id of ["T-1", "T-2"]) {
    const byManager = { actor: "bo", who: { account: "bo", role: "manage" } } as const
    await expectRefused(service, ["task.delete", { id, forGood: true }, byManager], "not_allowed")
    const answer = await service.run("task.delete", { id, forGood: true }, byAnn)
    expect(answer).toMatchObject({ deleted: id, until: null })
    await expectRefused(service, ["task.restore", { id }], "task_deleted")
    await expectRefused(service, ["task.delete", { id, forGood: true }], "task_deleted")
  }
  expect(await trash(service)).toEqual([])
  expect((await service.run("task.create", { title: "next" })).task.id).toBe("T-3")
})
