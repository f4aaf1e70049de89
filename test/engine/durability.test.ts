import { afterEach, describe, expect, test, vi } from "vitest"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import { fail } from "../../src/errors.ts"
import type { DecideCommit } from "../../src/storage/log.ts"
import { createGate } from "../support/gate.ts"
import { dump, operationNamed, startService, type Service } from "../support/service.ts"

afterEach(() => void vi.useRealTimers())

async function start() {
  const gate = createGate()
  const service = await startService({ openLog: gate.openLog })
  await service.run("task.create", { title: "first" })
  return { gate, service }
}

/** The event loop has turned often enough for anything that may be answered to be answered. */
async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

function watch<T>(promise: Promise<T>) {
  const seen: { value?: T; error?: unknown; isSettled: boolean } = { isSettled: false }
  const done = promise.then(
    (value) => void Object.assign(seen, { value, isSettled: true }),
    (error: unknown) => void Object.assign(seen, { error, isSettled: true }),
  )
  return Object.assign(seen, { done })
}

const titles = async (service: Service) =>
  ((await service.run("task.list")).tasks as { title: string }[]).map(({ title }) => title)

describe("nothing undurable is ever seen", () => {
  test("answers, events, queries and the seq wait for the commit they rest on; health does not", async () => {
    const { gate, service } = await start()
    const events: PublicEvent[] = []
    service.engine.subscribe((batch) => events.push(...batch))
    const { seq } = service.engine
    const commit = gate.hold()
    const created = watch(service.run("task.create", { title: "second" }))
    await commit.reached
    const listed = watch(titles(service))
    const refused = watch(service.run("task.claim", { id: "T-9", agent: "ann" }))
    await turns()
    expect([
      created.isSettled,
      listed.isSettled,
      refused.isSettled,
      events.length,
      service.engine.seq,
    ]).toEqual([...[false, false, false, 0, seq]])
    expect(service.engine.health()).toEqual({ status: "ok" })
    commit.letGo()
    await Promise.all([created.done, listed.done, refused.done])
    expect(listed.value).toEqual(["first", "second"])
    expect(refused.error).toMatchObject({ code: "task_not_found" })
    expect(events.map(({ type }) => type)).toEqual(["task.created"])
    expect(service.engine.seq).toBe(seq + 1)
  })

  test("a subscriber that throws undoes nothing, and the other subscribers still get the event", async () => {
    const { service } = await start()
    const heard: string[] = []
    service.engine.subscribe(() => {
      throw new Error("broken")
    })
    service.engine.subscribe((events) => heard.push(...events.map(({ type }) => type)))
    expect((await service.run("task.create", { title: "second" })).task.id).toBe("T-2")
    expect(heard).toEqual(["task.created"])
    expect(service.engine.health()).toEqual({ status: "ok" })
    expect(await titles(service)).toEqual(["first", "second"])
  })

  test("a query that came during a commit runs before the next batch is decided", async () => {
    const { gate, service } = await start()
    const commit = gate.hold()
    const first = service.run("task.create", { title: "second" })
    await commit.reached
    const later = service.run("task.create", { title: "third" })
    const listed = titles(service)
    commit.letGo()
    expect(await listed).toEqual(["first", "second"])
    await Promise.all([first, later])
    expect(await titles(service)).toEqual(["first", "second", "third"])
  })

  test("a query during a commit that fails sees the board without it", async () => {
    const { gate, service } = await start()
    const commit = gate.hold()
    const created = watch(service.run("task.create", { title: "second" }))
    await commit.reached
    const listed = titles(service)
    commit.letGo("storage_full")
    expect(await listed).toEqual(["first"])
    await created.done
    expect(created.error).toMatchObject({ code: "storage_full" })
  })

  test("when a commit fails, a refusal that rests on it is not sent: the caller gets the failure", async () => {
    const { gate, service } = await start()
    const commit = gate.hold()
    const both = ["ann", "bob"].map((agent) => watch(service.run("task.claim", { id: "T-1", agent })))
    await commit.reached
    await turns()
    expect(both.map(({ isSettled }) => isSettled)).toEqual([false, false])
    commit.letGo("storage_full")
    for (const each of both) {
      await each.done
      expect(each.error).toMatchObject({ code: "storage_full" })
    }
  })

  test("a waiting peek is not woken by an event that is not durable", async () => {
    const gate = createGate()
    const service = await startService({ openLog: gate.openLog })
    const peek = watch(service.run("task.next", { agent: "ann", wait: "60s" }))
    await turns()
    const commit = gate.hold()
    const created = service.run("task.create", { title: "x" })
    await commit.reached
    await turns()
    expect(peek.isSettled).toBe(false)
    commit.letGo()
    await Promise.all([created, peek.done])
    expect(peek.value).toMatchObject({ task: { id: "T-1" } })
  })

  test("an answer names the seq that it reflects", async () => {
    const { service } = await start()
    const list = {
      operation: operationNamed("task.list"),
      input: { limit: 50, sort: "created" },
      actor: "ann",
    }
    expect(await service.engine.run(list)).toMatchObject({ seq: service.engine.seq })
    const create = operationNamed("task.create")
    const outcomes = await Promise.all(
      ["a", "b"].map(async (title) =>
        service.engine.run({ operation: create, input: create.input.parse({ title }), actor: "ann" }),
      ),
    )
    expect(outcomes.map(({ seq }) => seq)).toEqual([2, 3])
  })
})

describe("one writer", () => {
  test("commands that arrive while a commit is in flight go into the next one together", async () => {
    const { gate, service } = await start()
    const commit = gate.hold()
    const first = service.run("task.create", { title: "x" })
    await commit.reached
    const before = gate.appends.length
    const rest = Array.from({ length: 50 }, (_, i) => service.run("task.create", { title: `x ${i}` }))
    commit.letGo()
    const ids = (await Promise.all([first, ...rest])).map(({ task }) => task.id as string)
    expect(gate.appends.length).toBe(before + 1)
    expect(ids).toEqual(Array.from({ length: 51 }, (_, i) => `T-${i + 2}`))
  })

  test("each is decided against the board as the ones before it left it, and one that fails rejects alone", async () => {
    const { gate, service } = await start()
    const before = gate.appends.length
    const results = await Promise.allSettled([
      service.run("task.claim", { id: "T-1", agent: "ann" }),
      service.run("task.claim", { id: "T-1", agent: "bob" }),
      service.run("task.edit", { id: "T-1", blockedBy: ["T-1"] }),
      service.run("task.complete", { id: "T-1", agent: "ann" }),
    ])
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"])
    expect(results[0]).toMatchObject({ value: { task: { status: "doing" } } })
    expect(gate.appends.length).toBe(before + 1)
  })

  test("one that fails after its events were folded in leaves no trace of them, and its batch goes on", async () => {
    const { service } = await start()
    const before = dump(service.board)
    const operation = operationNamed("task.create")
    const input = operation.input.parse({ title: "never" })
    const broken = { ...operation, answer: () => fail("internal", "The answer could not be built.") }
    await expect(service.engine.run({ operation: broken, input, actor: "ann" })).rejects.toMatchObject({
      code: "internal",
    })
    expect(dump(service.board)).toEqual(before)
    const [outcome, { task }] = await Promise.all([
      Promise.resolve(service.engine.run({ operation: broken, input, actor: "ann" })).catch(
        (error: unknown) => error,
      ),
      service.run("task.create", { title: "second" }),
    ])
    expect(outcome).toMatchObject({ code: "internal" })
    expect(task.id).toBe("T-2")
  })

  test("a batch of refusals alone appends nothing", async () => {
    const { gate, service } = await start()
    const before = gate.appends.length
    await expect(service.run("task.claim", { id: "T-9", agent: "ann" })).rejects.toMatchObject({
      code: "task_not_found",
    })
    expect(gate.appends.length).toBe(before)
  })

  test("after a close everything is refused, and what was in flight is answered and kept", async () => {
    const { gate, service } = await start()
    const commit = gate.hold()
    const created = watch(service.run("task.create", { title: "second" }))
    await commit.reached
    const queued = watch(service.run("task.create", { title: "third" }))
    const closing = service.engine.close()
    expect(service.engine.health().status).toBe("stopping")
    await expect(service.run("task.list")).rejects.toMatchObject({ code: "unavailable" })
    commit.letGo()
    await Promise.all([closing, created.done, queued.done])
    expect([created.error, queued.error]).toEqual([undefined, undefined])
    await service.restart()
    expect(await titles(service)).toEqual(["first", "second", "third"])
  })
})

describe("with the disk full", () => {
  test("writes are refused, reads go on, health says so, and writing resumes by itself", async () => {
    const { gate, service } = await start()
    const before = dump(service.board)
    gate.break("storage_full")
    const writes = await Promise.allSettled([
      service.run("task.create", { title: "second" }, { idempotencyKey: "k" }),
      service.run("task.claim", { id: "T-1", agent: "ann" }),
      service.run("task.delete", { id: "T-1" }),
    ])
    for (const write of writes) expect(write).toMatchObject({ reason: { code: "storage_full" } })
    expect(dump(service.board)).toEqual(before)
    expect(service.engine.health()).toMatchObject({ status: "storage_full", detail: "There is no room." })
    expect(await titles(service)).toEqual(["first"])
    gate.break(undefined)
    const { task } = await service.run("task.create", { title: "second" }, { idempotencyKey: "k" })
    expect(task.id).toBe("T-2")
    expect(service.engine.health()).toEqual({ status: "ok" })
    await service.restart()
    expect(await titles(service)).toEqual(["first", "second"])
  })

  test("health is ok again as soon as there is room, although nobody wrote", async () => {
    const { gate, service } = await start()
    gate.break("storage_full")
    await expect(service.run("task.create", { title: "second" })).rejects.toMatchObject({
      code: "storage_full",
    })
    await service.engine.tick()
    expect(service.engine.health().status).toBe("storage_full")
    gate.break(undefined)
    await service.engine.tick()
    expect(service.engine.health()).toEqual({ status: "ok" })
  })

  test("a waiting claim whose commit fails gets the error, and the task goes to the next waiting claim", async () => {
    const { gate, service } = await start()
    await service.run("task.edit", { id: "T-1", status: "blocked" })
    const waits = ["ann", "bob"].map((agent) => watch(service.run("task.claimNext", { agent, wait: "60s" })))
    await turns()
    const unblock = gate.hold()
    const edited = service.run("task.edit", { id: "T-1", status: "todo" })
    await unblock.reached
    const claim = gate.hold()
    unblock.letGo()
    await edited
    await claim.reached
    claim.letGo("storage_full")
    await waits[0]?.done
    await turns()
    expect(waits[0]?.error).toMatchObject({ code: "storage_full" })
    await waits[1]?.done
    expect(waits[1]).toMatchObject({ value: { task: { id: "T-1", assignee: "bob" } } })
  })

  test("after a failed commit, what is due is tried again at intervals, not in a busy loop", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] })
    const { gate, service } = await start()
    await service.run("task.claim", { id: "T-1", agent: "ann", lease: "10s" })
    gate.break("storage_full")
    const before = gate.appends.length
    service.sleep(10_000)
    for (let i = 0; i < 200; i++) {
      await vi.advanceTimersByTimeAsync(50)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const tries = gate.appends.length - before
    expect(tries).toBeGreaterThanOrEqual(1)
    expect(tries).toBeLessThanOrEqual(4)
    gate.break(undefined)
    await vi.advanceTimersByTimeAsync(6_000)
    await turns()
    expect((await service.run("task.read", { id: "T-1" })).task).toMatchObject({
      status: "todo",
      expiries: 1,
    })
    expect(service.engine.health()).toEqual({ status: "ok" })
  })
})

describe("with the disk failed", () => {
  test.each([
    ["and the batch lost", "storage_failed", ["first"]],
    ["and the batch on it all the same", "kept", ["first", "second"]],
  ] as const)(
    "%s, all later writes are refused until a restart; reads serve the last durable board",
    async (_, fault, after) => {
      const { gate, service } = await start()
      const { seq } = service.engine
      gate.break(fault)
      const failed = { code: "storage_failed" }
      await expect(service.run("task.create", { title: "second" })).rejects.toMatchObject(failed)
      gate.break(undefined)
      await expect(service.run("task.create", { title: "third" })).rejects.toMatchObject(failed)
      expect(service.engine.health()).toMatchObject({ status: "storage_failed", detail: "The sync failed." })
      expect(await titles(service)).toEqual(["first"])
      expect(await service.run("task.next", { agent: "ann" })).toMatchObject({ task: { id: "T-1" } })
      expect(service.engine.seq).toBe(seq)
      await service.restart()
      expect(service.engine.health()).toEqual({ status: "ok" })
      expect(await titles(service)).toEqual(after)
      await service.run("task.create", { title: "fourth" })
    },
  )

  test("reads serve the last durable board also when a lease is overdue", async () => {
    const { gate, service } = await start()
    await service.run("task.claim", { id: "T-1", agent: "ann", lease: "10s" })
    gate.break("storage_failed")
    await expect(service.run("task.create", { title: "x" })).rejects.toMatchObject({ code: "storage_failed" })
    service.sleep(20_000)
    expect((await service.run("task.read", { id: "T-1" })).task).toMatchObject({ status: "doing" })
  })
})

test("a commit that fails while a claim waits is not tried again in a busy loop", async () => {
  const { gate, service } = await start()
  const waiting = service.run("task.claimNext", { agent: "ann", project: "other", wait: "1s" })
  await turns()
  gate.break("storage_failed")
  await expect(service.run("task.claim", { id: "T-1", agent: "bob" })).rejects.toMatchObject({
    code: "storage_failed",
  })
  let commits = 0
  const { commit } = service.log
  Object.assign(service.log, {
    commit: (...args: Parameters<typeof commit>) => {
      commits++
      return commit(...args)
    },
  })
  for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve))
  expect(commits).toBeLessThan(5)
  expect(await waiting).toEqual({ task: null })
})

test("with a failed disk and a lease that is over, waiting for a later event does not keep the server busy", async () => {
  const gate = createGate()
  let commits = 0
  const openLog = () => {
    const log = gate.openLog()
    return { ...log, commit: (decide: DecideCommit) => (commits++, log.commit(decide)) }
  }
  const service = await startService({ openLog })
  await service.run("task.create", { title: "x" })
  await service.run("task.claimNext", { agent: "ann", lease: "30s" })
  gate.break("storage_failed")
  await expect(service.run("task.create", { title: "y" })).rejects.toMatchObject({ code: "storage_failed" })
  service.sleep(60_000)
  commits = 0
  await service.engine.reach(service.engine.seq + 1, { waitMs: 50 })
  expect(commits).toBeLessThan(3)
})
