import { expect, test } from "vitest"
import { given, type Service } from "../support/service.ts"

const minute = 60_000
const start = () =>
  given(["task.create", { title: "x" }], ["task.claim", { id: "T-1", agent: "bo", lease: "7d" }])
const beat = (service: Service, more: object = {}) =>
  service.run("task.heartbeat", { id: "T-1", agent: "bo", ...more })
const stuck = async (service: Service) =>
  (await service.run("task.read", { id: "T-1" })).task.stuck as unknown
const needs = async (service: Service) => (await service.run("needs.list")).needs

test("a command that prints nothing new is stuck after half an hour, with the line that it repeats", async () => {
  const service = await start()
  await beat(service, { quietMs: minute - 1 })
  expect((await service.run("task.read", { id: "T-1" })).task.lease).not.toHaveProperty("quiet")
  await service.pass(20 * minute)
  await beat(service, { quietMs: 20 * minute, repeats: "fetch failed" })
  expect(await stuck(service)).toBeUndefined()
  await service.pass(10 * minute)
  expect(await stuck(service)).toEqual(["quiet"])
  expect(await needs(service)).toMatchObject([{ why: "quiet", by: "bo", detail: "fetch failed" }])
  await service.restart()
  expect(await stuck(service)).toEqual(["quiet"])
  await beat(service)
  expect(await stuck(service)).toBeUndefined()
  expect(await needs(service)).toEqual([])
})

test("the same silence has one beginning, however long its heartbeats take", async () => {
  const service = await start()
  await beat(service, { quietMs: 40 * minute })
  const [before] = await needs(service)
  await service.pass(10 * minute)
  await beat(service, { quietMs: 50 * minute - 700 })
  expect((await needs(service))[0].since).toBe(before.since)
})

test("what its worker has heard from others is no output, so it ends no silence", async () => {
  const service = await start()
  await beat(service, { quietMs: 40 * minute })
  const [before] = await needs(service)
  await service.run("task.comment", { id: "T-1", author: "ann", content: "Still there?" })
  await beat(service, { heard: "C-1" })
  expect(await needs(service)).toMatchObject([{ why: "quiet", since: before.since }])
  await beat(service, { heard: "C-1", quietMs: 0 })
  expect(await needs(service)).toEqual([])
})

test("a comment by the holder, the end of the attempt and a new one are no silence", async () => {
  const service = await start()
  await beat(service, { quietMs: 40 * minute })
  expect(await stuck(service)).toEqual(["quiet"])
  await service.run("task.comment", { id: "T-1", author: "bo", content: "long build" })
  expect(await stuck(service)).toBeUndefined()
  await beat(service, { quietMs: 40 * minute })
  await service.run("task.release", { id: "T-1", agent: "bo" })
  expect(await stuck(service)).toBeUndefined()
})
