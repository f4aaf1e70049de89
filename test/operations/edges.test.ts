import { expect, test } from "vitest"
import { policyOf } from "../../src/config/board-settings.ts"
import { loadConfig } from "../../src/config/config.ts"
import { loadBoard, takeSnapshot } from "../../src/domain/board/snapshot.ts"
import { expectRefused, given, givenPolicy, type Service, type Step } from "../support/service.ts"

const commit = "a".repeat(40)
const work = {
  ...{ repository: "shop", branch: "upnext/T-1.1-one", base: "main", tree: "1".repeat(40), commit },
  ...{ files: 2, additions: 30, deletions: 4 },
}
/** T-2 waits for T-1, which ann finishes with this work. */
const chain = (more: object = {}): Step[] => [
  ["task.create", { title: "one" }],
  ["task.create", { title: "two", blockedBy: ["T-1"] }],
  ["task.claim", { id: "T-1", agent: "ann" }],
  ["task.reportWork", { id: "T-1", agent: "ann", ...work, ...more }],
  ["task.complete", { id: "T-1", agent: "ann" }],
]
const landed = { id: "T-1", agent: "pat", epoch: 1, commit, base: "main", result: "landed" } as const

const nextOf = async (service: Service) =>
  (await service.run("task.next", { agent: "bob" })).task as { id: string } | null
const handoffOf = async (service: Service) =>
  (await service.run("task.read", { id: "T-2", handoff: true })).handoff as { unlanded?: string[] } | null

test("a task that is blocked by finished work waits until that has landed, and says so", async () => {
  const service = await given(...chain())
  const { task, explain } = await service.run("task.next", { agent: "bob", explain: "1" })
  expect(task).toBeNull()
  expect(explain.passedOver).toEqual([
    {
      ...{ task: "T-2", title: "two", reason: "not_landed" },
      detail: "It waits for T-1 to land.",
    },
  ])
  await expectRefused(service, ["task.claim", { id: "T-2", agent: "bob" }], "task_not_ready", {
    ...{ blockedBy: ["T-1"], unlanded: ["T-1"] },
  })
  const waits = await service.run("task.read", { id: "T-2" })
  expect(waits.task).toMatchObject({ ready: false, waitsFor: ["T-1"] })
  expect((await service.run("task.read", { id: "T-1" })).task.work).toMatchObject({ toLand: true })
  await service.run("task.land", landed)
  expect(await nextOf(service)).toMatchObject({ id: "T-2" })
  expect((await service.run("task.read", { id: "T-1" })).task.work).not.toHaveProperty("toLand")
  expect(await handoffOf(service)).toBeNull()
})

test("a request that waits for work is woken by the landing", async () => {
  const service = await given(...chain())
  const waiting = service.run("task.claimNext", { agent: "bob", wait: "60s" })
  await service.run("task.land", landed)
  expect((await waiting).task).toMatchObject({ id: "T-2" })
})

test("what is deleted, or finished anew without work, holds nobody", async () => {
  const deleted = await given(...chain())
  await deleted.run("task.delete", { id: "T-1" })
  expect(await nextOf(deleted)).toMatchObject({ id: "T-2" })

  const again = await given(...chain())
  await again.run("task.edit", { id: "T-1", status: "todo" }, { actor: "eve" })
  await again.run("task.claim", { id: "T-1", agent: "ann" })
  await again.run("task.complete", { id: "T-1", agent: "ann" })
  expect(await nextOf(again), "it was finished without work").toMatchObject({ id: "T-2" })
})

test("work that changes no file, or starts from no branch, has nothing to land", async () => {
  for (const more of [{ files: 0 }, { base: null }])
    expect(await nextOf(await given(...chain(more)))).toMatchObject({ id: "T-2" })
})

test("a parent does not wait for its children to land", async () => {
  const service = await given(
    ["task.create", { title: "part" }],
    ["task.create", { title: "whole" }],
    ["task.edit", { id: "T-1", parent: "T-2" }],
    ["task.claim", { id: "T-1", agent: "ann" }],
    ["task.reportWork", { id: "T-1", agent: "ann", ...work }],
    ["task.complete", { id: "T-1", agent: "ann" }],
  )
  expect(await nextOf(service)).toMatchObject({ id: "T-2" })
})

test("with policy.edges: done it goes on at once, and its hand-over names what is not in the base", async () => {
  const service = await givenPolicy({ edges: "done" }, ...chain())
  expect(await nextOf(service)).toMatchObject({ id: "T-2" })
  expect(await handoffOf(service)).toMatchObject({ unlanded: ["T-1"] })
  await service.run("task.land", landed)
  expect(await handoffOf(service)).toBeNull()
})

test("a board with work of before goes on as it did, also from a checkpoint of before", async () => {
  const service = await given(...chain())
  const { counters, tables } = takeSnapshot(service.board)
  expect(counters.hasOldWork).toBe(false)
  const { hasOldWork: _, ...before } = counters
  const tasks = tables.tasks.map((task) => {
    if (!task.work) return task
    const { toLand: __, ...old } = task.work
    return { ...task, work: old }
  })
  const board = loadBoard({ counters: before as typeof counters, tables: { ...tables, tasks } })
  expect(board.counters.hasOldWork).toBe(true)
  expect(board.ready.has(2)).toBe(true)
})

test("the setting is done or landed, and unset it is the board's own", async () => {
  const home = "/nonexistent/upnext"
  const policy = async (env: Record<string, string>) =>
    policyOf(await loadConfig({ flags: {}, env: { UPNEXT_HOME: home, ...env } }))
  expect(await policy({})).not.toHaveProperty("edges")
  expect(await policy({ UPNEXT_EDGES: "done" })).toMatchObject({ edges: "done" })
  await expect(policy({ UPNEXT_EDGES: "merged" })).rejects.toMatchObject({ code: "invalid_config" })
})
