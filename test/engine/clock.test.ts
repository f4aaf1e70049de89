import { expect, test } from "vitest"
import { createClock } from "../../src/engine/clock.ts"
import { eventsOf, given, startService, type Service } from "../support/service.ts"

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A clock over a machine whose clocks a test sets. */
function machine() {
  const start = Date.UTC(2030, 0, 1)
  const state = { wall: start, monotonic: 0, event: 0 }
  const clock = createClock({ wall: () => state.wall, monotonic: () => state.monotonic }, () => state.event)
  return {
    state,
    clock,
    /** Time passes for both clocks. */
    pass(ms: number) {
      state.wall += ms
      state.monotonic += ms
    },
    /** An event is written now. */
    write: () => (state.event = clock.now()),
    /** The present, in ms after the start of the test. */
    at: () => clock.now() - start,
  }
}

test("time is the wall clock, also after it was set back, as long as it is not before the last event", () => {
  const { state, at, write, pass } = machine()
  write()
  pass(2 * hour)
  expect(at()).toBe(2 * hour)
  state.wall -= hour
  expect(at()).toBe(hour)
  pass(minute)
  expect(at()).toBe(hour + minute)
})

test("where the wall clock is before the last event, time goes on from there at nine tenths, until it has caught up", () => {
  const { state, clock, at, write, pass } = machine()
  pass(hour)
  write()
  state.wall -= 10 * second
  expect(at()).toBe(hour)
  pass(10 * second)
  expect(at()).toBe(hour + 9 * second)
  expect(clock.behindMs()).toBe(9 * second)
  write()
  pass(80 * second)
  expect(at()).toBe(hour + 81 * second)
  pass(20 * second)
  expect(at()).toBe(hour + 100 * second)
  expect(clock.behindMs()).toBe(0)
})

test("when the clock is set back, at least nine tenths of the time since the last event still count", () => {
  const { state, at, write, pass } = machine()
  write()
  for (let i = 0; i < 10; i++) {
    pass(minute)
    at()
  }
  state.wall -= hour
  expect(at()).toBe(9 * minute)
})

test("slow time keeps its speed however often an event is written", () => {
  const { state, at, write, pass } = machine()
  write()
  state.wall -= 3 * hour
  for (let i = 0; i < 30_000; i++) {
    pass(0.3)
    write()
  }
  expect(at()).toBeGreaterThan(8_090)
  expect(at()).toBeLessThanOrEqual(8_100)
})

test("time never runs backwards past an event and never stands still, whatever is done to the clock", () => {
  const { state, clock, write, pass } = machine()
  let seed = 7
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  for (let i = 0; i < 20_000; i++) {
    const before = state.event
    pass(10 + Math.floor(random() * second))
    if (random() < 0.1) state.wall += Math.floor((random() - 0.5) * 2 * hour)
    expect(clock.now()).toBeGreaterThanOrEqual(before)
    if (random() < 0.5) {
      write()
      expect(state.event).toBeGreaterThan(before)
    }
  }
})

test("the start and each gap of over 30 s count as an absence, by either clock; slow time and a clock set back do not", () => {
  const { state, clock, write, pass } = machine()
  const look = () => {
    clock.now()
    return clock.absences
  }
  expect(look()).toBe(1)
  write()
  pass(30 * second)
  expect(look()).toBe(1)
  pass(31 * second) // the process was stopped
  expect(look()).toBe(2)
  state.wall += 31 * second // the machine slept
  expect(look()).toBe(3)
  write()
  state.wall -= hour
  expect(look()).toBe(3)
  for (let i = 0; i < 20; i++) {
    pass(5 * second)
    expect(look()).toBe(3)
  }
  pass(31 * second) // stopped: 27.9 s by slow time
  expect(look()).toBe(4)
  state.wall += 10 * minute // still behind: no lease has run meanwhile
  expect(look()).toBe(4)
})

const late = { rest: 30 * second, grace: 5 * minute }

/** T-1 was edited under a clock that was three hours ahead, and was right before and after. */
async function underWrongClock(): Promise<Service> {
  const service = await given(["task.create", { title: "one" }], ["task.create", { title: "two" }])
  service.setClock(3 * hour)
  await service.run("task.edit", { id: "T-1", title: "written ahead" })
  service.setClock(-3 * hour)
  return service
}

const statusOf = async (service: Service, id: string): Promise<string> =>
  (await service.run("task.read", { id })).task.status

test("one event under a clock that was hours ahead does not stop leases: they end in about the time they were given", async () => {
  const service = await underWrongClock()
  await service.run("task.claim", { id: "T-2", agent: "ann", lease: "2s" })
  await service.pass(second)
  await service.pass(second)
  expect(await statusOf(service, "T-2")).toBe("doing")
  await service.pass(300)
  expect(await statusOf(service, "T-2")).toBe("todo")
})

test("rests and pauses end too", async () => {
  const service = await underWrongClock()
  await service.run("task.claim", { id: "T-2", agent: "ann" })
  await service.run("task.release", { id: "T-2", agent: "ann", failed: true, reason: "broke" })
  await service.run("task.edit", { id: "T-1", status: "cancelled" })
  await service.run("agent.pause", { name: "ann", for: "10s" })
  const next = async (agent: string) => (await service.run("task.next", { agent })).task?.id ?? null
  await service.pass(late.rest)
  expect(await next("bob")).toBeNull()
  await service.pass(4 * second)
  expect([await next("bob"), await next("ann")]).toEqual(["T-2", "T-2"])
})

test("a restart under the wrong clock keeps time running, and its grace still ends", async () => {
  const service = await underWrongClock()
  await service.run("task.claim", { id: "T-2", agent: "ann", lease: "2s" })
  await service.restart(minute)
  await service.pass(late.grace)
  expect(await statusOf(service, "T-2")).toBe("doing")
  await service.pass(40 * second)
  expect(await statusOf(service, "T-2")).toBe("todo")
  await service.run("task.claim", { id: "T-1", agent: "ann", lease: "2s" })
  await service.pass(3 * second)
  expect(await statusOf(service, "T-1")).toBe("todo")
})

test("the times of events never run backwards under a clock that is set back", async () => {
  const service = await underWrongClock()
  for (let i = 0; i < 5; i++) {
    await service.pass(second)
    await service.run("task.comment", { id: "T-1", content: `${i}` })
  }
  const times: number[] = []
  for await (const { commands } of service.log.read(0)) times.push(...commands.map(({ at }) => at))
  expect(times).toEqual([...times].sort((a, b) => a - b))
  expect(new Set(times.slice(-5)).size).toBe(5)
})

test("a clock that is set forward while the server runs takes no lease away at once", async () => {
  const service = await given(
    ["task.create", { title: "one" }],
    ["task.claim", { id: "T-1", agent: "ann", lease: "1m" }],
  )
  service.setClock(hour)
  await service.engine.tick()
  expect(await statusOf(service, "T-1")).toBe("doing")
  expect((await eventsOf(service)).at(-1)).toMatchObject({ type: "leases.extended" })
})

test("a clock that jumped forward and was corrected leaves resting tasks resting", async () => {
  const service = await given(["task.create", { title: "one" }])
  const notBefore = new Date(service.now() + hour).toISOString()
  await service.run("task.edit", { id: "T-1", notBefore })
  service.setClock(3 * hour)
  expect((await service.run("task.next", { agent: "ann" })).task).toMatchObject({ id: "T-1" })
  service.setClock(-3 * hour)
  expect((await service.run("task.next", { agent: "ann" })).task).toBeNull()
  await service.run("task.create", { title: "two", notBefore })
  expect((await service.run("task.next", { agent: "ann" })).task).toBeNull()
  await service.pass(hour)
  expect((await service.run("task.next", { agent: "ann" })).task).toMatchObject({ id: "T-1" })
})

test("from 5 s on the difference is reported by one warning and in health, whose status stays ok", async () => {
  const service = await startService()
  await service.run("task.create", { title: "one" })
  service.setClock(-4 * second)
  await service.engine.tick()
  expect([service.warnings, service.engine.health()]).toEqual([[], { status: "ok" }])
  service.setClock(-2 * hour)
  for (let i = 0; i < 3; i++) await service.pass(20 * second)
  expect(service.warnings).toEqual([expect.stringMatching(/^This machine's clock is 2h 2s behind/)])
  const { status, clock } = service.engine.health()
  expect(status).toBe("ok")
  expect(clock?.behindMs).toBe(2 * hour + 4 * second - 6 * second)
  expect(clock?.detail).toContain("1h 59m behind")
  service.setClock(3 * hour)
  await service.engine.tick()
  expect(service.engine.health()).toEqual({ status: "ok" })
  service.setClock(-4 * hour) // once more, after it had caught up
  await service.engine.tick()
  expect(service.warnings.length).toBe(2)
})
