import { expect, test } from "vitest"
import { given, type Service, type Step } from "../support/service.ts"

const explain = async (service: Service, input = {}) => {
  const answer = await service.run("task.next", { agent: "ann", explain: true, ...input })
  return { task: answer.task?.id ?? null, ...answer.explain }
}
const create = (fields = {}): Step => ["task.create", { title: "x", ...fields }]
const minute = 60_000

const reasons: [string, string, Step[], string, object?][] = [
  [
    "waits_for",
    "It waits for T-2, T-3.",
    [
      create({ status: "blocked" }),
      create({ assignee: "bob" }),
      create({ assignee: "bob" }),
      ["task.edit", { id: "T-1", status: "todo", blockedBy: ["T-2", "T-3"] }],
    ],
    "T-1",
  ],
  [
    "not_before",
    "It cannot be started before 2030-06-01 00:00:00 UTC.",
    [create({ notBefore: "2030-06-01T00:00:00Z" })],
    "T-1",
  ],
  [
    "backoff",
    "Its last attempt failed; it retries at 2030-01-01 00:00:30 UTC.",
    [
      create(),
      ["task.claim", { id: "T-1", agent: "bob" }],
      ["task.release", { id: "T-1", agent: "bob", failed: true }],
    ],
    "T-1",
  ],
  [
    "blocked",
    "It is blocked: no money",
    [create(), ["task.edit", { id: "T-1", status: "blocked", reason: "no money" }]],
    "T-1",
  ],
  ["blocked", "It is blocked.", [create({ status: "blocked" })], "T-1"],
  ["assigned", "It is assigned to Bob.", [create({ assignee: "Bob" })], "T-1"],
  [
    "held",
    "Bob holds it until 2030-01-01 00:30:00 UTC.",
    [create(), ["task.claim", { id: "T-1", agent: "Bob" }]],
    "T-1",
  ],
  ["held", "Bob holds it.", [create({ assignee: "Bob", status: "doing" })], "T-1"],
  [
    "held_by_session",
    "Another session of ann holds it.",
    [create(), ["task.claim", { id: "T-1", agent: "Ann", session: "one" }]],
    "T-1",
    { session: "two" },
  ],
  [
    "other_project",
    "It belongs to the project docs.",
    [create({ project: "docs" })],
    "T-1",
    { project: "web" },
  ],
  [
    "missing_tags",
    "It does not have the tags b, c.",
    [create({ tags: ["a"] })],
    "T-1",
    { tags: ["a", "b", "c"] },
  ],
]
test.each(reasons)("a task is passed over: %s, %s", async (reason, detail, steps, task, input = {}) => {
  const service = await given(...steps)
  const { task: chosen, passedOver, more, summary } = await explain(service, input)
  expect(passedOver).toContainEqual({ task, title: "x", reason, detail })
  expect([chosen, more]).toEqual([null, false])
  expect(summary).toMatch(/^Nothing is ready for ann: \d open tasks? (was|were) passed over\.$/)
})

test("without explain the answer has no explanation", async () => {
  const service = await given(create())
  expect(Object.keys(await service.run("task.next", { agent: "ann" }))).toEqual(["task"])
  expect(Object.keys(await service.run("task.next", { agent: "ann", explain: "0" }))).toEqual(["task"])
})

test("an empty board says that there is nothing to start; what is in review, done or cancelled is no candidate", async () => {
  const service = await given()
  const nothing = {
    task: null,
    summary: "Nothing is ready for ann: there is no task to start.",
    passedOver: [],
    more: false,
  }
  expect(await explain(service)).toEqual(nothing)
  for (const step of [
    create({ assignee: "bob", reviewer: "rea", status: "doing" }),
    create(),
    create(),
    ["task.edit", { id: "T-1", status: "review" }],
    ["task.edit", { id: "T-2", status: "done" }],
    ["task.edit", { id: "T-3", status: "cancelled" }],
  ] as Exclude<Step, number>[])
    await service.run(...step)
  expect(await explain(service)).toEqual(nothing)
})

test("for a chosen task only the more urgent tasks are listed, the most urgent first", async () => {
  const service = await given(
    create({ priority: "P2" }),
    create({ priority: "P1", assignee: "bob" }),
    create({ priority: "P0", status: "blocked" }),
    create({ priority: "P3", assignee: "bob" }),
    create({ priority: "P2", assignee: "bob" }),
  )
  expect(await explain(service)).toMatchObject({
    task: "T-1",
    summary: "T-1 is the most urgent ready task that is unassigned or assigned to ann.",
    passedOver: [
      { task: "T-3", reason: "blocked" },
      { task: "T-2", reason: "assigned" },
    ],
    more: false,
  })
})

test("own work in progress that is not ready is listed first, however urgent it is", async () => {
  const service = await given(
    create({ priority: "P3" }),
    create({ assignee: "bob" }),
    create({ priority: "P1" }),
    create({ priority: "P0", status: "blocked" }),
    ["task.claim", { id: "T-1", agent: "ann" }],
    ["task.edit", { id: "T-1", blockedBy: ["T-2"] }],
  )
  const { task, passedOver } = await explain(service)
  expect([task, passedOver.map(({ task }: { task: string }) => task)]).toEqual(["T-3", ["T-1", "T-4"]])
})

test("for work in progress only own work that goes before it is listed, whatever else is open", async () => {
  const service = await given(
    create({ priority: "P1" }),
    create({ priority: "P0" }),
    create({ assignee: "bob", priority: "P0" }),
    create({ priority: "P2" }),
    ["task.claim", { id: "T-1", agent: "ann", session: "one" }],
    ["task.claim", { id: "T-4", agent: "ann" }],
    ["task.edit", { id: "T-1", blockedBy: ["T-3"] }],
  )
  expect(await explain(service, { session: "two" })).toEqual({
    task: "T-4",
    summary: "ann is already working on T-4; work in progress comes before new work.",
    passedOver: [{ task: "T-1", title: "x", reason: "waits_for", detail: "It waits for T-3." }],
    more: false,
  })
})

test("twenty tasks are listed, and the answer says whether there are more", async () => {
  const service = await given(...Array.from({ length: 20 }, () => create({ assignee: "bob" })))
  expect(await explain(service)).toMatchObject({ more: false, passedOver: { length: 20 } })
  await service.run("task.create", { title: "x", assignee: "bob" })
  const { more, passedOver, summary } = await explain(service)
  expect([more, passedOver.length]).toEqual([true, 20])
  expect(summary).toBe("Nothing is ready for ann: more than 20 open tasks were passed over.")
})

test("the explanation follows the clock", async () => {
  const service = await given(create({ notBefore: "2030-01-01T00:10:00Z" }))
  const asked = { agent: "ann", explain: true }
  expect((await service.run("task.next", asked)).explain.passedOver).toHaveLength(1)
  await service.pass(10 * minute)
  expect(await explain(service)).toMatchObject({ task: "T-1", passedOver: [] })
})

test("tasks that only the filters leave out come last, whatever their urgency, so those asked about are seen", async () => {
  const service = await given(
    ...Array.from({ length: 25 }, () => create({ project: "shop", priority: "P0", tags: ["a"] })),
    create({ project: "q", status: "blocked", priority: "P3" }),
    create({ project: "q", assignee: "bob", tags: ["a"] }),
  )
  const order = async (input: object) =>
    (await explain(service, input)).passedOver.map(({ task }: { task: string }) => task)
  const ofProject = await order({ project: "q" })
  expect(ofProject.slice(0, 3)).toEqual(["T-27", "T-26", "T-1"])
  expect(ofProject).toHaveLength(20)
  expect((await order({ project: "q", tags: ["a"] })).slice(0, 2)).toEqual(["T-27", "T-1"])
  expect((await explain(service, { project: "q" })).more).toBe(true)
})

test("of a large board only so many tasks are looked at, and the answer says that there are more", async () => {
  const others = Array.from({ length: 2_000 }, () => create({ project: "other" }))
  const service = await given(...others, create({ project: "own", assignee: "bob", priority: "P3" }))
  const { task, more, passedOver } = await explain(service, { project: "own" })
  expect([task, more]).toEqual([null, true])
  expect(passedOver?.filter(({ task: id }: { task: string }) => id === "T-2001")).toEqual([])
})
