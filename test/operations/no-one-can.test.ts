import { expect, test } from "vitest"
import { given, type Service, type Step } from "../support/service.ts"

const minute = 60_000
const create = (fields: object = {}): Step => ["task.create", { title: "x", ...fields }]
const able = (name: string, ...skills: string[]) => ["agent.describe", { name, skills }] as const
const told = async (service: Service, id = "T-1") => {
  const { stuck, stuckDetail } = (await service.run("task.read", { id })).task
  return { stuck, stuckDetail }
}
const stuck = async (service: Service) => {
  const { tasks } = await service.run("task.list", { stuck: "1" })
  const { now } = await service.run("now.read")
  const { tasks: others } = await service.run("task.list", { stuck: "0", limit: 500 })
  expect(now.stuck).toBe(tasks.length)
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)
  expect(ids(others).filter((id) => ids(tasks).includes(id))).toEqual([])
  return ids(tasks).sort()
}
const nothing = { stuck: undefined, stuckDetail: undefined }
const gpu = { stuck: ["no_one_can"], stuckDetail: "needs gpu" }

test("a ready task is stuck as long as no agent of the board has all its skills", async () => {
  const service = await given(able("ann", "opus"), create({ skills: ["gpu", "opus"] }), create())
  expect(await told(service)).toEqual(gpu)
  expect(await told(service, "T-2")).toEqual(nothing)
  expect(await stuck(service)).toEqual(["T-1"])
  await service.run(...able("bob", "gpu", "opus"))
  expect(await told(service)).toEqual(nothing)
  expect(await stuck(service)).toEqual([])
  await service.run("agent.delete", { name: "bob" })
  expect(await told(service)).toEqual(gpu)
  await service.run("task.edit", { id: "T-1", skills: ["opus"] })
  expect(await stuck(service)).toEqual([])
})

test("skills that different agents have are needed of one", async () => {
  const service = await given(able("ann", "opus"), able("bob", "gpu"), create({ skills: ["gpu", "opus"] }))
  expect(await told(service)).toEqual({
    stuck: ["no_one_can"],
    stuckDetail: "needs gpu and opus of one agent",
  })
  await service.run(...able("bob"))
  expect(await told(service)).toEqual(gpu)
})

test("what is not ready is not stuck for it: it waits, rests, is held back or somebody is at work on it", async () => {
  const service = await given(
    create(),
    create({ skills: ["gpu"], blockedBy: ["T-1"] }),
    create({ skills: ["gpu"], notBefore: "2030-01-01T00:10:00.000Z" }),
    create({ skills: ["gpu"], status: "blocked" }),
    create({ skills: ["gpu"], status: "doing", assignee: "ann" }),
  )
  expect(await stuck(service)).toEqual([])
  await service.run("task.edit", { id: "T-1", status: "done" })
  expect(await stuck(service)).toEqual(["T-2"])
  await service.pass(10 * minute)
  expect(await stuck(service)).toEqual(["T-2", "T-3"])
  await service.run("task.edit", { id: "T-5", status: "todo" })
  expect(await stuck(service)).toEqual(["T-2", "T-3", "T-5"])
  await service.run("task.edit", { id: "T-2", status: "cancelled" })
  expect(await stuck(service)).toEqual(["T-3", "T-5"])
})

test("it is counted once where it is stuck for another reason too, and is in what needs anyone", async () => {
  const dueAt = "2030-01-01T00:01:00.000Z"
  const service = await given(create({ skills: ["gpu"], dueAt }), create({ skills: ["gpu"] }), 2 * minute)
  expect(await told(service)).toEqual({ stuck: ["overdue", "no_one_can"], stuckDetail: "needs gpu" })
  expect(await stuck(service)).toEqual(["T-1", "T-2"])
  expect((await service.run("now.read", { agent: "mira" })).now).toMatchObject({ needsYou: 2 })
  const { tasks } = await service.run("task.list", { needs: "mira" })
  expect(tasks).toHaveLength(2)
  await service.restart()
  expect(await stuck(service)).toEqual(["T-1", "T-2"])
})
