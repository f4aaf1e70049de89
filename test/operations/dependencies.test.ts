import { expect, test } from "vitest"
import { expectRefused, given, type Service, type Step } from "../support/service.ts"

const read = async (service: Service, id: string) => (await service.run("task.read", { id })).task
const chain = () =>
  given(
    ["task.create", { title: "one" }],
    ["task.create", { title: "two", blockedBy: ["T-1"] }],
    ["task.create", { title: "three", blockedBy: ["T-2"] }],
  )

test("a cycle is refused, naming its path", async () => {
  const service = await chain()
  await expectRefused(service, ["task.edit", { id: "T-1", blockedBy: ["T-3"] }], "dependency_cycle", {
    path: ["T-1", "T-3", "T-2", "T-1"],
  })
  await expectRefused(service, ["task.edit", { id: "T-1", blockedBy: ["T-1"] }], "dependency_cycle", {
    path: ["T-1", "T-1"],
  })
})

test("a cycle is refused even where one of its tasks is done, since it may be reopened", async () => {
  const service = await chain()
  await service.run("task.edit", { id: "T-2", status: "done" })
  await expectRefused(service, ["task.edit", { id: "T-1", blockedBy: ["T-3"] }], "dependency_cycle")
})

test("two paths to the same blocker are not a cycle", async () => {
  const service = await chain()
  await service.run("task.edit", { id: "T-3", blockedBy: ["T-1", "T-2"] })
  expect(await read(service, "T-3")).toMatchObject({ blockedBy: ["T-1", "T-2"] })
})

test("an unknown blocker is refused, on create and on edit, with its place in the list", async () => {
  const service = await chain()
  const errors = [{ path: "blockedBy.1", message: "there is no task T-9", received: "T-9" }]
  await expect(service.run("task.create", { title: "x", blockedBy: ["T-1", "T-9"] })).rejects.toMatchObject({
    errors,
  })
  await expectRefused(service, ["task.edit", { id: "T-3", blockedBy: ["T-9"] }], "invalid_input")
})

test.each<[string, Exclude<Step, number>]>([
  ["done", ["task.edit", { id: "T-1", status: "done" }]],
  ["cancelled", ["task.edit", { id: "T-1", status: "cancelled" }]],
  ["deleted", ["task.delete", { id: "T-1" }]],
])("a task is ready once its blocker is %s", async (_, step) => {
  const service = await chain()
  expect(await read(service, "T-2")).toMatchObject({ ready: false })
  expect((await service.run("task.list", { ready: "0" })).total).toBe(2)
  await service.run(...step)
  expect(await read(service, "T-2")).toMatchObject({ ready: true, blockedBy: ["T-1"] })
  expect(await read(service, "T-3")).toMatchObject({ ready: false })
})

test.each(["doing", "blocked", "review"])(
  "a task is not ready while its blocker is in %s",
  async (status) => {
    const service = await chain()
    await service.run("task.edit", {
      id: "T-1",
      status: status === "blocked" ? "blocked" : "doing",
      assignee: "ann",
      reviewer: "rea",
    })
    if (status === "review") await service.run("task.edit", { id: "T-1", status })
    expect((await read(service, "T-1")).status).toBe(status)
    expect((await read(service, "T-2")).ready).toBe(false)
  },
)

test("a deleted blocker may stay in the list, and others can be added", async () => {
  const service = await chain()
  await service.run("task.create", { title: "four" })
  await service.run("task.delete", { id: "T-1" })
  await service.run("task.edit", { id: "T-2", blockedBy: ["T-1", "T-4"] })
  expect(await read(service, "T-2")).toMatchObject({ blockedBy: ["T-1", "T-4"], ready: false })
})

test("a blocker that is reopened holds its dependents again, also the one in doing", async () => {
  const service = await chain()
  await service.run("task.edit", { id: "T-1", status: "done" })
  await service.run("task.claim", { id: "T-2", agent: "ann" })
  await service.run("task.edit", { id: "T-1", status: "todo" })
  expect(await read(service, "T-2")).toMatchObject({ status: "doing", ready: false })
  expect((await service.run("task.next", { agent: "ann" })).task.id).toBe("T-1")
  await expectRefused(service, ["task.claim", { id: "T-2", agent: "ann" }], "task_not_ready", {
    blockedBy: ["T-1"],
  })
  await service.run("task.complete", { id: "T-2", agent: "ann" })
  expect(await read(service, "T-2")).toMatchObject({ status: "done" })
})

test("a task names the tasks it blocks, in both directions after every edit", async () => {
  const service = await chain()
  expect((await read(service, "T-1")).blocks).toEqual(["T-2"])
  await service.run("task.edit", { id: "T-3", blockedBy: ["T-1"] })
  expect((await read(service, "T-1")).blocks).toEqual(["T-2", "T-3"])
  expect((await read(service, "T-2")).blocks).toEqual([])
  await service.run("task.edit", { id: "T-2", blockedBy: null })
  expect((await read(service, "T-1")).blocks).toEqual(["T-3"])
  expect(await read(service, "T-2")).toMatchObject({ ready: true })
})
