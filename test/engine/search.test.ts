import { expect, test } from "vitest"
import type { SearchedField } from "../../src/domain/board/search.ts"
import { createGate } from "../support/gate.ts"
import { startService, type Service } from "../support/service.ts"

const find = async (service: Service, q: string, more: Record<string, unknown> = {}): Promise<number> =>
  ((await service.run("task.list", { q, ...more })) as { total: number }).total

async function withMany(count: number) {
  const gate = createGate()
  const service = await startService({ openLog: gate.openLog })
  await Promise.all(
    Array.from({ length: count }, (_, i) => service.run("task.create", { title: `needle ${i}` })),
  )
  return { gate, service }
}

test("a search that comes while the index is built waits for it and finds everything", async () => {
  const { service } = await withMany(6000)
  await service.restart()
  const order: string[] = []
  const found = find(service, "needle").then((total) => {
    order.push("search")
    return total
  })
  // A query that needs no search does not wait.
  await service.run("task.read", { id: "T-7" }).then(() => order.push("read"))
  expect(await found).toBe(6000)
  expect(order).toEqual(["read", "search"])
})

test("a claim that asks for lessons waits for the index, too; one that does not is answered", async () => {
  const { service } = await withMany(6000)
  await service.run("task.claim", { id: "T-1", agent: "ann" })
  await service.run("task.complete", { id: "T-1", agent: "ann", reflection: "learned" })
  await service.restart()
  const order: string[] = []
  const asked = service
    .run("task.claim", { id: "T-2", agent: "ann", lessons: true })
    .finally(() => order.push("lessons"))
  await service.run("task.claim", { id: "T-3", agent: "bob" }).then(() => order.push("plain"))
  expect(await asked).toMatchObject({ lessons: [{ content: "learned", title: "needle 0" }] })
  expect(order).toEqual(["plain", "lessons"])
})

test("a caller that has gone before the index is built takes no task", async () => {
  const { service } = await withMany(6000)
  await service.restart()
  const caller = new AbortController()
  const claim = service.run(
    "task.claimNext",
    { agent: "ann", lessons: true, wait: "5s" },
    { signal: caller.signal },
  )
  caller.abort()
  await expect(claim).rejects.toMatchObject({ code: "unavailable" })
  expect((await service.run("task.read", { id: "T-1" })).task.status).toBe("todo")
})

test("an engine that closes stops building the index, and refuses the calls that wait for it", async () => {
  const { service } = await withMany(6000)
  await service.restart()
  const found = find(service, "needle")
  await service.engine.close()
  await expect(found).rejects.toMatchObject({ code: "unavailable" })
})

test("a restart finds what was found before", async () => {
  const { service } = await withMany(60)
  await service.run("task.edit", { id: "T-9", title: "thread" })
  await service.run("task.delete", { id: "T-8" })
  expect([await find(service, "needle"), await find(service, "thread")]).toEqual([58, 1])
  await service.restart()
  expect([await find(service, "needle"), await find(service, "thread")]).toEqual([58, 1])
})

const changes: Record<SearchedField, Parameters<Service["run"]>> = {
  title: ["task.edit", { id: "T-1", title: "thread" }],
  description: ["task.edit", { id: "T-1", description: "thread" }],
  done_criteria: ["task.edit", { id: "T-1", done_criteria: ["thread"] }],
  tags: ["task.edit", { id: "T-1", tags: ["thread"] }],
  project: ["task.edit", { id: "T-1", project: "thread" }],
  summary: ["task.complete", { id: "T-1", agent: "ann", summary: "thread", reflection: "learned" }],
}
test.each(Object.entries(changes))("a task is found by what its %s was changed to", async (_, change) => {
  const { service } = await withMany(2)
  await service.run("task.claim", { id: "T-1", agent: "ann" })
  expect(await find(service, "thread")).toBe(0)
  await service.run(...change)
  expect(await find(service, "thread")).toBe(1)
})

test("the text of a commit that fails is not found, neither during it nor afterwards", async () => {
  const { gate, service } = await withMany(1)
  const commit = gate.hold()
  const edited = service.run("task.edit", { id: "T-1", title: "thread" })
  const created = service.run("task.create", { title: "thread" })
  const failed = Promise.allSettled([edited, created])
  await commit.reached
  const meanwhile = Promise.all([find(service, "thread"), find(service, "needle")])
  commit.letGo("storage_full")
  await failed
  expect(await meanwhile).toEqual([0, 1])
  await service.run("task.create", { title: "other" })
  expect([
    await find(service, "thread"),
    await find(service, "needle"),
    await find(service, "other"),
  ]).toEqual([0, 1, 1])
})

test("a claim with lessons in a batch that fails leaves nothing of that batch behind", async () => {
  const { gate, service } = await withMany(2)
  await service.run("task.reflect", { id: "T-1", agent: "ann", content: "learned" })
  const commit = gate.hold()
  const failed = Promise.allSettled([
    service.run("task.edit", { id: "T-1", title: "thread" }),
    service.run("task.reflect", { id: "T-1", agent: "ann", content: "thread" }),
    service.run("task.claim", { id: "T-2", agent: "ann", lessons: true }),
  ])
  await commit.reached
  commit.letGo("storage_full")
  await failed
  const list = async (q: string) =>
    ((await service.run("reflection.list", { q })) as { reflections: { id: string }[] }).reflections
  expect(await list("thread")).toEqual([])
  expect(await list("needle")).toMatchObject([{ id: "R-1", title: "needle 0" }])
})
