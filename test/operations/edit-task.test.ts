import { describe, expect, test } from "vitest"
import { expectRefused, given, problemsOf, type Service, type Step } from "../support/service.ts"
import { statuses, type Status } from "../../src/domain/wire/enums.ts"

const read = async (service: Service, id = "T-1") => (await service.run("task.read", { id })).task

describe("PATCH touches only the keys sent", () => {
  const fields = {
    title: ["old", "new"],
    description: ["old", "new"],
    assignee: ["ann", "bob"],
    reviewer: ["rea", "ren"],
    done_criteria: [["old"], ["new", "newer"]],
    eta: ["1h", "2h"],
    priority: ["P1", "P0"],
    tags: [["old"], ["new"]],
    project: ["old", "new"],
    blockedBy: [["T-1"], ["T-2"]],
    notBefore: ["2031-01-01T00:00:00.000Z", "2032-01-01T00:00:00.000Z"],
    dueAt: ["2031-01-01T00:00:00.000Z", "2032-01-01T00:00:00.000Z"],
    metadata: [{ a: 1 }, { a: 2 }],
  }
  const original = Object.fromEntries(Object.entries(fields).map(([key, [old]]) => [key, old]))
  const empty = {
    ...{ description: null, assignee: null, reviewer: null, done_criteria: null, eta: null },
    ...{ priority: null, tags: null, project: null, blockedBy: null, notBefore: null, dueAt: null },
  }
  const whenEmptied = {
    ...{ description: null, assignee: "unassigned", reviewer: null, done_criteria: [], eta: null },
    ...{ priority: "P2", tags: [], project: "default", blockedBy: [], notBefore: null, dueAt: null },
  }
  const story: Step[] = [
    ["task.create", { title: "a" }],
    ["task.create", { title: "b" }],
    ["task.create", original],
  ]

  test.each(Object.entries(fields))(
    "%s alone is changed, and the version raised by one",
    async (key, [, value]) => {
      const service = await given(...story, 5_000)
      const before = await read(service, "T-3")
      const { task } = await service.run("task.edit", { id: "T-3", [key]: value })
      const derived =
        key === "eta"
          ? { etaMs: 7_200_000 }
          : key === "done_criteria"
            ? { criteria: ["new", "newer"].map((text) => ({ text, check: null })), criteriaCount: 2 }
            : key === "blockedBy"
              ? { waitsFor: value }
              : {}
      expect(task).toEqual({
        ...before,
        [key]: value,
        ...derived,
        version: 2,
        updatedAt: new Date(service.now()).toISOString(),
      })
    },
  )

  test.each(Object.entries(whenEmptied))("null empties %s", async (key, value) => {
    const service = await given(...story, [
      "task.edit",
      { id: "T-3", [key]: empty[key as keyof typeof empty] },
    ])
    expect(await read(service, "T-3")).toMatchObject({ ...original, [key]: value })
  })

  test("in metadata a null deletes its key, and the other keys stay", async () => {
    const service = await given(
      ["task.create", { title: "x", metadata: { a: 1, b: { c: 2 }, d: null } }],
      ["task.edit", { id: "T-1", metadata: { a: null, b: { e: null }, f: "new" } }],
    )
    expect((await read(service)).metadata).toEqual({ b: { e: null }, d: null, f: "new" })
  })

  test("a PATCH that changes nothing adds nothing to the log", async () => {
    const service = await given(...story)
    const { seq } = service.engine
    await service.run("task.edit", {
      id: "T-3",
      ...original,
      assignee: "ANN",
      reviewer: "REA",
      status: "todo",
    })
    await service.run("task.edit", { id: "T-3" })
    expect(service.engine.seq).toBe(seq)
    expect((await read(service, "T-3")).version).toBe(1)
  })

  test("metadata of null is empty", async () => {
    const service = await given(
      ["task.create", { title: "x", metadata: { a: 1 } }],
      ["task.edit", { id: "T-1", metadata: null }],
    )
    expect((await read(service)).metadata).toEqual({})
  })

  test.each([
    ["an unknown field", { titel: "x" }, ""],
    ["the creator", { createdBy: "x" }, ""],
    ["a title of null", { title: null }, "title"],
    ["a status that does not exist", { status: "open" }, "status"],
    ["an empty reflection", { reflection: "" }, "reflection"],
  ])("a PATCH of %s is refused, and the field named", (_, input, path) => {
    expect(problemsOf("task.edit", { id: "T-1", ...input })).toEqual([path])
  })

  test("a reason goes with the status blocked only", async () => {
    const service = await given(["task.create", { title: "x" }])
    await expectRefused(service, ["task.edit", { id: "T-1", reason: "why" }], "invalid_input")
    await expectRefused(
      service,
      ["task.edit", { id: "T-1", status: "doing", assignee: "ann", reason: "why" }],
      "invalid_input",
    )
    await service.run("task.edit", { id: "T-1", status: "blocked", reason: "why" })
    await service.run("task.edit", { id: "T-1", status: "blocked", reason: "because" })
    expect(await read(service)).toMatchObject({ status: "blocked", reason: "because", ready: false })
    await service.run("task.edit", { id: "T-1", status: "todo" })
    expect(await read(service)).toMatchObject({ status: "todo", reason: null, ready: true })
  })
})

describe("the table of moves", () => {
  /** A task that a person brought to each status. */
  const stories: Record<Status, Step[]> = {
    todo: [],
    doing: [["task.edit", { id: "T-1", status: "doing" }]],
    blocked: [["task.edit", { id: "T-1", status: "blocked" }]],
    review: [
      ["task.edit", { id: "T-1", status: "doing" }],
      ["task.edit", { id: "T-1", status: "review" }],
    ],
    done: [["task.edit", { id: "T-1", status: "done" }]],
    cancelled: [["task.edit", { id: "T-1", status: "cancelled" }]],
  }
  const arrows: Record<Status, Status[]> = {
    todo: ["doing", "done", "blocked", "cancelled"],
    doing: ["review", "done", "blocked", "todo", "cancelled"],
    blocked: ["todo", "doing", "cancelled"],
    review: ["doing", "done", "cancelled"],
    done: ["todo"],
    cancelled: ["todo"],
  }
  const create: Step = ["task.create", { title: "x", assignee: "ann", reviewer: "rea" }]
  const pairs = statuses
    .flatMap((from) => statuses.map((to) => [from, to] as const))
    .filter(([a, b]) => a !== b)

  test.each(pairs.filter(([from, to]) => arrows[from].includes(to)))(
    "a person may move %s to %s with the status alone",
    async (from, to) => {
      const service = await given(create, ...stories[from])
      const { task } = await service.run("task.edit", { id: "T-1", status: to })
      expect(task).toMatchObject({ status: to, lease: null, reason: null, assignee: "ann" })
      expect(task.finishedAt === null).toBe(to !== "done" && to !== "cancelled")
      expect(task.ready).toBe(to === "todo" || to === "doing")
    },
  )

  test.each(pairs.filter(([from, to]) => !arrows[from].includes(to)))(
    "%s to %s is refused, and the ways open are named",
    async (from, to) => {
      const service = await given(create, ...stories[from])
      await expectRefused(service, ["task.edit", { id: "T-1", status: to }], "invalid_transition", {
        status: from,
        possible: arrows[from],
      })
    },
  )

  test("a move to doing needs an assignee, the task's or else the actor; without either it is refused", async () => {
    const service = await given(
      ["task.create", { title: "x" }],
      ["task.create", { title: "y", assignee: "bob" }],
    )
    await expectRefused(service, ["task.edit", { id: "T-1", status: "doing" }], "invalid_input")
    await service.run("task.edit", { id: "T-1", status: "doing" }, { actor: "ann" })
    expect(await read(service, "T-1")).toMatchObject({ status: "doing", assignee: "ann", lease: null })
    await service.run("task.edit", { id: "T-2", status: "doing" }, { actor: "ann" })
    expect(await read(service, "T-2")).toMatchObject({ assignee: "bob" })
    await expectRefused(service, ["task.edit", { id: "T-2", assignee: "unassigned" }], "invalid_input")
  })

  test("a move to review needs a reviewer, who may be named in the same request", async () => {
    const service = await given(["task.create", { title: "x", status: "doing", assignee: "ann" }])
    await expectRefused(service, ["task.edit", { id: "T-1", status: "review" }], "invalid_input")
    await service.run("task.edit", { id: "T-1", status: "review", reviewer: "rea" })
    expect(await read(service)).toMatchObject({ status: "review", reviewer: "rea" })
  })

  test("times follow the work: started when it began, finished when it ended, neither once it is reopened", async () => {
    const service = await given(["task.create", { title: "x", assignee: "ann" }], 1_000)
    const began = service.now()
    await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.pass(60_000)
    await service.run("task.complete", { id: "T-1", agent: "ann" })
    const ended = service.now()
    expect(await read(service)).toMatchObject({ startedAt: iso(began), finishedAt: iso(ended) })
    await service.run("task.edit", { id: "T-1", status: "todo" })
    expect(await read(service)).toMatchObject({
      startedAt: null,
      finishedAt: null,
      status: "todo",
      ready: true,
    })
  })

  test.each(["done", "cancelled"])(
    "a reopened task that was %s starts to count attempts anew",
    async (end) => {
      const service = await given(
        ["task.create", { title: "x" }],
        ["task.claim", { id: "T-1", agent: "ann" }],
        ["task.release", { id: "T-1", agent: "ann", failed: true, reason: "no" }],
        ["task.edit", { id: "T-1", status: end }],
      )
      expect(await read(service)).toMatchObject({ attempts: 1 })
      await service.run("task.edit", { id: "T-1", status: "todo" })
      expect(await read(service)).toMatchObject({ attempts: 0, ready: true })
    },
  )
})

describe("versions", () => {
  test("a write on the version that the caller has seen goes through, on an older one it is refused with the present one", async () => {
    const service = await given(["task.create", { title: "x" }])
    await service.run("task.edit", { id: "T-1", title: "y" }, { versions: [1] })
    await expectRefused(
      service,
      ["task.edit", { id: "T-1", title: "z" }, { versions: [1] }],
      "version_mismatch",
      { version: 2 },
    )
    await expectRefused(service, ["task.delete", { id: "T-1" }, { versions: [1, 3] }], "version_mismatch", {
      version: 2,
    })
    await service.run("task.edit", { id: "T-1", title: "z" }, { versions: [1, 2] })
    expect(await read(service)).toMatchObject({ title: "z", version: 3 })
  })

  test("of twelve edits at once on one version, one wins and eleven are refused", async () => {
    const service = await given(["task.create", { title: "x" }])
    const edits = Array.from({ length: 12 }, (_, i) =>
      service.run("task.edit", { id: "T-1", title: `by ${i}` }, { versions: [1] }).then(
        () => "won",
        (error: unknown) => (error as { code: string }).code,
      ),
    )
    const results = await Promise.all(edits)
    expect(results.filter((result) => result === "won")).toHaveLength(1)
    expect(results.filter((result) => result === "version_mismatch")).toHaveLength(11)
  })

  test("heartbeats, comments and what is derived do not raise the version", async () => {
    const service = await given(
      ["task.create", { title: "x" }],
      ["task.create", { title: "y", blockedBy: ["T-1"] }],
      ["task.claim", { id: "T-1", agent: "ann" }],
    )
    const { version } = await read(service)
    await service.pass(1_000)
    await service.run("task.heartbeat", { id: "T-1", agent: "ann" })
    await service.run("task.comment", { id: "T-1", author: "ann", content: "hm" })
    await service.pass(25 * 60_000)
    expect((await read(service)).version).toBe(version)
    await service.run("task.complete", { id: "T-1", agent: "ann" })
    expect(await read(service, "T-2")).toMatchObject({ ready: true, version: 1 })
  })
})

describe("deletion", () => {
  const inThirtyDays = (service: Service) => new Date(service.now() + 30 * 24 * 3_600_000).toISOString()

  test("every operation on a deleted task says that it was deleted, and after 30 days its comments are gone", async () => {
    const service = await given(
      ["task.create", { title: "x" }],
      ["task.comment", { id: "T-1", author: "ann", content: "hm" }],
      ["task.claim", { id: "T-1", agent: "ann" }],
    )
    expect(await service.run("task.delete", { id: "t-1" })).toEqual({
      deleted: "T-1",
      until: inThirtyDays(service),
      notes: ["ann held T-1; the claim has ended"],
    })
    for (const [name, input] of everyWrite)
      await expectRefused(service, [name, { id: "T-1", ...input }], "task_deleted")
    for (const name of ["task.read", "task.comments"])
      await expect(service.run(name, { id: "T-1" })).rejects.toMatchObject({ code: "task_deleted" })
    expect(await service.run("task.list")).toMatchObject({ tasks: [], total: 0 })
    await service.restart(30 * 24 * 3_600_000)
    await expect(service.run("task.read", { id: "T-1" })).rejects.toMatchObject({ code: "task_deleted" })
  })

  test("every operation on an id that never was says that there is no such task", async () => {
    const service = await given(["task.create", { title: "x" }])
    for (const [name, input] of everyWrite)
      await expectRefused(service, [name, { id: "T-2", ...input }], "task_not_found")
    await expect(service.run("task.read", { id: "T-2" })).rejects.toMatchObject({ code: "task_not_found" })
  })

  const everyWrite: [string, Record<string, unknown>][] = [
    ["task.edit", { title: "y" }],
    ["task.delete", {}],
    ["task.claim", { agent: "ann" }],
    ["task.heartbeat", { agent: "ann" }],
    ["task.release", { agent: "ann" }],
    ["task.complete", { agent: "ann" }],
    ["task.review", { decision: "approve" }],
    ["task.reflect", { agent: "ann", content: "hm" }],
    ["task.comment", { content: "hm" }],
  ]
})

function iso(time: number): string {
  return new Date(time).toISOString()
}
