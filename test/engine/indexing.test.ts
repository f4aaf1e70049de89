import { expect, onTestFinished, test, vi } from "vitest"
import { machineRuntime } from "../../src/machine/runtime.ts"
import { createGradual, type Gradual } from "../../src/domain/board/tasks/gradual.ts"
import type { IndexName } from "../../src/domain/board/tasks/task-index.ts"
import { createIndexing, tasksAtOnce } from "../../src/engine/indexing.ts"
import { readNow } from "../../src/operations/read-now.ts"
import { randomTask } from "../domain/tasks.ts"
import { createRandom } from "../support/random.ts"
import { given, startService } from "../support/service.ts"
import { idsOf, settled, waitFor } from "../support/waiting.ts"

test("who asks for what needs a large index waits while it is made, and nobody else does", async () => {
  const service = await startService({ time: runningTime() })
  const tasks = Array.from({ length: 500 }, (_, i) => ({ title: `Task ${i}`, tags: [`tag-${i % 5}`] }))
  const count = tasksAtOnce + 1_000
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

test("a peek that waits has its index before it waits, and is answered when a pause ends", async () => {
  const service = await given(["task.create", { title: "x", tags: ["docs"] }], ["team.pause", {}])
  expect(service.board.gradual("tag").left).toBe(1)
  const [peek] = await waitFor(service, ["task.next", { tags: ["docs"] }])
  expect(service.board.gradual("tag").left).toBe(0)
  await service.run("team.resume")
  await peek?.done
  expect(peek).toMatchObject({ answer: { task: { id: "T-1" } }, error: undefined })
})

test("a waiting claim that needs an index takes no other claim's turn", async () => {
  const service = await given(["task.create", { title: "x" }], ["team.pause", {}])
  const all = await waitFor(
    service,
    ["task.claimNext", { agent: "ann", tags: ["docs"] }],
    ["task.claimNext", { agent: "bob" }],
  )
  await service.run("team.resume")
  await settled(service)
  expect(idsOf(all)).toEqual(["waits", "T-1"])
})

test("who needs an index waits for no longer than it has asked for", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  onTestFinished(() => void vi.useRealTimers())
  const service = await given(["task.create", { title: "x" }], ["team.pause", {}])
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

test("those who wait for an index that cannot be made get the failure, and the next ones are still made", async () => {
  const task = randomTask(createRandom(7), 1)
  const taken: number[] = []
  let isBroken = true
  const indexOf = (add: () => void) => createGradual({ get: () => task, last: tasksAtOnce + 1 }, add)
  const indexes: Partial<Record<IndexName, Gradual>> = {
    tag: indexOf(() => {
      if (isBroken && taken.length === 1) throw new Error("no room for it")
      taken.push(1)
    }),
    status: indexOf(() => undefined),
  }
  const indexing = createIndexing(machineRuntime, { gradual: (name) => indexes[name] as Gradual })
  const wait = (name: IndexName) =>
    indexing.prepare({ operation: { ...readNow, indexes: () => [name] }, input: {}, actor: "ann" })
  expect(await Promise.allSettled([wait("tag"), wait("tag"), wait("status")])).toMatchObject([
    { status: "rejected", reason: { message: "no room for it" } },
    { status: "rejected", reason: { message: "no room for it" } },
    { status: "fulfilled" },
  ])
  expect(indexes.status?.left).toBe(0)
  expect(wait("status")).toBeUndefined()
  // No task is left out of it, not even the one that failed.
  isBroken = false
  await wait("tag")
  expect(taken).toHaveLength(tasksAtOnce + 1)
})

/** A clock that goes on, by which a slice of work ends. */
/** Half a millisecond goes by between two looks at it, so that an index is made in many slices on any machine. */
function runningTime() {
  let looked = 0
  return {
    wall: Date.UTC(2030, 0, 1),
    get monotonic() {
      return (looked += 0.5)
    },
    set monotonic(_) {
      throw new Error("It cannot be set")
    },
  }
}
