import { expect, onTestFinished, test, vi } from "vitest"
import { createGradual, IndexMissing } from "../../src/domain/board/gradual.ts"
import { createIndexing, tasksAtOnce } from "../../src/engine/indexing.ts"
import { readNow } from "../../src/operations/read-now.ts"
import { randomTask } from "../domain/tasks.ts"
import { createRandom } from "../support/random.ts"
import { given, startService } from "../support/service.ts"
import { idsOf, settled, waitFor } from "../support/waiting.ts"

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

test("a peek that waits is answered also where its index is first missed when a pause ends", async () => {
  const service = await given(["task.create", { title: "x", tags: ["docs"] }], ["team.pause", {}])
  service.board.spare(0)
  const [peek] = await waitFor(service, ["task.next", { tags: ["docs"] }])
  await service.run("team.resume")
  await peek?.done
  expect(peek).toMatchObject({ answer: { task: { id: "T-1" } }, error: undefined })
})

test("a waiting claim that misses an index takes no other claim's turn", async () => {
  const service = await given(["task.create", { title: "x" }], ["team.pause", {}])
  service.board.spare(0)
  const all = await waitFor(
    service,
    ["task.claimNext", { agent: "ann", tags: ["docs"] }],
    ["task.claimNext", { agent: "bob" }],
  )
  await service.run("team.resume")
  await settled(service)
  expect(idsOf(all)).toEqual(["waits", "T-1"])
})

test("who misses an index after a part of its wait waits for the rest only", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const service = await given(["task.create", { title: "x" }], ["team.pause", {}])
  service.board.spare(0)
  const all = await waitFor(
    service,
    ["task.claimNext", { tags: ["docs"] }],
    ["task.next", { tags: ["docs"] }],
  )
  await service.pass(20_000)
  await vi.advanceTimersByTimeAsync(20_000)
  await service.run("team.resume")
  await settled(service)
  expect(idsOf(all)).toEqual(["waits", "waits"])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(idsOf(all)).toEqual([null, null])
})

test("an index that cannot be made is told to those who wait for it, and the next ones are made all the same", async () => {
  const indexing = createIndexing()
  const task = randomTask(createRandom(7), 1)
  const answers = { answer: {}, seq: 1 }
  const wait = (add: () => void) => {
    const missing = createGradual({ get: () => task, last: 3, atOnce: 0 }, add)
    return () => {
      const call = { operation: readNow, input: {}, actor: "ann" }
      return indexing.again(new IndexMissing(missing), call, () => Promise.resolve(answers))
    }
  }
  let isBroken = true
  const taken: number[] = []
  const waitForBroken = wait(() => {
    if (isBroken && taken.length === 1) throw new Error("no room for it")
    taken.push(1)
  })
  const waiting = [waitForBroken(), waitForBroken(), wait(() => undefined)()]
  expect(await Promise.allSettled(waiting)).toMatchObject([
    { status: "rejected", reason: { message: "no room for it" } },
    { status: "rejected", reason: { message: "no room for it" } },
    { status: "fulfilled", value: answers },
  ])
  expect(await wait(() => undefined)()).toBe(answers)
  // No task is left out of it, not even the one that failed.
  isBroken = false
  expect(await waitForBroken()).toBe(answers)
  expect(taken).toHaveLength(3)
})
