import { afterEach, expect, test, vi } from "vitest"
import { UpnextError } from "../../src/errors.ts"
import { createSharedMemory, type MemoryStep } from "../support/shared-memory.ts"
import { startService, type Service } from "../support/service.ts"

/** Two servers over one log. A test can hold a step of the second, or make it fail. */
async function startTwo() {
  const time = { wall: Date.UTC(2030, 0, 1), monotonic: 0 }
  const memory = createSharedMemory(() => time.wall)
  const held = new Map<MemoryStep, { reached(): void; opened: Promise<void> }>()
  let broken: readonly MemoryStep[] = []
  const at = async (step: MemoryStep) => {
    held.get(step)?.reached()
    await held.get(step)?.opened
    if (broken.includes(step)) throw new UpnextError("storage_unreachable", { detail: "The log is away." })
  }
  const a = await startService({ openLog: () => memory.open(), time })
  const b = await startService({ openLog: () => memory.open({ at }), time })
  return {
    a,
    b,
    time,
    store: memory.store,
    hold(step: MemoryStep) {
      const reached = deferred()
      const opened = deferred()
      held.set(step, { reached: reached.resolve, opened: opened.promise })
      return {
        reached: reached.promise,
        letGo() {
          held.delete(step)
          opened.resolve()
        },
      }
    },
    break(...steps: MemoryStep[]) {
      broken = steps
    },
  }
}

function deferred() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve: () => resolve() }
}

const titles = async (service: Service) =>
  (await service.run("task.list")).tasks.map(({ title }: { title: string }) => title)
const create = (service: Service, title: string) => service.run("task.create", { title })
const unreachable = { code: "storage_unreachable" }

afterEach(() => void vi.useRealTimers())

test("while a commit waits for the lock, queries are answered at once from what is durable", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] })
  const two = await startTwo()
  await create(two.b, "first")
  const lock = two.hold("lock")
  const writing = create(two.b, "second")
  await lock.reached
  expect(await titles(two.b)).toEqual(["first"])
  lock.letGo()
  await writing
  expect(await titles(two.b)).toEqual(["first", "second"])
})

test("while the outcome is unknown, queries are answered after a second, without what was decided", async () => {
  const two = await startTwo()
  await create(two.b, "first")
  const append = two.hold("append")
  const writing = create(two.b, "second")
  await append.reached
  expect(await titles(two.b)).toEqual(["first"])
  append.letGo()
  expect((await writing).task.id).toBe("T-2")
  expect(await titles(two.b)).toEqual(["first", "second"])
  await two.b.expectFold()
})

test("what is overdue is seen when the log has kept a round waiting for a second", async () => {
  const two = await startTwo()
  await create(two.b, "x")
  await two.b.run("task.claim", { id: "T-1", agent: "ann", lease: "10s" })
  two.time.wall += 11_000
  const lock = two.hold("lock")
  const reading = two.b.run("task.read", { id: "T-1" })
  expect((await reading).task.status).toBe("doing")
  lock.letGo()
  await two.b.engine.tick()
  expect((await two.b.run("task.read", { id: "T-1" })).task.status).toBe("todo")
})

test("a commit whose outcome was unknown is there after all, once, and its key repeats the answer", async () => {
  const two = await startTwo()
  two.break("appended", "read")
  const key = { idempotencyKey: "k" }
  const sent = () => two.b.run("task.create", { title: "x" }, key)
  await expect(sent()).rejects.toMatchObject(unreachable)
  expect(await titles(two.b)).toEqual([])
  two.break()
  await two.b.engine.tick()
  expect(await titles(two.b)).toEqual(["x"])
  expect((await sent()).task.id).toBe("T-1")
  expect(await titles(two.a)).toEqual(["x"])
})

test("a log that cannot be reached refuses commands at once, answers queries, and heals by itself", async () => {
  const two = await startTwo()
  const waiting = two.b.run("task.claimNext", { agent: "ann", wait: "60s" })
  await two.b.run("task.list")
  two.break("lock", "read")
  await expect(create(two.b, "x")).rejects.toMatchObject(unreachable)
  const look = two.hold("read")
  const looking = two.b.engine.tick()
  await look.reached
  await expect(create(two.b, "y")).rejects.toMatchObject(unreachable)
  look.letGo()
  await looking
  await create(two.a, "from a")
  expect(await titles(two.b)).toEqual([])
  two.time.monotonic += 65_000
  await two.b.engine.tick()
  expect(two.b.engine.health()).toMatchObject({
    status: "storage_unreachable",
    detail: "The log is away. This has lasted for 1m 5s; data that you read is at least that old.",
  })

  two.break()
  await two.b.engine.tick()
  expect((await waiting).task.id).toBe("T-1")
  expect(two.b.engine.health()).toEqual({ status: "ok" })
  await create(two.b, "again")
  expect(await titles(two.b)).toEqual(["from a", "again"])
  expect(two.b.warnings).toEqual([
    "The log is away. Writes are refused until the database responds, then resume by themselves; reads still work.",
    "The database is responding again: writes are accepted.",
  ])
})

test("leases that ran out while no server could reach the log are extended", async () => {
  const two = await startTwo()
  await create(two.b, "x")
  await two.b.run("task.claim", { id: "T-1", agent: "ann", lease: "2m" })
  two.break("lock", "read")
  await two.b.pass(10 * 60_000)
  two.break()
  await two.b.engine.tick()
  await two.b.engine.tick()
  const { task } = await two.b.run("task.read", { id: "T-1" })
  expect(task).toMatchObject({
    status: "doing",
    lease: { expiresAt: new Date(two.time.wall + 5 * 60_000).toISOString() },
  })
})

test("a log that went back gets a new board, the subscribers are told, and the lost tasks are gone", async () => {
  const two = await startTwo()
  for (const title of ["one", "two", "three"]) await create(two.b, title)
  await two.b.engine.reach(3, { waitMs: 1000 })
  const seen: number[] = []
  two.b.engine.subscribe((events) => seen.push(...events.map(({ seq }) => seq)))
  const told = new Promise<void>((resolve) => two.b.engine.onReset(resolve))
  two.store.commits.splice(1)
  await expect(create(two.b, "lost")).rejects.toMatchObject({ code: "storage_diverged" })
  await told
  expect(await titles(two.b)).toEqual(["one"])
  expect(two.b.engine.seq).toBe(1)
  expect((await create(two.b, "other")).task.id).toBe("T-2")
  expect(seen).toEqual([2])
  expect((await two.b.run("task.list", { q: "three" })).tasks).toEqual([])
  expect(two.b.engine.health()).toEqual({ status: "ok" })
  await two.b.expectFold()
  // The other server noticed it when it read what was created.
  await expect.poll(() => two.a.engine.seq).toBe(2)
  expect(await titles(two.a)).toEqual(["one", "other"])
})

test("a log that is reached again is written again, though nothing is due on the board", async () => {
  const two = await startTwo()
  two.break("append", "read")
  await expect(two.b.run("agent.describe", { name: "ann" })).rejects.toMatchObject(unreachable)
  await two.b.engine.tick()
  two.break()
  await two.b.engine.tick()
  await two.b.run("agent.describe", { name: "ann" })
})

test("a server that closes stops watching the log before it closes it", async () => {
  const memory = createSharedMemory(Date.now)
  const calls: string[] = []
  const openLog = () => {
    const log = memory.open()
    return {
      ...log,
      watch: (listener: () => void) => {
        const stop = log.watch(listener)
        return () => {
          calls.push("stop watching")
          stop()
        }
      },
      close: () => {
        calls.push("close")
        return log.close()
      },
    }
  }
  const service = await startService({ openLog })
  await service.engine.close()
  expect(calls).toEqual(["stop watching", "close"])
})
