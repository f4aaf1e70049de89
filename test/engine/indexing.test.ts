import { expect, test } from "vitest"
import { tasksAtOnce } from "../../src/engine/indexing.ts"
import { startService } from "../support/service.ts"

test("who asks for what needs a large index waits while it is made, and nobody else does", async () => {
  const service = await startService()
  const tasks = Array.from({ length: 500 }, (_, i) => ({ title: `Task ${i}`, tags: [`tag-${i % 5}`] }))
  const count = 3 * tasksAtOnce
  for (let i = 0; i < count; i += tasks.length) await service.run("task.createMany", { tasks })
  const order: string[] = []
  const listed = service.run("task.list", { tag: ["tag-3"], limit: 1 }).then((answer) => {
    order.push("list")
    return answer
  })
  // A command waits for it, too.
  const claimed = service.run("task.claimNext", { agent: "ann", tags: ["tag-3"] })
  const created = service.run("task.create", { title: "One more", tags: ["tag-3"] })
  await service.run("task.next", { agent: "ann" }).then(() => order.push("next"))
  await service.run("task.read", { id: "T-7" }).then(() => order.push("read"))
  await created
  order.push("create")
  // What has come meanwhile is in the answer.
  expect(await listed).toMatchObject({ total: count / 5 + 1 })
  expect(await claimed).toMatchObject({ task: { id: "T-4" } })
  expect(order).toEqual(["next", "read", "create", "list"])
})

test("a server that stops refuses those who wait for an index", async () => {
  const service = await startService()
  const tasks = Array.from({ length: 500 }, (_, i) => ({ title: `Task ${i}` }))
  for (let count = 0; count <= tasksAtOnce; count += tasks.length)
    await service.run("task.createMany", { tasks })
  const listed = service.run("task.list", { createdBy: "ann", limit: 1 })
  await service.engine.close()
  await expect(listed).rejects.toMatchObject({ code: "unavailable" })
})
