import { expect, test } from "vitest"
import { eventsOf, given, startService, type Service, type Step } from "../support/service.ts"

const minute = 60_000
const iso = (time: number) => new Date(time).toISOString()
const create: Step = ["task.create", { title: "x" }]
const claim = (lease: string): Step => ["task.claim", { id: "T-1", agent: "ann", lease }]
const read = async (service: Service) => (await service.run("task.read", { id: "T-1" })).task

test.each([
  ["after a start", (service: Service) => service.restart(60 * minute)],
  ["after a start at once", (service: Service) => service.restart()],
  [
    "after a sleep of the machine",
    async (service: Service) => {
      service.sleep(60 * minute)
      await service.run("task.list")
    },
  ],
])("%s every lease has at least 5 minutes left", async (_, goAway) => {
  const service = await given(create, claim("2m"))
  await goAway(service)
  expect(await read(service)).toMatchObject({
    status: "doing",
    lease: { expiresAt: iso(service.now() + 5 * minute) },
  })
  await service.pass(5 * minute - 1)
  expect(await read(service)).toMatchObject({ status: "doing" })
  await service.pass(1)
  expect(await read(service)).toMatchObject({ status: "todo", expiries: 1 })
})

test("a lease with more time left than the grace keeps its end", async () => {
  const service = await given(create, claim("2h"))
  const { lease } = await read(service)
  await service.restart(60 * minute)
  service.sleep(30 * minute)
  expect((await read(service)).lease).toEqual(lease)
  expect((await eventsOf(service)).map(({ type }) => type)).not.toContain("leases.extended")
})

test("a command is decided after the grace, as a query is: the holder can still heartbeat", async () => {
  const service = await given(create, claim("2m"))
  service.sleep(60 * minute)
  expect(await service.run("task.heartbeat", { id: "T-1", agent: "ann" })).toMatchObject({
    lease: { expiresAt: iso(service.now() + 5 * minute) },
  })
})

test("an offer after a review gets the grace too", async () => {
  const service = await given(
    ["task.create", { title: "x", reviewer: "rea" }],
    claim("2m"),
    ["task.complete", { id: "T-1", agent: "ann" }],
    ["task.review", { id: "T-1", reviewer: "rea", decision: "request_changes" }],
  )
  await service.restart(60 * minute)
  expect(await read(service)).toMatchObject({
    status: "doing",
    lease: { expiresAt: iso(service.now() + 5 * minute) },
  })
})

test("a gap of 30 s or less is no absence", async () => {
  const service = await given(create, claim("10s"))
  service.sleep(30_000)
  expect(await read(service)).toMatchObject({ status: "todo" })
  const other = await given(create, claim("10s"))
  other.sleep(30_001)
  expect(await read(other)).toMatchObject({ status: "doing" })
})

test("a start without live leases writes nothing", async () => {
  const service = await given(create)
  const { seq } = service.engine
  await service.restart(60 * minute)
  expect(service.engine.seq).toBe(seq)
})

test("event time never runs backwards, whatever the clock does", async () => {
  const service = await startService()
  await service.run("task.create", { title: "one" })
  service.sleep(-60 * minute)
  await service.run("task.create", { title: "two" })
  await service.restart(-60 * minute)
  await service.run("task.create", { title: "three" })
  const times: number[] = []
  for await (const { commands } of service.log.read(0)) times.push(...commands.map(({ at }) => at))
  expect(times).toHaveLength(3)
  expect(times).toEqual([...times].sort((a, b) => a - b))
})
