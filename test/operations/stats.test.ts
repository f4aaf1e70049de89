import { describe, expect, test } from "vitest"
import type { StatsView } from "../../src/domain/wire/stats-schema.ts"
import { UpnextError } from "../../src/errors.ts"
import { createMemoryLog } from "../support/memory-log.ts"
import { createRandom } from "../support/random.ts"
import {
  dump,
  expectRefused,
  given,
  problemsOf,
  startService,
  type Service,
  type Step,
} from "../support/service.ts"
import { statuses } from "../../src/domain/wire/enums.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Told = Exclude<Step, number>

const stats = async (service: Service, input: Record<string, unknown> = {}): Promise<StatsView> =>
  (await service.run("stats.read", { days: 3, ...input })).stats as StatsView
const today = async (service: Service, input = {}) => (await stats(service, input)).throughput.at(-1)
const create = (fields: Record<string, unknown> = {}): Told => ["task.create", { title: "x", ...fields }]
const claim = (n = 1, agent = "ann"): Told => ["task.claim", { id: `T-${n}`, agent, lease: "off" }]
const complete = (n = 1, agent = "ann"): Told => ["task.complete", { id: `T-${n}`, agent }]
const move = (n: number, status: string): Told => ["task.edit", { id: `T-${n}`, status }]
const within = (ms: number) => [ms - 0.025 * (ms + 1_000), ms + 0.025 * (ms + 1_000)] as const

function expectAbout(actual: number | null, ms: number): void {
  expect(actual).toBeGreaterThanOrEqual(within(ms)[0])
  expect(actual).toBeLessThanOrEqual(within(ms)[1])
}

describe("an empty board", () => {
  test("has every day of the range, zeros included, and no means", async () => {
    const service = await given()
    const zeros = {
      ...{ created: 0, done: 0, cancelled: 0 },
      ...{ tasksCreated: 0, tasksDone: 0, tasksCancelled: 0 },
    }
    const none = { todo: 0, doing: 0, blocked: 0, review: 0 }
    const days = ["2029-12-30", "2029-12-31", "2030-01-01"]
    expect(await stats(service)).toEqual({
      from: "2029-12-30",
      to: "2030-01-01",
      since: null,
      wip: none,
      throughput: days.map((day) => ({ day, ...zeros })),
      cycleTime: { count: 0, p50: null, p75: null, p90: null, p95: null },
      timeInState: { todo: null, doing: null, blocked: null, review: null },
      forecast: {
        ...{ left: 0, days: 0, done: 0, tasksDone: 0, needs: { days: 7, done: 5 } },
        ...{ p5: null, p50: null, p85: null, p95: null },
      },
      flow: days.map((day) => ({ day, ...none, done: 0, cancelled: 0 })),
      agents: [],
      projects: [],
    })
    expect((await service.run("stats.read")).stats.throughput).toHaveLength(30)
  })
})

describe("a forecast", () => {
  /** Seven days, on each of which two tasks are begun and finished. */
  async function week() {
    const service = await given()
    for (let n = 1; n <= 14; n += 2) {
      for (const each of [n, n + 1]) {
        await service.run(...create({ project: each === n ? "a" : "b" }))
        await service.run(...claim(each))
        await service.run(...complete(each))
      }
      service.sleep(day)
    }
    return service
  }

  test("says when what is open will be finished, from the whole days since the first data", async () => {
    const service = await week()
    for (let i = 0; i < 5; i++) await service.run(...create({ project: "a" }))
    const { since, forecast } = await stats(service, { days: 30 })
    // It is 8 January. Two tasks a day finish five in three days, whichever days are repeated.
    expect(since).toBe("2030-01-01")
    expect(forecast).toEqual({
      ...{ left: 5, days: 7, done: 14, tasksDone: 14, needs: { days: 7, done: 5 } },
      ...{ p5: "2030-01-11", p50: "2030-01-11", p85: "2030-01-11", p95: "2030-01-11" },
    })
    await service.expectFold()
  })

  test("is that of a project or a parent, and of the range asked for", async () => {
    const service = await week()
    for (const project of ["a", "a", "a", "b"]) await service.run(...create({ project, parent: "T-1" }))
    const of = async (input: Record<string, unknown>) =>
      (await stats(service, { days: 30, ...input })).forecast
    // One a day, three left; one a day, one left.
    expect(await of({ project: "a" })).toMatchObject({
      left: 3,
      done: 7,
      p5: "2030-01-11",
      p95: "2030-01-11",
    })
    expect(await of({ project: "b" })).toMatchObject({
      left: 1,
      done: 7,
      p5: "2030-01-09",
      p95: "2030-01-09",
    })
    expect(await of({ parent: "T-1" })).toMatchObject({ left: 4, days: 0, done: 0, p85: null })
    expect(await of({ agent: "nobody" })).toMatchObject({ left: 0, days: 0, p85: null })
    expect(await of({ days: 7 })).toMatchObject({ left: 4, days: 6, done: 12, p85: null })
    expect(await of({ days: 8 })).toMatchObject({ left: 4, days: 7, done: 14, p85: "2030-01-10" })
  })

  test("knows a board that was begun before the range, and one of which no day is kept", async () => {
    const service = await given(create())
    service.sleep(20 * day)
    expect(await stats(service, { days: 5 })).toMatchObject({ since: "2030-01-17", forecast: { days: 4 } })
    expect(await stats(service, { days: 30 })).toMatchObject({ since: "2030-01-01", forecast: { days: 20 } })
    service.sleep(400 * day)
    expect(await stats(service, { days: 5 })).toMatchObject({ forecast: { left: 1, days: 4, p85: null } })
  })
})

describe("the children of a task", () => {
  const part = (parent: string) => create({ parent })
  const ofParts = (service: Service) => stats(service, { parent: "T-1" })

  test("have statistics of their own: what was created, finished and cancelled, how long it took, and what is open", async () => {
    const parts = [part("T-1"), part("T-1"), part("T-1"), part("T-1")]
    const work: Step[] = [claim(2), 20 * minute, complete(2), claim(3), move(4, "cancelled")]
    const service = await given(create(), ...parts, create(), ...work)
    const { throughput, wip, cycleTime, flow, agents, projects } = await ofParts(service)
    expect(throughput.at(-1)).toMatchObject({ created: 4, done: 1, cancelled: 1 })
    expect(wip).toEqual({ todo: 1, doing: 1, blocked: 0, review: 0 })
    expect(cycleTime.count).toBe(1)
    expectAbout(cycleTime.p50, 20 * minute)
    expect([flow, agents, projects]).toEqual([[], [], []])
    expect(await today(service, { parent: "T-6" })).toMatchObject({ created: 0, done: 0, cancelled: 0 })
    await service.expectFold()
  })

  test("are the direct ones, and what is open counts where it is now", async () => {
    const service = await given(create(), part("T-1"), part("T-2"), create(), part("T-1"))
    expect((await ofParts(service)).wip.todo).toBe(2)
    await service.run("task.edit", { id: "T-5", parent: "T-4" })
    expect((await ofParts(service)).wip.todo).toBe(1)
    expect((await stats(service, { parent: "T-4" })).wip.todo).toBe(1)
    await service.run("task.delete", { id: "T-5" })
    expect((await stats(service, { parent: "T-4" })).wip.todo).toBe(0)
  })

  test("are asked for alone, for a task that is there, and for as many days as are kept", async () => {
    const service = await given(create())
    await expectRefused(service, ["stats.read", { agent: "ann", parent: "T-1" }], "invalid_input")
    await expectRefused(service, ["stats.read", { project: "b", parent: "T-1" }], "invalid_input")
    await expectRefused(service, ["stats.read", { parent: "T-1", days: 121 }], "invalid_input")
    await expectRefused(service, ["stats.read", { parent: "T-9" }], "task_not_found", { task: "T-9" })
  })
})

describe("work that is finished", () => {
  test("counts on the day of its end, for the agent that did it and for its project", async () => {
    const service = await given(create({ project: "docs" }), 5 * minute, claim(1, "Ann"), 20 * minute)
    service.sleep(day)
    await service.run(...complete(1, "ann"))
    const { throughput, wip, cycleTime, timeInState, agents, projects } = await stats(service)
    const none = { cancelled: 0, tasksCancelled: 0 }
    expect(throughput).toEqual([
      { day: "2029-12-31", created: 0, tasksCreated: 0, done: 0, tasksDone: 0, ...none },
      { day: "2030-01-01", created: 1, tasksCreated: 1, done: 0, tasksDone: 0, ...none },
      { day: "2030-01-02", created: 0, tasksCreated: 0, done: 1, tasksDone: 1, ...none },
    ])
    expect(wip).toEqual({ todo: 0, doing: 0, blocked: 0, review: 0 })
    expect(cycleTime.count).toBe(1)
    for (const p of ["p50", "p75", "p90", "p95"] as const) expectAbout(cycleTime[p], day + 20 * minute)
    expect(timeInState).toEqual({ todo: 5 * minute, doing: day + 20 * minute, blocked: 0, review: 0 })
    const numbers = { wip: 0, done: 1, tasksDone: 1, firstTime: 1, p50: cycleTime.p50 }
    const doingMs = day + 20 * minute
    expect(agents).toEqual([{ agent: "Ann", ...numbers, doingMs }])
    expect(projects).toEqual([{ project: "docs", ...numbers, doingMs }])
  })

  test("and approved counts for the agent that did it, not for the reviewer or for an earlier agent", async () => {
    const service = await given(
      create({ reviewer: "rea" }),
      claim(1, "old"),
      complete(1, "old"),
      ["task.review", { id: "T-1", reviewer: "rea", decision: "approve" }],
      move(1, "todo"),
      ["task.edit", { id: "T-1", reviewer: null, assignee: "bob" }],
      move(1, "doing"),
      move(1, "done"),
    )
    const done = (await stats(service)).agents.map(({ agent, done }) => [agent, done])
    expect(done).toEqual([
      ["bob", 1],
      ["old", 1],
    ])
  })

  test("counts again when it was reopened and is finished again, with the time since", async () => {
    const service = await given(create(), claim(), 10 * minute, complete(), move(1, "todo"), minute)
    await service.run(...claim())
    await service.pass(20 * minute)
    await service.run(...complete())
    const { throughput, timeInState, cycleTime, flow } = await stats(service)
    expect(throughput.at(-1)).toMatchObject({ created: 1, done: 2, tasksDone: 1 })
    expect(timeInState).toMatchObject({ todo: 0.5 * minute, doing: 15 * minute })
    expectAbout(cycleTime.p50, 10 * minute)
    expectAbout(cycleTime.p95, 20 * minute)
    expect(flow.at(-1)).toMatchObject({ done: 1 })
  })

  test("without ever having been started has no cycle time", async () => {
    const service = await given(create(), minute, move(1, "done"))
    const { cycleTime, timeInState, throughput } = await stats(service)
    expect([cycleTime.count, throughput.at(-1)?.done, timeInState.todo]).toEqual([0, 1, minute])
  })

  test("keeps the time it was blocked and in review apart", async () => {
    const service = await given(
      create({ reviewer: "rea", status: "blocked" }),
      2 * minute,
      move(1, "todo"),
      claim(),
    )
    await service.run(...complete())
    await service.pass(3 * minute)
    await service.run("task.review", { id: "T-1", reviewer: "rea", decision: "approve" })
    expect((await stats(service)).timeInState).toEqual({
      todo: 0,
      doing: 0,
      blocked: 2 * minute,
      review: 3 * minute,
    })
  })
})

test("a deleted task no longer counts in its status, but finished work still counts", async () => {
  const service = await given(create(), create(), claim(), complete(), ["task.delete", { id: "T-1" }])
  await service.run("task.delete", { id: "T-2" })
  const { wip, throughput, flow } = await stats(service)
  expect(throughput.at(-1)).toMatchObject({ created: 2, done: 1, cancelled: 0 })
  expect(wip.todo).toBe(0)
  expect(flow.at(-1)).toMatchObject({ todo: 0, done: 0 })
})

test("a task counts for the project it was in, and is work in progress of the one it is in", async () => {
  const service = await given(
    create({ project: "old" }),
    create({ project: "old" }),
    claim(),
    complete(),
    claim(2),
  )
  for (const id of ["T-1", "T-2"]) await service.run("task.edit", { id, project: "new" })
  const { projects } = await stats(service)
  expect(projects).toMatchObject([
    { project: "old", wip: 0, done: 1 },
    { project: "new", wip: 1, done: 0, p50: null },
  ])
})

test("the last millisecond of a day belongs to it, the next to the next", async () => {
  const service = await given(create(), create())
  service.sleep(day - 1)
  await service.run("task.edit", { id: "T-1", status: "cancelled" })
  service.sleep(1)
  await service.run("task.edit", { id: "T-2", status: "cancelled" })
  const { throughput, flow } = await stats(service)
  expect(throughput.slice(1).map(({ cancelled }) => cancelled)).toEqual([1, 1])
  expect(flow.slice(1)).toMatchObject([
    { todo: 1, cancelled: 1 },
    { todo: 0, cancelled: 2 },
  ])
})

describe("of one agent or project", () => {
  const story = () =>
    given(
      create({ createdBy: "ann", project: "a" }),
      create({ createdBy: "bob", project: "b" }),
      create({ createdBy: "bob", project: "b" }),
      claim(1, "ann"),
      minute,
      complete(1, "ann"),
      claim(2, "ann"),
      claim(3, "Bob"),
      ["task.edit", { id: "T-3", status: "cancelled" }, { actor: "bob" }],
    )

  test("only its own numbers are given", async () => {
    const service = await story()
    expect(await today(service, { agent: "ANN" })).toMatchObject({ created: 1, done: 1, cancelled: 0 })
    expect(await today(service, { agent: "bob" })).toMatchObject({ created: 2, done: 0, cancelled: 1 })
    expect(await today(service, { project: "b" })).toMatchObject({ created: 2, done: 0, cancelled: 1 })
    const ann = await stats(service, { agent: "ann" })
    expect(ann).toMatchObject({ wip: { doing: 1 }, timeInState: { doing: minute }, flow: [], projects: [] })
    expect(ann.agents).toMatchObject([{ agent: "ann", wip: 1, done: 1 }])
    const b = await stats(service, { project: "b" })
    expect(b).toMatchObject({ wip: { doing: 1 }, cycleTime: { count: 0 }, flow: [], agents: [] })
    expect(b.projects).toEqual([
      { project: "b", wip: 1, done: 0, tasksDone: 0, firstTime: 0, doingMs: 0, p50: null },
    ])
    expect((await stats(service, { agent: "nobody" })).agents).toEqual([])
  })

  test("an agent and a project at once are refused, and so are more days than are kept of one", async () => {
    const service = await story()
    await expectRefused(service, ["stats.read", { agent: "ann", project: "b" }], "invalid_input")
    await expectRefused(service, ["stats.read", { agent: "ann", days: 121 }], "invalid_input")
    await expectRefused(service, ["stats.read", { project: "b", days: 121 }], "invalid_input")
    expect((await stats(service, { project: "b", days: 120 })).throughput).toHaveLength(120)
    expect((await stats(service, { days: 365 })).flow).toHaveLength(365)
  })

  test.each([0, 366, 1.5, "x"])("days=%j is refused", (days) => {
    expect(problemsOf("stats.read", { days })).toEqual(["days"])
  })
})

test("at most 50 agents and projects are named, those with most done first", async () => {
  const service = await startService()
  for (let n = 1; n <= 60; n++) {
    await service.run("task.create", { title: "x", project: `p${n}`, assignee: `a${n}`, status: "doing" })
    if (n > 55) await service.run("task.edit", { id: `T-${n}`, status: "done" })
  }
  const { agents, projects } = await stats(service)
  expect([agents.length, projects.length]).toEqual([50, 50])
  expect(agents.slice(0, 6).map(({ done }) => done)).toEqual([1, 1, 1, 1, 1, 0])
})

describe("the numbers are the same", () => {
  test("after a restart, from the checkpoint and from the whole log", async () => {
    const service = await given(create(), create(), claim(), hour, complete(), claim(2))
    const before = await stats(service)
    await service.restart()
    expect(await stats(service)).toEqual(before)
    service.sleep(day)
    await service.run(...complete(2))
    await service.expectFold()
  })

  test("as before a commit that failed", async () => {
    let isFull = false
    const log = createMemoryLog({
      beforeAppend() {
        if (isFull) throw new UpnextError("storage_full", { detail: "full" })
      },
    })
    const service = await startService({ openLog: () => log })
    for (const told of [create(), create(), claim()]) await service.run(...told)
    service.sleep(day)
    const [before, board] = [await stats(service), dump(service.board)]
    isFull = true
    const gone: Told = ["task.delete", { id: "T-2" }]
    for (const told of [create(), complete(), gone])
      await expect(service.run(...told)).rejects.toMatchObject({ code: "storage_full" })
    expect(dump(service.board)).toEqual(board)
    expect(await stats(service)).toEqual(before)
    isFull = false
    await service.run(...complete())
    expect(await today(service)).toMatchObject({ created: 0, done: 1 })
  })
})

test("days that are too old are forgotten when a new one begins, and those within reach are not", async () => {
  const service = await given(create({ project: "a" }))
  service.sleep(119 * day)
  await service.run("task.create", { title: "y" })
  expect((await stats(service, { days: 120, project: "a" })).throughput[0]).toMatchObject({ created: 1 })
  service.sleep(day)
  await service.run("task.create", { title: "z" })
  expect([...service.board.days.values()].map(({ scope }) => scope)).not.toContain("p\na")
  expect((await stats(service, { days: 121 })).throughput[0]).toMatchObject({ created: 1 })
})

test("in a long random run, the numbers at each step equal those of a full scan", async () => {
  const random = createRandom(31)
  const service = await startService()
  const zeros: Record<string, number> = Object.fromEntries(statuses.map((status) => [status, 0]))
  const ends = new Map<string, Record<string, number>>()
  const throughput = new Map<string, Record<string, number>>()
  const dateNow = () => new Date(service.now()).toISOString().slice(0, 10)
  const scan = () => new Map([...service.board.tasks.values()].map(({ n, status }) => [n, status]))
  let before = scan()
  /** By task: the day on which it was finished, or cancelled, unless it was opened again, and created. */
  const doneOn = new Map<number, string>()
  const cancelledOn = new Map<number, string>()
  const createdOn = new Map<number, string>()
  const refused = new Set<string>()
  for (let step = 0; step < 400; step++) {
    const n = 1 + random.below(Math.max(1, service.board.counters.task))
    const agent = random.pick(["ann", "bob"])
    const [name, input] = random.pick<readonly [string, Record<string, unknown>]>([
      ["task.create", { title: "x", project: random.pick(["a", "b"]), reviewer: random.pick([null, "rea"]) }],
      ["task.claim", { id: `T-${n}`, agent }],
      ["task.complete", { id: `T-${n}`, agent }],
      [
        "task.review",
        { id: `T-${n}`, reviewer: "rea", decision: random.pick(["approve", "request_changes"]) },
      ],
      ["task.edit", { id: `T-${n}`, status: random.pick(statuses) }],
      ["task.edit", { id: `T-${n}`, project: random.pick(["a", "b"]) }],
      ["task.release", { id: `T-${n}`, agent }],
      ["task.delete", { id: `T-${n}` }],
    ])
    if (name !== "task.delete" || random.chance(0.2))
      await service.run(name, input).catch((error: unknown) => {
        if (!(error instanceof UpnextError)) throw error
        refused.add(error.code)
      })
    if (random.chance(0.05)) await service.restart()
    const answer = await stats(service, { days: 40 })

    const after = scan()
    const counts: Record<string, number> = { ...zeros }
    for (const status of after.values()) counts[status] = (counts[status] ?? 0) + 1
    const facts = throughput.get(dateNow()) ?? { created: 0, done: 0, cancelled: 0 }
    for (const [n, status] of after) {
      if (status !== "done") doneOn.delete(n)
      else if (before.get(n) !== "done") doneOn.set(n, dateNow())
      if (status !== "cancelled") cancelledOn.delete(n)
      else if (before.get(n) !== "cancelled") cancelledOn.set(n, dateNow())
      if (!before.has(n)) createdOn.set(n, dateNow())
      if (!before.has(n)) facts["created"] = (facts["created"] ?? 0) + 1
      else if (before.get(n) !== status && (status === "done" || status === "cancelled"))
        facts[status] = (facts[status] ?? 0) + 1
    }
    ends.set(dateNow(), counts)
    throughput.set(dateNow(), facts)
    before = after
    const { done: _, cancelled: __, ...open } = counts
    expect(answer.wip).toEqual(open)
    let last = [...ends].findLast(([day]) => day < answer.from)?.[1] ?? zeros
    for (const [i, { day, ...flow }] of answer.flow.entries()) {
      last = ends.get(day) ?? last
      expect(flow).toEqual(last)
      expect(answer.throughput[i]).toEqual({
        day,
        ...(throughput.get(day) ?? { created: 0, done: 0, cancelled: 0 }),
        tasksCreated: [...createdOn].filter(([n, each]) => each === day && after.has(n)).length,
        tasksDone: [...doneOn.values()].filter((each) => each === day).length,
        tasksCancelled: [...cancelledOn.values()].filter((each) => each === day).length,
      })
    }
    const ofProjects = await Promise.all(["a", "b"].map((project) => stats(service, { days: 40, project })))
    for (const fact of ["created", "done", "cancelled"] as const)
      expect(ofProjects.reduce((sum, each) => sum + (each.throughput.at(-1)?.[fact] ?? 0), 0)).toBe(
        facts[fact],
      )
    service.sleep(random.chance(0.1) ? random.below(3 * day) : random.below(20_000))
    if (random.chance(0.5)) await service.engine.tick()
  }
  expect(ends.size).toBeGreaterThan(20)
  expect([...refused]).toContain("invalid_transition")
})
