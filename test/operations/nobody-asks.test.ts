import { expect, test } from "vitest"
import { given, type Service } from "../support/service.ts"

const minute = 60_000
const start = () =>
  given(["task.create", { title: "old" }], ["task.claimNext", { agent: "bo", project: "none" }])
const needs = async (service: Service) =>
  (await service.run("needs.list")).needs.map(({ why, task }: { why: string; task: { id: string } }) => [
    why,
    task.id,
  ]) as unknown
const ask = (service: Service, more: object = {}) => service.run("task.claimNext", { agent: "bo", ...more })
const lonely = [["nobody_asks", "T-1"]]

test("ready work that nobody whom it fits has asked for in 15 minutes needs a person, as one need", async () => {
  const service = await start()
  await service.run("task.create", { title: "urgent", priority: "P0" })
  await service.pass(15 * minute - 1)
  expect(await needs(service)).toEqual([])
  await service.pass(1)
  expect(await service.run("needs.list")).toMatchObject({
    total: 1,
    needs: [
      { why: "nobody_asks", task: { id: "T-2" }, detail: "2 tasks are ready, but nobody is asking for work" },
    ],
  })
  expect((await service.run("now.read")).now.needsYou).toBe(1)
  expect((await service.run("task.list", { needs: "ada" })).total).toBe(1)
  await service.run("task.next", { agent: "cy" })
  expect(await needs(service)).toEqual([])
})

test.for<[how: string, of: object]>([
  ["for another project", { project: "web" }],
  ["for a tag that it does not carry", { tags: ["ui"] }],
])("who asks %s does not count", async ([, of]) => {
  const service = await start()
  await service.pass(14 * minute)
  await ask(service, of)
  await service.pass(minute)
  expect(await needs(service)).toEqual(lonely)
})

test("who is at work will ask again, and is not called lazy", async () => {
  const service = await start()
  await service.run("task.create", { title: "more" })
  await ask(service)
  await service.pass(29 * minute)
  expect(await needs(service)).toEqual([])
})

test("work that has just become ready waits its 15 minutes too", async () => {
  const service = await start()
  await service.run("task.create", { title: "next", blockedBy: ["T-1"] })
  await service.pass(14 * minute)
  await service.run("task.edit", { id: "T-1", status: "cancelled" })
  await service.pass(14 * minute)
  expect(await needs(service)).toEqual([])
  await service.pass(minute)
  expect(await needs(service)).toEqual([["nobody_asks", "T-2"]])
})

test("a task of a person, and a board where nobody takes work by asking, call nobody", async () => {
  const looked = await given(["task.create", { title: "x" }], ["task.next", { agent: "bo" }])
  await looked.pass(60 * minute)
  expect(await needs(looked)).toEqual([])
  const service = await start()
  await service.run("agent.describe", { name: "ada", kind: "person" })
  await service.run("task.edit", { id: "T-1", assignee: "ada" })
  await service.pass(60 * minute)
  expect(await needs(service)).toEqual([])
})

test("after a restart nobody is blamed before the time is over", async () => {
  const service = await start()
  await service.pass(60 * minute)
  await service.restart()
  expect(await needs(service)).toEqual([])
  await ask(service, { project: "none" })
  await service.pass(15 * minute)
  expect(await needs(service)).toEqual(lonely)
})
