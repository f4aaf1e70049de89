import { describe, expect, test } from "vitest"
import { given, problemsOf, startService, type Service, type Step } from "../support/service.ts"

const next = async (service: Service, agent = "ann", more: Record<string, unknown> = {}) => {
  const { task } = await service.run("task.next", { agent, ...more })
  return task === null ? null : (task.id as string)
}
const create = (fields: Record<string, unknown> = {}): Step => ["task.create", { title: "x", ...fields }]
const doing = (assignee: string, fields: Record<string, unknown> = {}) =>
  create({ status: "doing", assignee, ...fields })

describe("the next task of an agent, by the four rules of the spec", () => {
  test.each<[string, Step[], string | null]>([
    ["an empty board has none", [], null],
    [
      "the most urgent todo task is next",
      [create(), create({ priority: "P1" }), create({ priority: "P0" }), create({ priority: "P3" })],
      "T-3",
    ],
    [
      "among equals the lowest number is next",
      [create({ priority: "P1" }), create({ priority: "P1" })],
      "T-1",
    ],
    [
      "numbers compare as numbers",
      [...Array.from({ length: 10 }, () => create({ status: "blocked" })), create(), create()].slice(0, 12),
      "T-11",
    ],
    [
      "unassigned and own tasks are one queue: the number decides",
      [create({ assignee: "ann" }), create()],
      "T-1",
    ],
    [
      "unassigned and own tasks are one queue, the other way round",
      [create(), create({ assignee: "ann" })],
      "T-1",
    ],
    [
      "unassigned and own tasks are one queue: priority decides",
      [create({ assignee: "ann" }), create({ priority: "P1" })],
      "T-2",
    ],
    ["what is assigned to others is not offered", [create({ assignee: "bob" })], null],
    ["own names compare without case", [create({ assignee: "ANN" })], "T-1"],
    [
      "own work in doing comes before more urgent work in todo",
      [create({ priority: "P0" }), doing("ann", { priority: "P3" })],
      "T-2",
    ],
    ["of two in doing the most urgent is next", [doing("ann"), doing("Ann", { priority: "P1" })], "T-2"],
    ["of two in doing that are as urgent the lowest number is next", [doing("ann"), doing("ann")], "T-1"],
    ["what others do is not offered", [doing("bob")], null],
    ["blocked work is not offered", [create({ status: "blocked" })], null],
    ["done work is not offered", [create(), ["task.edit", { id: "T-1", status: "done" }]], null],
    ["cancelled work is not offered", [create(), ["task.edit", { id: "T-1", status: "cancelled" }]], null],
    [
      "work in review is not offered, not even to the reviewer",
      [doing("bob", { reviewer: "ann" }), ["task.complete", { id: "T-1", agent: "bob" }]],
      null,
    ],
    ["deleted work is not offered", [create(), create(), ["task.delete", { id: "T-1" }]], "T-2"],
    [
      "what waits for a blocker is passed over, whatever its priority",
      [create({ assignee: "bob" }), create({ blockedBy: ["T-1"], priority: "P0" }), create()],
      "T-3",
    ],
    [
      "own work in doing that waits for a blocker is passed over too",
      [create(), doing("ann", { blockedBy: ["T-1"] })],
      "T-1",
    ],
    [
      "what has its notBefore ahead is passed over",
      [create({ notBefore: "2030-01-01T00:00:01Z" }), create({ priority: "P3" })],
      "T-2",
    ],
    [
      "what has its notBefore now is offered",
      [create({ notBefore: "2030-01-01T00:00:00Z" }), create()],
      "T-1",
    ],
    [
      "what has its notBefore behind is offered",
      [create({ notBefore: "2030-01-01T00:00:01Z" }), create(), 1_000],
      "T-1",
    ],
    [
      "own work in doing rests until its notBefore too",
      [doing("ann", { notBefore: "2030-01-01T00:00:01Z" }), create()],
      "T-2",
    ],
    [
      "what rests after a failed attempt is passed over",
      [
        create(),
        create(),
        ["task.claim", { id: "T-1", agent: "ann" }],
        ["task.release", { id: "T-1", agent: "ann", failed: true }],
        29_999,
      ],
      "T-2",
    ],
    [
      "what has rested is offered again",
      [
        create(),
        create(),
        ["task.claim", { id: "T-1", agent: "ann" }],
        ["task.release", { id: "T-1", agent: "ann", failed: true }],
        30_000,
      ],
      "T-1",
    ],
    [
      "a task that becomes urgent moves up",
      [create(), create(), ["task.edit", { id: "T-2", priority: "P0" }]],
      "T-2",
    ],
    [
      "a task that is given to another moves away",
      [create(), create(), ["task.edit", { id: "T-1", assignee: "bob" }]],
      "T-2",
    ],
  ])("%s", async (_, steps, id) => {
    const service = await given(...steps)
    expect(await next(service)).toBe(id)
    await service.restart()
    expect(await next(service)).toBe(id)
  })

  test('with nothing ready the answer is exactly {"task":null}', async () => {
    const service = await startService()
    expect(await service.run("task.next", { agent: "ann" })).toEqual({ task: null })
    expect(await service.run("task.claimNext", { agent: "ann" })).toEqual({ task: null })
  })

  test("asking changes nothing, however often", async () => {
    const service = await given(create())
    const { seq } = service.engine
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => service.run("task.next", { agent: "ann" })),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(service.engine.seq).toBe(seq)
    expect((await service.run("agent.list")).total).toBe(0)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ["an empty agent", { agent: " " }, "agent"],
    ["nobody as agent", { agent: "unassigned" }, "agent"],
    ["an unknown filter", { agent: "ann", projekt: "x" }, ""],
    ["a wait over 60 s", { agent: "ann", wait: "61s" }, "wait"],
    ["a wait that is no duration", { agent: "ann", wait: "5" }, "wait"],
  ])("a request with %s is refused", (_, input, path) => {
    for (const name of ["task.next", "task.claimNext"]) expect(problemsOf(name, input)).toEqual([path])
  })

  test("a claim names its agent", () => {
    expect(problemsOf("task.claimNext", {})).toEqual(["agent"])
  })
})

describe("the filters of next", () => {
  const board: Step[] = [
    create({ priority: "P0", tags: ["a"] }),
    create({ project: "docs", tags: ["a", "b"] }),
    create({ project: "docs", priority: "P1", tags: ["b"] }),
    create({ project: "docs", priority: "P3", tags: ["c"], assignee: "ann" }),
  ]
  test.each<[Record<string, unknown>, string | null]>([
    [{ project: "docs" }, "T-3"],
    [{ project: "default" }, "T-1"],
    [{ project: "Docs" }, null],
    [{ tags: ["a"] }, "T-1"],
    [{ tags: "b" }, "T-3"],
    [{ tags: ["a", "b"] }, "T-2"],
    [{ project: "docs", tags: ["a"] }, "T-2"],
    [{ project: "docs", tags: ["c"] }, "T-4"],
    [{ tags: ["d"] }, null],
    [{ tags: [] }, "T-1"],
  ])("with %j the next is %s, for peek and claim alike", async (filter, id) => {
    const service = await given(...board)
    expect(await next(service, "ann", filter)).toBe(id)
    const claimed = await service.run("task.claimNext", { agent: "ann", ...filter })
    expect(claimed.task?.id ?? null).toBe(id)
  })

  test("work in doing that does not match the filter is passed over", async () => {
    const service = await given(...board, doing("ann", { project: "other", tags: ["z"] }))
    expect(await next(service)).toBe("T-5")
    expect(await next(service, "ann", { project: "docs" })).toBe("T-3")
    expect(await next(service, "ann", { tags: ["c"] })).toBe("T-4")
  })
})

test("compact leaves out the long texts, as in lists", async () => {
  const service = await startService()
  await service.run("task.create", { title: "x", description: "long", done_criteria: ["a"] })
  const [listed] = (await service.run("task.list", { compact: "1" })).tasks
  const { task } = await service.run("task.next", { agent: "ann", compact: "true" })
  expect(task).toEqual(listed)
  expect(task.description).toBeUndefined()
})
