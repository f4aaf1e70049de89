import { describe, expect, test } from "vitest"
import { expectRefused, given, type Service, type Step } from "../support/service.ts"

const read = async (service: Service, id: string) => (await service.run("task.read", { id })).task
const ids = ({ tasks }: { tasks: { id: string }[] }) => tasks.map(({ id }) => id)

/** T-1 is the parent of T-2 and T-3. */
const family = (...steps: Step[]) =>
  given(
    ["task.create", { title: "the whole", priority: "P0" }],
    ["task.create", { title: "one part", parent: "T-1" }],
    ["task.create", { title: "the other part", parent: "t-1" }],
    ...steps,
  )

describe("a parent waits for its children", () => {
  test("it is not ready while a child is open, and is offered last", async () => {
    const service = await family()
    expect(await read(service, "T-1")).toMatchObject({ ready: false, children: { total: 2, done: 0 } })
    for (const id of ["T-2", "T-3", "T-1"]) {
      expect((await service.run("task.claimNext", { agent: "ann" })).task.id).toBe(id)
      await service.run("task.complete", { id, agent: "ann" })
    }
    expect(await read(service, "T-1")).toMatchObject({ status: "done", children: { total: 2, done: 2 } })
  })

  test.each<[string, Exclude<Step, number>, object | null]>([
    ["done", ["task.edit", { id: "T-3", status: "done" }], { total: 2, done: 2 }],
    ["cancelled", ["task.edit", { id: "T-3", status: "cancelled" }], { total: 1, done: 1 }],
    ["deleted", ["task.delete", { id: "T-3" }], { total: 1, done: 1 }],
    ["put elsewhere", ["task.edit", { id: "T-3", parent: null }], { total: 1, done: 1 }],
  ])("it is ready once its last open child is %s", async (_, step, children) => {
    const service = await family(["task.edit", { id: "T-2", status: "done" }])
    expect(await read(service, "T-1")).toMatchObject({ ready: false })
    await service.run(...step)
    expect(await read(service, "T-1")).toMatchObject({ ready: true, children })
  })

  test.each(["doing", "blocked", "review"])("it is not ready while a child is in %s", async (status) => {
    const service = await given(
      ["task.create", { title: "the whole" }],
      ["task.create", { title: "a part", parent: "T-1", reviewer: "rea", assignee: "ann" }],
      ["task.edit", { id: "T-2", status: status === "blocked" ? status : "doing" }],
    )
    if (status === "review") await service.run("task.edit", { id: "T-2", status })
    expect((await read(service, "T-2")).status).toBe(status)
    expect(await read(service, "T-1")).toMatchObject({ ready: false, children: { total: 1, done: 0 } })
  })

  test("a claim of it is refused and names the open children", async () => {
    const service = await family(["task.create", { title: "before", blockedBy: [] }])
    await service.run("task.edit", { id: "T-1", blockedBy: ["T-4", "T-2"] })
    await expectRefused(service, ["task.claim", { id: "T-1", agent: "ann" }], "task_not_ready", {
      blockedBy: ["T-4", "T-2", "T-3"],
    })
    await expect(service.run("task.claim", { id: "T-1", agent: "ann" })).rejects.toThrow(
      "T-1 is not ready: it waits for T-4, T-2, T-3.",
    )
  })

  test("of many open children the refusal names twenty and counts the rest", async () => {
    const children = Array.from({ length: 25 }, (): Step => ["task.create", { title: "x", parent: "T-1" }])
    const service = await given(["task.create", { title: "the whole" }], ...children)
    const last = "T-21 and 5 more."
    await expect(service.run("task.claim", { id: "T-1", agent: "ann" })).rejects.toThrow(last)
  })

  test("the explanation of what is next says so", async () => {
    const service = await family(
      ["task.edit", { id: "T-2", assignee: "bob" }],
      ["task.edit", { id: "T-3", assignee: "bob" }],
    )
    const { explain } = await service.run("task.next", { agent: "ann", explain: "1" })
    expect(explain.passedOver[0]).toMatchObject({
      task: "T-1",
      reason: "waits_for",
      detail: "It waits for T-2, T-3.",
    })
  })

  test("who waits for work gets it when its last child is finished", async () => {
    const service = await family(
      ["task.edit", { id: "T-2", status: "done" }],
      ["task.claim", { id: "T-3", agent: "bob" }],
    )
    const waiting = service.run("task.claimNext", { agent: "ann", wait: "30s" })
    await service.run("task.complete", { id: "T-3", agent: "bob" })
    expect((await waiting).task).toMatchObject({ id: "T-1", ready: true })
  })

  test("a child that is reopened, or that comes later, holds it again, also in doing", async () => {
    const service = await family(
      ["task.edit", { id: "T-2", status: "done" }],
      ["task.edit", { id: "T-3", status: "done" }],
      ["task.claim", { id: "T-1", agent: "ann" }],
      ["task.edit", { id: "T-3", status: "todo" }],
    )
    expect(await read(service, "T-1")).toMatchObject({ ready: false, children: { total: 2, done: 1 } })
    expect((await service.run("task.next", { agent: "ann" })).task.id).toBe("T-3")
    await expectRefused(service, ["task.claim", { id: "T-1", agent: "ann" }], "task_not_ready")
    await service.run("task.edit", { id: "T-3", status: "cancelled" })
    expect(await read(service, "T-1")).toMatchObject({ ready: true })
    await service.run("task.create", { title: "a late part", parent: "T-1" })
    expect(await read(service, "T-1")).toMatchObject({ ready: false, children: { total: 2, done: 1 } })
    // Its holder may finish it all the same, and a person may move it.
    await service.run("task.complete", { id: "T-1", agent: "ann" })
    expect(await read(service, "T-1")).toMatchObject({ status: "done" })
  })

  test("a parent of a parent waits for its own children only", async () => {
    const service = await family(["task.create", { title: "a part of a part", parent: "T-2" }])
    await service.run("task.edit", { id: "T-3", status: "done" })
    await service.run("task.edit", { id: "T-2", status: "done" })
    expect(await read(service, "T-1")).toMatchObject({ ready: true, children: { total: 2, done: 2 } })
    expect(await read(service, "T-2")).toMatchObject({ children: { total: 1, done: 0 } })
  })

  test("a change of a child leaves the version of its parent", async () => {
    const service = await family(["task.edit", { id: "T-2", status: "done" }])
    expect(await read(service, "T-1")).toMatchObject({ version: 1, blocks: [], blockedBy: [] })
    expect(await read(service, "T-2")).toMatchObject({ parent: "T-1", children: null, blocks: [] })
  })
})

describe("what a task can be a part of", () => {
  test("a parent that does not exist or was deleted is refused, on create and on edit", async () => {
    const service = await family(["task.create", { title: "gone" }], ["task.delete", { id: "T-4" }])
    for (const [parent, message] of [
      ["T-9", "there is no task T-9"],
      ["T-4", "T-4 was deleted"],
    ] as const) {
      const errors = [{ path: "parent", message, received: parent }]
      const refused = { code: "invalid_input", facts: { field: "parent" }, errors }
      await expect(service.run("task.create", { title: "x", parent })).rejects.toMatchObject(refused)
      await expect(service.run("task.edit", { id: "T-3", parent })).rejects.toMatchObject(refused)
    }
  })

  test("a parent that is closed takes a child, with a note", async () => {
    const service = await family(
      ["task.create", { title: "alone" }],
      ["task.edit", { id: "T-4", status: "done" }],
    )
    const notes = ["T-4 is already done, so it does not wait for new children"]
    expect(await service.run("task.create", { title: "x", parent: "T-4" })).toMatchObject({ notes })
    expect(await service.run("task.edit", { id: "T-3", parent: "T-4" })).toMatchObject({ notes })
    expect(await service.run("task.edit", { id: "T-3", title: "y" })).not.toHaveProperty("notes")
  })

  test("all links that lead nowhere are named at once", async () => {
    const service = await family()
    const links = { blockedBy: ["T-7"], parent: "T-8", discoveredFrom: "T-9" }
    await expect(service.run("task.create", { title: "x", ...links })).rejects.toMatchObject({
      errors: [{ path: "blockedBy.0" }, { path: "parent" }, { path: "discoveredFrom" }],
    })
  })

  test("when a parent is deleted, its children stay as they are and may be edited", async () => {
    const service = await family(["task.delete", { id: "T-1" }])
    await service.run("task.edit", { id: "T-2", title: "alone", parent: "T-1" })
    expect(await read(service, "T-2")).toMatchObject({ title: "alone", parent: "T-1", ready: true })
    expect(ids(await service.run("task.list", { parent: "T-1" }))).toEqual(["T-2", "T-3"])
  })

  test("when a parent is cancelled, its children go on, and the answer names the open ones", async () => {
    const service = await family(["task.edit", { id: "T-2", status: "done" }])
    expect(await service.run("task.edit", { id: "T-1", status: "cancelled" })).toMatchObject({
      task: { status: "cancelled" },
      openChildren: ["T-3"],
    })
    expect(await read(service, "T-3")).toMatchObject({ status: "todo", ready: true, parent: "T-1" })
    expect(await service.run("task.edit", { id: "T-3", status: "cancelled" })).not.toHaveProperty(
      "openChildren",
    )
  })

  test("when a parent is done by hand or deleted, the answer names its open children too", async () => {
    const service = await family(["task.edit", { id: "T-2", status: "done" }])
    expect(await service.run("task.edit", { id: "T-1", status: "done" })).toMatchObject({
      task: { status: "done" },
      openChildren: ["T-3"],
    })
    const until = new Date(service.now() + 30 * 24 * 3_600_000).toISOString()
    expect(await service.run("task.delete", { id: "T-1" })).toEqual({
      deleted: "T-1",
      until,
      openChildren: ["T-3"],
    })
    expect(await service.run("task.delete", { id: "T-3" })).toEqual({ deleted: "T-3", until })
  })

  test("of many open children a deletion names a hundred and counts the rest", async () => {
    const service = await given(["task.create", { title: "whole" }])
    for (let i = 0; i < 103; i += 1) await service.run("task.create", { title: "part", parent: "T-1" })
    const { openChildren, moreOpenChildren } = await service.run("task.delete", { id: "T-1" })
    expect([openChildren.length, moreOpenChildren]).toEqual([100, 3])
  })

  test("the change of a parent is in the history and in the events", async () => {
    const service = await family(["task.edit", { id: "T-3", parent: "T-2" }])
    const { history } = await service.run("task.history", { id: "T-3" })
    expect(history[0]).toMatchObject({ changes: [{ field: "parent", from: "T-1", to: "T-2" }] })
    expect(history[1].changes).toContainEqual({ field: "parent", from: null, to: "T-1" })
  })
})

describe("circles over blockers and parents", () => {
  const cycle = async (service: Service, step: Exclude<Step, number>, ...path: string[]) =>
    expectRefused(service, step, "dependency_cycle", { path })

  test("a child cannot wait for its parent", async () => {
    const service = await family()
    await cycle(service, ["task.edit", { id: "T-2", blockedBy: ["T-1"] }], "T-2", "T-1", "T-2")
    const input = { title: "x", parent: "T-1", blockedBy: ["T-1"] }
    await cycle(service, ["task.create", input], "T-4", "T-1", "T-4")
  })

  test("nor for what waits for its parent", async () => {
    const service = await family(["task.create", { title: "after all", blockedBy: ["T-1"] }])
    await cycle(service, ["task.edit", { id: "T-2", blockedBy: ["T-4"] }], "T-2", "T-4", "T-1", "T-2")
    const input = { title: "x", parent: "T-1", blockedBy: ["T-3", "T-4"] }
    await cycle(service, ["task.create", input], "T-5", "T-4", "T-1", "T-5")
  })

  test("a task cannot be a part of itself, or of one of its parts", async () => {
    const service = await family(["task.edit", { id: "T-3", parent: "T-2" }])
    await cycle(service, ["task.edit", { id: "T-1", parent: "T-1" }], "T-1", "T-1")
    await cycle(service, ["task.edit", { id: "T-1", parent: "T-3" }], "T-1", "T-2", "T-3", "T-1")
  })

  test("a task cannot become a part of what it waits for", async () => {
    const service = await given(
      ["task.create", { title: "first" }],
      ["task.create", { title: "second", blockedBy: ["T-1"] }],
    )
    await cycle(service, ["task.edit", { id: "T-2", parent: "T-1" }], "T-2", "T-1", "T-2")
  })

  test("a circle is refused also where a part of it is closed, since it may be reopened", async () => {
    const service = await family(["task.edit", { id: "T-2", status: "cancelled" }])
    await cycle(service, ["task.edit", { id: "T-2", blockedBy: ["T-1"] }], "T-2", "T-1", "T-2")
  })

  test("one edit may undo the link that stands in the way of the other", async () => {
    const service = await family()
    await service.run("task.edit", { id: "T-2", parent: null, blockedBy: ["T-1"] })
    await service.run("task.edit", { id: "T-2", parent: "T-1", blockedBy: [] })
    await service.run("task.edit", { id: "T-1", blockedBy: ["T-3"] })
    expect(await read(service, "T-1")).toMatchObject({ blockedBy: ["T-3"], children: { total: 2, done: 0 } })
  })

  test("a parent that waits for its own child by name, or siblings for each other, are no circle", async () => {
    const service = await family(["task.edit", { id: "T-3", blockedBy: ["T-2"] }])
    await service.run("task.edit", { id: "T-1", blockedBy: ["T-2", "T-3"] })
    expect((await service.run("task.claimNext", { agent: "ann" })).task.id).toBe("T-2")
  })

  test("through a task that was deleted there is no circle", async () => {
    const service = await given(
      ["task.create", { title: "gone" }],
      ["task.create", { title: "a part of it", parent: "T-1" }],
      ["task.create", { title: "after it", blockedBy: ["T-1"] }],
      ["task.delete", { id: "T-1" }],
    )
    await service.run("task.edit", { id: "T-2", blockedBy: ["T-3"] })
    expect(await read(service, "T-2")).toMatchObject({ parent: "T-1", blockedBy: ["T-3"] })
  })
})

describe("lists", () => {
  test("can be narrowed to the children of a task, with every other filter", async () => {
    const service = await family(["task.create", { title: "alone" }])
    expect(await service.run("task.list", { parent: "t-1" })).toMatchObject({
      tasks: [{ id: "T-2" }, { id: "T-3" }],
      total: 2,
    })
    await service.run("task.edit", { id: "T-2", status: "done" })
    expect(ids(await service.run("task.list", { parent: "T-1", status: "done" }))).toEqual(["T-2"])
    await service.run("task.edit", { id: "T-4", parent: "T-1" })
    expect(ids(await service.run("task.list", { parent: "T-1", sort: "-created" }))).toEqual([
      "T-4",
      "T-3",
      "T-2",
    ])
    expect(ids(await service.run("task.list", { parent: "T-77" }))).toEqual([])
  })
})

describe("where a task was found", () => {
  test("is shown both ways, and blocks nothing", async () => {
    const service = await given(
      ["task.create", { title: "the work" }],
      ["task.create", { title: "a flaw", discoveredFrom: "T-1" }],
      ["task.create", { title: "another one", discoveredFrom: "T-1" }],
    )
    expect(await service.run("task.read", { id: "T-1" })).toMatchObject({
      task: { ready: true, discoveredFrom: null },
      found: ["T-3", "T-2"],
    })
    expect(await read(service, "T-2")).toMatchObject({ ready: true, discoveredFrom: "T-1" })
    expect(ids(await service.run("task.list", { discoveredFrom: "T-1" }))).toEqual(["T-2", "T-3"])
    await service.run("task.edit", { id: "T-2", discoveredFrom: null })
    expect(await service.run("task.read", { id: "T-1" })).toMatchObject({ found: ["T-3"] })
    expect(await service.run("task.read", { id: "T-2" })).not.toHaveProperty("found")
  })

  test("an answer names the newest twenty", async () => {
    const service = await given(
      ["task.create", { title: "the work" }],
      ...Array.from({ length: 30 }, (): Step => ["task.create", { title: "x", discoveredFrom: "T-1" }]),
    )
    const { found } = await service.run("task.read", { id: "T-1" })
    expect(found).toHaveLength(20)
    expect(found[0]).toBe("T-31")
  })

  test("must exist, is not the task itself, and may stay when it is deleted", async () => {
    const service = await given(
      ["task.create", { title: "the work" }],
      ["task.create", { title: "a flaw", discoveredFrom: "T-1" }],
    )
    for (const discoveredFrom of ["T-9", "T-2"])
      await expectRefused(service, ["task.edit", { id: "T-2", discoveredFrom }], "invalid_input", {
        field: "discoveredFrom",
      })
    // It blocks nothing, so two tasks may be found in each other's work.
    await service.run("task.edit", { id: "T-1", discoveredFrom: "T-2" })
    await service.run("task.delete", { id: "T-1" })
    await service.run("task.edit", { id: "T-2", title: "a small flaw", discoveredFrom: "T-1" })
    expect(await read(service, "T-2")).toMatchObject({ title: "a small flaw", discoveredFrom: "T-1" })
  })
})
