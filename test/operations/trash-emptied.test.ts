import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, test } from "vitest"
import { createMemoryLog, createMemoryStore } from "../support/memory-log.ts"
import { given, startService, type Service } from "../support/service.ts"

const day = 24 * 3_600_000
const byAnn = { actor: "ann" }

/** Days go by for a running server. */
async function live(service: Service, days: number): Promise<void> {
  for (let i = 0; i < days; i++) {
    service.sleep(day)
    await service.engine.tick()
  }
}

/** What a task is, what was said of it, and what leads to it, but for what any change raises. */
async function allOf(service: Service, id: string) {
  const { task } = await service.run("task.read", { id })
  const { comments } = await service.run("task.comments", { id })
  const { reflections } = await service.run("reflection.list", { task: id })
  const linked = (await service.run("task.list", { parent: id })).tasks as { id: string }[]
  return {
    task: { ...task, version: null, updatedAt: null } as unknown,
    ...{ comments, reflections, children: linked.map((each) => each.id) },
  }
}

/** T-5 is linked with all others, and has all that can be said of a task. */
async function givenLinked(): Promise<Service> {
  const create = (fields: object = {}) => ["task.create", { title: "a task", ...fields }, byAnn] as const
  return given(
    ...[create(), create(), create(), create()],
    create({
      ...{ parent: "T-1", blockedBy: ["T-2"], discoveredFrom: "T-3", reviewer: "rea", tags: ["a"] },
      ...{ description: "long", done_criteria: ["dry", "clean"], metadata: { a: 1 } },
    }),
    create({ parent: "T-5" }),
    ["task.edit", { id: "T-4", blockedBy: ["T-5"] }, byAnn],
    ["task.comment", { id: "T-5", content: "look" }, byAnn],
    ["task.check", { id: "T-5", criterion: "dry", evidence: "sand" }, byAnn],
    ["task.reflect", { id: "T-5", agent: "bob", content: "learned" }],
    ["task.comment", { id: "T-5", content: "again" }, { actor: "bob" }],
  )
}

test("on the last of 30 days a deleted task comes back whole: its comments, criteria, reflections and links", async () => {
  const service = await givenLinked()
  const before = await allOf(service, "T-5")
  expect(before).toMatchObject({ children: ["T-6"], task: { blocks: ["T-4"], blockedBy: ["T-2"] } })
  expect([before.comments, before.reflections].map((said: unknown[]) => said.length)).toEqual([2, 1])
  await service.run("task.delete", { id: "T-5" }, byAnn)
  await live(service, 29)
  await service.restart(day - 1)
  const { dropped } = await service.run("task.restore", { id: "T-5" }, byAnn)
  expect(dropped).toEqual([])
  expect(await allOf(service, "T-5")).toEqual(before)
})

test("after 30 days it is gone, and nothing is left that it was linked by", async () => {
  const service = await givenLinked()
  await service.run("task.delete", { id: "T-5" }, byAnn)
  await live(service, 30)
  const { board } = service
  expect([board.trash.size, board.comments.size, board.reviews.size]).toEqual([0, 0, 0])
  expect([1, 2].map((n) => [...board.ready.waiting(n)])).toEqual([[], []])
  expect(board.ready.children.of(1)).toMatchObject({ total: 0 })
  expect(board.index.get("discoveredFrom", "T-3")?.size ?? 0).toBe(0)
  const kept = JSON.stringify([
    ...board.trash.values(),
    ...board.commands.values(),
    ...board.comments.values(),
  ])
  expect(kept).not.toContain("look")
})

test("the memory of 5,000 deleted tasks with 20 kB of comments each is free again after 30 days", async () => {
  setFlagsFromString("--expose-gc")
  const collectGarbage = runInNewContext("gc") as () => void
  const store = createMemoryStore()
  const service = await startService({ openLog: () => createMemoryLog({ store }) })
  /**
   * In MB, without the log, which is not on a disk here. What earlier files left in this process may be freed
   * meanwhile, so no bound is closer than 40 MB.
   */
  const held = () => {
    store.commits.length = 0
    collectGarbage()
    return process.memoryUsage().heapUsed / 1e6
  }
  await service.run("task.create", { title: "stays" }, byAnn)
  const empty = held()
  // Each text is one of its own, as those of requests are.
  const content = () => Buffer.alloc(10_000, "word after word ").toString("latin1")
  for (let block = 0; block < 50; block++) {
    const numbers = Array.from({ length: 100 }, (_, i) => 2 + block * 100 + i)
    await Promise.all(numbers.map((n) => service.run("task.create", { title: `task ${n}` }, byAnn)))
    const comment = (n: number) => service.run("task.comment", { id: `T-${n}`, content: content() }, byAnn)
    await Promise.all(numbers.flatMap((n) => [comment(n), comment(n)]))
    store.commits.length = 0
  }
  const full = held() - empty
  expect(full).toBeGreaterThan(60)

  for (let n = 2; n <= 5001; n++) await service.run("task.delete", { id: `T-${n}` }, byAnn)
  expect(service.board.trash.size).toBe(5000)
  expect(held() - empty).toBeGreaterThan(60)

  await live(service, 30)
  expect([service.board.trash.size, service.board.tasks.size]).toEqual([0, 1])
  expect(held() - empty).toBeLessThan(40)
  await service.engine.close()
})
