import { describe, expect, test } from "vitest"
import { expectRefused, given, givenPolicy, type Service, type Step } from "../support/service.ts"

const minute = 60_000
const hour = 60 * minute
const read = async (service: Service, id = "T-1") => (await service.run("task.read", { id })).task
const create = (fields: object = {}): Step => ["task.create", { title: "x", ...fields }]
const ladder = create({ escalation: ["claude", "codex", "mira"] })
const fail = (agent: string, id = "T-1"): Step[] => [
  hour,
  ["task.claim", { id, agent }],
  ["task.release", { id, agent, failed: true, reason: "no luck" }],
]
const take = async (service: Service, steps: readonly Step[]) => {
  for (const step of steps)
    if (typeof step === "number") await service.pass(step)
    else await service.run(...step)
}

describe("after a failed attempt the next one of the escalation is the assignee", () => {
  test("the first one is nobody's assignment, and the task rests as after any failure", async () => {
    const service = await given(ladder)
    expect(await read(service)).toMatchObject({
      assignee: "unassigned",
      escalation: ["claude", "codex", "mira"],
    })
    await take(service, fail("claude"))
    expect(await read(service)).toMatchObject({
      status: "todo",
      assignee: "codex",
      attempts: 1,
      ready: false,
    })
    expect((await service.run("inbox.list", { name: "codex" })).inbox).toMatchObject([{ kind: "assigned" }])
    await service.pass(minute)
    expect((await service.run("task.next", { agent: "codex" })).task).toMatchObject({ id: "T-1" })
    expect((await service.run("task.next", { agent: "claude" })).task).toBeNull()
  })

  test("with the whole hand-over, and also where somebody else took it first", async () => {
    const service = await given(ladder, ...fail("zoe"), hour)
    const { handoff, task } = await service.run("task.claimNext", { agent: "codex" })
    expect(task).toMatchObject({ id: "T-1", assignee: "codex" })
    expect(handoff).toMatchObject({ attempts: 1, lastAttempt: { agent: "zoe", reason: "no luck" } })
  })

  test("however many that are, and past the last the task is blocked", async () => {
    const service = await givenPolicy({ maxAttempts: 1 }, ladder, ...fail("claude"), ...fail("codex"))
    expect(await read(service)).toMatchObject({ status: "todo", assignee: "mira", attempts: 2 })
    await take(service, fail("mira"))
    expect(await read(service)).toMatchObject({ status: "blocked", attempts: 3, stuck: ["no_attempts_left"] })
    await service.run("task.edit", { id: "T-1", status: "todo", assignee: "claude" })
    await take(service, fail("claude"))
    expect(await read(service)).toMatchObject({ status: "todo", assignee: "codex", attempts: 1 })
  })

  test("with no reason given, the last failure says that the task needs attention", async () => {
    const service = await given(create({ escalation: ["ann"] }), ["task.claim", { id: "T-1", agent: "ann" }])
    await service.run("task.release", { id: "T-1", agent: "ann", failed: true })
    expect(await read(service)).toMatchObject({ status: "blocked", reason: "needs attention" })
  })

  test("who has just failed is skipped once", async () => {
    const service = await given(ladder, ...fail("CODEX"))
    expect(await read(service)).toMatchObject({ assignee: "mira" })
    const twice = await given(create({ escalation: ["claude", "codex", "codex"] }), ...fail("codex"))
    expect(await read(twice)).toMatchObject({ assignee: "codex" })
  })

  test("who is deleted, or paused for more than a day, is passed over", async () => {
    const day = 24 * hour
    for (const [step, assignee] of [
      [["agent.delete", { name: "codex" }], "mira"],
      [["agent.pause", { name: "codex" }], "mira"],
      [["agent.pause", { name: "codex", for: "3d" }], "mira"],
      [["agent.pause", { name: "codex", for: "25h" }], "codex"],
    ] as const) {
      const service = await given(ladder, step, ...fail("claude"))
      expect(await read(service), JSON.stringify(step)).toMatchObject({ assignee })
    }
    const service = await given(
      ladder,
      ["agent.delete", { name: "codex" }],
      ["agent.delete", { name: "mira" }],
    )
    await take(service, [["agent.pause", { name: "claude", for: "3d" }], 2 * day, ...fail("zoe")])
    expect(await read(service)).toMatchObject({ status: "blocked" })
  })

  test("who lacks a skill that the task needs is passed over", async () => {
    const needs = create({ escalation: ["claude", "codex", "mira"], skills: ["gpu"] })
    const able = (name: string): Step => ["agent.describe", { name, skills: ["gpu"] }]
    const service = await given(needs, able("claude"), able("mira"), ...fail("claude"))
    expect(await read(service)).toMatchObject({ status: "todo", assignee: "mira" })
    const alone = await given(needs, able("claude"), ...fail("claude"))
    expect(await read(alone)).toMatchObject({ status: "blocked", attempts: 1 })
  })

  test("a lease that runs out is no failed attempt, and leaves the task with whom it was", async () => {
    const service = await given(ladder, ["task.claim", { id: "T-1", agent: "claude" }], hour)
    expect(await read(service)).toMatchObject({ assignee: "unassigned", attempts: 0, expiries: 1 })
    await take(service, [...fail("claude"), hour, ["task.claim", { id: "T-1", agent: "codex" }], hour])
    expect(await read(service)).toMatchObject({ assignee: "codex", attempts: 1, expiries: 2 })
  })
})

describe("the escalation of a project", () => {
  const escalation = { docs: ["claude", "mira"] }
  const known: Step = ["agent.describe", { name: "mira" }]

  test("holds for its tasks that have none of their own", async () => {
    const service = await givenPolicy(
      { escalation },
      known,
      ...[
        create({ project: "docs" }),
        create({ project: "docs", escalation: ["claude", "codex"] }),
        create(),
      ],
      ...[...fail("claude", "T-1"), ...fail("claude", "T-2"), ...fail("claude", "T-3")],
    )
    const assignees = ["T-1", "T-2", "T-3"].map(async (id) => (await read(service, id)).assignee as string)
    expect(await Promise.all(assignees)).toEqual(["mira", "codex", "unassigned"])
  })

  test("is written into the event, so that a fold does not read it", async () => {
    const service = await givenPolicy({ escalation }, known, create({ project: "docs" }), ...fail("claude"))
    expect((await read(service)).assignee).toBe("mira")
    await service.expectFold()
  })

  test("of a name that objects have by themselves is none", async () => {
    const service = await givenPolicy({ escalation }, create({ project: "constructor" }), ...fail("claude"))
    expect(await read(service)).toMatchObject({ status: "todo", assignee: "unassigned" })
  })
})

describe("a task's escalation", () => {
  test("makes its agents known, spelled as they are", async () => {
    const service = await given(["agent.describe", { name: "Mira" }], create({ escalation: ["bo", "MIRA"] }))
    expect(await read(service)).toMatchObject({ escalation: ["bo", "Mira"] })
    await service.run("task.edit", { id: "T-1", escalation: ["cy", "mira"] })
    expect(await read(service)).toMatchObject({ escalation: ["cy", "Mira"] })
    for (const name of ["bo", "cy"]) await service.run("agent.read", { name })
    await service.run("task.edit", { id: "T-1", escalation: null })
    expect(await read(service)).toMatchObject({ escalation: [] })
  })

  test("comes back with an undo", async () => {
    const service = await given(ladder)
    await service.run("task.edit", { id: "T-1", escalation: ["zoe"] }, { actor: "mira" })
    await service.run("command.undo", { last: 1 }, { actor: "mira" })
    expect(await read(service)).toMatchObject({ escalation: ["claude", "codex", "mira"] })
  })

  test("is told by the explanation and by history", async () => {
    const service = await given(ladder, ...fail("claude"), hour)
    const { explain } = await service.run("task.next", { agent: "zoe", explain: "1" })
    expect(explain.passedOver).toMatchObject([
      {
        reason: "assigned",
        detail: "It is assigned to codex, its next fallback after claude failed.",
      },
    ])
    const { history } = await service.run("task.history", { id: "T-1" })
    expect(history[0].changes).toContainEqual({ field: "assignee", from: "claude", to: "codex" })
  })

  test("may be taken up by nobody else", async () => {
    const service = await given(ladder, ...fail("claude"), hour)
    await expectRefused(service, ["task.claim", { id: "T-1", agent: "zoe" }], "task_taken")
  })
})
