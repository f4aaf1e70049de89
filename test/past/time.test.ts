import { describe, expect, test } from "vitest"
import { expectRefused, given, problemsOf, type Service } from "../support/service.ts"

const minute = 60_000
const iso = (time: number) => new Date(time).toISOString()
const listed = async (service: Service, input: Record<string, unknown>) =>
  ((await service.run("task.list", input)) as { tasks: { id: string; status: string }[] }).tasks

describe("a moment", () => {
  test.each(["1", "1204", 1204, "2030-01-01T00:00:00Z", "2030-01-01T01:00:00.5+01:00"])(
    "%s is taken",
    (at) => {
      expect(problemsOf("task.list", { at })).toEqual([])
    },
  )

  test.each([
    ...["0", "-1", "1.5", "1e3", "0x10", "01", " 7", "", "now", "NaN", "99999999999999999", "9".repeat(400)],
    ...["2030-13-01T00:00:00Z", "2030-01-01", "2030-01-01T00:00:00", "T-1", "1;drop", "１２"],
    ...[0, -1, 1.5, NaN, true, {}, ["1", "2"], [1]],
  ])("%j is not", (at) => {
    expect(problemsOf("task.list", { at })).toEqual(["at"])
  })
})

describe("what depends on the time is shown as of the moment", () => {
  test("given a task that became overdue, when a moment before is asked for, then it is not overdue", async () => {
    const service = await given(["task.create", { title: "x" }])
    const due = iso(service.now() + 10 * minute)
    await service.run("task.edit", { id: "T-1", dueAt: due })
    const before = service.engine.seq
    await service.pass(60 * minute)
    await service.run("task.create", { title: "later" })
    expect(await listed(service, { overdue: true })).toHaveLength(1)
    expect(await listed(service, { overdue: true, at: before })).toEqual([])
    expect(await listed(service, { overdue: true, at: before + 1 })).toHaveLength(1)
    expect(await service.run("now.read", { at: before })).toMatchObject({ now: { stuck: 0, ready: 1 } })
  })

  test("given a task that was to be started later, when it was too early, then it is not ready", async () => {
    const service = await given(["task.create", { title: "x" }])
    await service.run("task.edit", { id: "T-1", notBefore: iso(service.now() + 10 * minute) })
    const [early, asked] = [service.engine.seq, service.now()]
    await service.pass(30 * minute)
    expect(await listed(service, { ready: true })).toHaveLength(1)
    const readyAt = async (at: unknown) => (await service.run("now.read", { at })).now.ready as number
    expect(await listed(service, { ready: true, at: early })).toEqual([])
    expect(await readyAt(early)).toBe(0)
    // The same event, as of times at which nothing else had happened.
    expect(await readyAt(iso(asked + 20 * minute))).toBe(1)
    expect(await readyAt(iso(asked + 5 * minute))).toBe(0)
    expect(await readyAt(early)).toBe(0)
  })

  test("given a claim, when a time before it is asked for, then the task is still to do", async () => {
    const service = await given(["task.create", { title: "x" }], 10 * minute)
    await service.run("task.claim", { id: "T-1", agent: "ann" })
    const [task] = await listed(service, { at: iso(service.now() - 1) })
    expect(task).toMatchObject({ status: "todo" })
    const [now] = await listed(service, { at: iso(service.now()) })
    expect(now).toMatchObject({ status: "doing" })
  })
})

describe("a moment that the log does not hold is refused", () => {
  test("when nothing has happened yet", async () => {
    await expectRefused(await given(), ["task.list", { at: 1 }], "moment_not_found", { last: 0 })
  })

  test("when it is beyond the last event, or has not come yet", async () => {
    const service = await given(["task.create", { title: "x" }])
    const { seq } = service.engine
    await expectRefused(service, ["task.list", { at: seq + 1 }], "moment_not_found", { last: seq })
    await expectRefused(service, ["now.read", { at: Number.MAX_SAFE_INTEGER }], "moment_not_found", {
      last: seq,
    })
    const at = iso(service.now() + 1000)
    await expectRefused(service, ["task.list", { at }], "moment_not_found", { now: iso(service.now()) })
  })

  test("when it is before the first event", async () => {
    const service = await given(["task.create", { title: "x" }])
    const first = iso(service.now())
    await expectRefused(service, ["task.list", { at: iso(service.now() - 1) }], "moment_not_found", { first })
  })
})

test("a task that was deleted since is there, and one that was made since is not", async () => {
  const service = await given(["task.create", { title: "a" }])
  const before = service.engine.seq
  await service.run("task.delete", { id: "T-1" })
  await service.run("task.create", { title: "b" })
  expect(await service.run("task.read", { id: "T-1", at: before })).toMatchObject({ task: { title: "a" } })
  await expectRefused(service, ["task.read", { id: "T-1" }], "task_deleted")
  await expectRefused(service, ["task.read", { id: "T-2", at: before }], "task_not_found")
})

describe("the span of the log", () => {
  test("given no event, then it has neither a beginning nor an end", async () => {
    const service = await given()
    expect(await service.run("log.read")).toEqual({ log: { first: null, last: null, points: [] } })
  })

  test("given events, then it names the first, the last, and as many as asked for between them", async () => {
    const service = await given(["task.create", { title: "x" }])
    const begun = service.now()
    for (let i = 0; i < 40; i++) {
      await service.pass(minute)
      await service.run("task.edit", { id: "T-1", title: `x${i}` })
    }
    const { seq } = service.engine
    const { log } = await service.run("log.read", { points: 5 })
    expect(log.first).toEqual({ seq: 1, at: iso(begun) })
    expect(log.last).toEqual({ seq, at: iso(service.now()) })
    expect(log.points.map((point: { seq: number }) => point.seq)).toEqual(
      [0, 1, 2, 3, 4].map((i) => 1 + Math.round((i * (seq - 1)) / 4)),
    )
    expect((await service.run("log.read", { points: 200 })).log.points).toHaveLength(seq)
  })
})
