import { expect, test } from "vitest"
import type { CallResult } from "../../src/engine/call.ts"
import { given, operationNamed, startService } from "../support/service.ts"

test("a task that is put in comes out as the next one, is claimed, commented on and finished", async () => {
  const service = await startService()
  const { task } = await service.run("task.create", { title: "Write the guide", createdBy: "ann" })
  expect(task).toMatchObject({
    id: "T-1",
    status: "todo",
    assignee: "unassigned",
    ready: true,
    version: 1,
    createdBy: "ann",
  })
  expect(await service.run("task.next", { agent: "bob" })).toMatchObject({
    task: { id: "T-1", status: "todo" },
  })
  const claimed = await service.run("task.claimNext", { agent: "bob" })
  expect(claimed).toMatchObject({
    task: { id: "T-1", status: "doing", assignee: "bob", lease: { holder: "bob" } },
    lease: { epoch: 1 },
  })
  expect(await service.run("task.claimNext", { agent: "eve" })).toEqual({ task: null })
  await service.run("task.comment", { id: "t-1", author: "bob", content: "on it" })
  await expect(service.run("task.complete", { id: "T-1", agent: "eve" })).rejects.toMatchObject({
    code: "task_taken",
  })
  const done = await service.run("task.complete", { id: "T-1", leaseToken: claimed.lease.token })
  expect(done.task).toMatchObject({ status: "done", lease: null, commentCount: 1, assignee: "bob" })
  expect(await service.run("task.next", { agent: "bob" })).toEqual({ task: null })
  await service.expectFold()
  await service.restart()
  expect((await service.run("task.read", { id: "T-1" })).task).toMatchObject({
    status: "done",
    commentCount: 1,
  })
  await service.expectFold()
})

test("one new task ends the oldest of sixteen waiting claims", async () => {
  const service = await startService()
  const won: number[] = []
  const waits = Array.from({ length: 16 }, async (_, i) => {
    const { task } = await service.run("task.claimNext", { agent: `a${i}`, wait: i === 3 ? "2s" : "1s" })
    if (task) won.push(i)
  })
  await service.run("task.list")
  await service.run("task.create", { title: "one" })
  await Promise.all(waits)
  expect(won).toEqual([0])
  await service.expectFold()
})

test("a lease that runs out gives the task back after a rest that doubles, and at last blocks it for a person", async () => {
  const service = await startService()
  await service.run("task.create", { title: "one" })
  for (const pause of [30_000, 60_000, 120_000, 240_000]) {
    await service.run("task.claimNext", { agent: "bob" })
    await service.pass(30 * 60_000)
    expect((await service.run("task.read", { id: "T-1" })).task).toMatchObject({
      status: "todo",
      assignee: "unassigned",
      ready: false,
    })
    await service.pass(pause - 1000)
    expect(await service.run("task.next", { agent: "bob" })).toEqual({ task: null })
    await service.pass(1000)
    expect(await service.run("task.next", { agent: "bob" })).toMatchObject({ task: { id: "T-1" } })
  }
  const { lease } = await service.run("task.claimNext", { agent: "bob" })
  await service.pass(30 * 60_000)
  expect((await service.run("task.read", { id: "T-1" })).task).toMatchObject({
    status: "blocked",
    reason: "needs attention: its claim expired 5 times",
    attempts: 0,
    expiries: 5,
  })
  await service.run("task.complete", { id: "T-1", leaseToken: lease.token })
  expect((await service.run("task.read", { id: "T-1" })).task).toMatchObject({ status: "done" })
  await service.expectFold()
})

test("the same query gets the same result object until an event or the time changes anything", async () => {
  const service = await given(["task.create", { title: "one" }], ["task.create", { title: "two" }])
  const operation = operationNamed("task.next")
  const input = { agent: "ann" }
  const peek = async (last?: CallResult) =>
    (await service.engine.run({ operation, input, actor: "ann", last })) as CallResult & {
      answer: { task: { id: string } | null }
    }
  let last = await peek()
  expect(await peek(last)).toBe(last)
  const differs = async (shown: object | null) => {
    const now = await peek(last)
    expect(now).not.toBe(last)
    expect(now.seq).toBe(service.engine.seq)
    if (shown === null) expect(now.answer.task).toBeNull()
    else expect(now.answer.task).toMatchObject(shown)
    last = now
  }
  await service.run("task.comment", { id: "T-1", author: "ann", content: "hm" })
  await differs({ id: "T-1", commentCount: 1 })
  await service.run("task.edit", { id: "T-2", blockedBy: ["T-1"] })
  await differs({ id: "T-1", blocks: ["T-2"] })
  await service.run("task.edit", { id: "T-1", notBefore: new Date(service.now() + 60_000).toISOString() })
  await differs(null)
  await service.pass(60_000)
  await differs({ id: "T-1", ready: true })
  await service.run("task.claim", { id: "T-1", agent: "bob" })
  await differs(null)
  await service.pass(31 * 60_000)
  await differs({ id: "T-1", status: "todo" })
})
