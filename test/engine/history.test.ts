import { readCommands } from "../../src/domain/board/upcast.ts"
import { describe, expect, test } from "vitest"
import { subjectsOf } from "../../src/domain/board/trail.ts"
import type { CallResult } from "../../src/engine/call.ts"
import { UpnextError } from "../../src/errors.ts"
import { openJournal } from "../../src/storage/journal/journal.ts"
import type { Log } from "../../src/storage/log.ts"
import { createMemoryLog, createMemoryStore, type MemoryStore } from "../support/memory-log.ts"
import { temporaryDirectory } from "../storage/support.ts"
import { createGate } from "../support/gate.ts"
import { operationNamed, startService, type Service } from "../support/service.ts"

interface Answer {
  history: { seq: number; type: string; changes: unknown[] }[]
  attempts: { outcome: string }[]
  total: number
}

async function historyOf(service: Service, id: string): Promise<Answer & { at: number }> {
  const { answer, seq } = await ask(service, id)
  return { ...(answer as unknown as Answer), at: seq }
}

function ask(service: Service, id: string): Promise<CallResult> {
  const operation = operationNamed("task.history")
  const input = operation.input.parse({ id, limit: 500 })
  return Promise.resolve(service.engine.run({ operation, input, actor: "anonymous" }))
}

/** What a scan of the whole log finds, newest first. */
async function scan(log: Log, id: string, upTo = Infinity): Promise<{ seq: number; type: string }[]> {
  const found: { seq: number; type: string }[] = []
  for await (const commit of log.read(0)) {
    let { seq } = commit
    for (const { events } of commit.commands)
      for (const event of events) {
        if (subjectsOf(event).includes(id) && seq <= upTo) found.push({ seq, type: event.type })
        seq += 1
      }
  }
  return found.reverse()
}

async function expectScan(service: Service, id: string): Promise<void> {
  const { history, total, at } = await historyOf(service, id)
  const found = await scan(service.log, id, at)
  expect(history.map(({ seq, type }) => ({ seq, type }))).toEqual(found)
  expect(total).toBe(found.length)
  expect(found.at(-1)?.type).toBe("task.created")
}

/** A day of work on one task, with others before, between and after. */
async function work(service: Service, id: string, day: number): Promise<void> {
  const others = (title: string) =>
    Promise.all(Array.from({ length: 20 }, (_, i) => service.run("task.create", { title: `${title} ${i}` })))
  await others("before")
  await service.run("task.comment", { id, author: "Bob", content: "first" })
  await others("between")
  await Promise.all([
    service.run("task.claim", { id, agent: "Ann" }),
    others("beside"),
    service.run("task.comment", { id, author: "Bob", content: "second" }),
    service.run("task.edit", { id, eta: `${day + 1}h`, status: "todo", reflection: "hm" }, { actor: "Bob" }),
  ])
  await others("after")
}

describe("over files", () => {
  test.each([
    ["in one segment", {}],
    ["in many segments", { segmentSize: 4000 }],
    ["in segments of one commit", { segmentSize: 1 }],
  ])("%s, whole across restarts and between other tasks", async (_, options) => {
    const directory = await temporaryDirectory()
    const service = await startService({
      openLog: () => openJournal({ readCommands, directory, warn: () => undefined, ...options }),
    })
    await service.run("task.create", { title: "x" })
    for (let day = 0; day < 3; day++) {
      await work(service, "T-1", day)
      await expectScan(service, "T-1")
      await service.restart()
      await expectScan(service, "T-1")
    }
    await expectScan(service, "T-7")
    expect((await historyOf(service, "T-1")).total).toBe(1 + 3 * 6)
  })

  test("under many writes each answer is complete up to the seq it names, and no write waits for it", async () => {
    const directory = await temporaryDirectory()
    const service = await startService({
      openLog: () => openJournal({ readCommands, directory, warn: () => undefined, segmentSize: 8000 }),
    })
    await service.run("task.create", { title: "x" })
    let isOver = false
    const storm = Array.from({ length: 8 }, async (_, i) => {
      for (let n = 0; n < 40; n++) {
        await service.run("task.create", { title: `${i} ${n}` })
        await service.run("task.comment", { id: "T-1", author: `agent ${i}`, content: `${n}` })
      }
    })
    const answers: Awaited<ReturnType<typeof historyOf>>[] = []
    const asking = (async () => {
      while (!isOver) answers.push(await historyOf(service, "T-1"))
    })()
    await Promise.all(storm).finally(() => (isOver = true))
    await asking
    const all = await scan(service.log, "T-1")
    for (const { history, at } of answers)
      expect(history.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq).filter((seq) => seq <= at))
    expect(answers.length).toBeGreaterThan(1)
    await expectScan(service, "T-1")
  })
})

/** A service whose walks through the log stop until the test lets them go on. */
async function withHeldWalks() {
  const gate = createGate()
  const walks: { letGo(error?: Error): void }[] = []
  const openLog = (): Log => {
    const log = gate.openLog()
    return {
      ...log,
      async find(seq) {
        await new Promise<void>((resolve, reject) => {
          walks.push({ letGo: (error) => (error ? reject(error) : resolve()) })
        })
        return log.find(seq)
      },
    }
  }
  const service = await startService({ openLog })
  await service.run("task.create", { title: "x" })
  const asked = ask(service, "T-1").then(
    ({ answer, seq }) => ({ answer: answer as unknown as Answer, seq }),
    (error: unknown) => ({ error }),
  )
  while (walks.length === 0) await new Promise((resolve) => setImmediate(resolve))
  return { gate, service, asked, letGo: (error?: Error) => walks.forEach((walk) => walk.letGo(error)) }
}

describe("during a walk", () => {
  test("commands and queries go on, and the answer does not show their events", async () => {
    const { service, asked, letGo } = await withHeldWalks()
    const { seq } = service.engine
    await service.run("task.edit", { id: "T-1", title: "y" })
    expect((await service.run("task.read", { id: "T-1" })).task.title).toBe("y")
    letGo()
    expect(await asked).toMatchObject({ seq, answer: { total: 1, history: [{ type: "task.created" }] } })
  })

  test("a task that is deleted meanwhile has the past that was asked for, once that is durable", async () => {
    const { gate, service, asked, letGo } = await withHeldWalks()
    const commit = gate.hold()
    const deleted = service.run("task.delete", { id: "T-1" })
    await commit.reached
    letGo()
    let isAnswered = false
    void asked.then(() => (isAnswered = true))
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
    expect(isAnswered).toBe(false)
    commit.letGo()
    await deleted
    expect(await asked).toMatchObject({ answer: { total: 1, history: [{ type: "task.created" }] } })
  })

  test("a server that stops refuses the query with that reason", async () => {
    const { service, asked, letGo } = await withHeldWalks()
    await service.engine.close()
    letGo()
    expect(await asked).toMatchObject({ error: { code: "unavailable" } })
  })

  test("damage is refused as such, and everything else goes on", async () => {
    const { service, asked, letGo } = await withHeldWalks()
    letGo(new UpnextError("storage_damaged", { detail: "A line is bad." }))
    expect(await asked).toMatchObject({ error: { code: "storage_damaged" } })
    await service.run("task.edit", { id: "T-1", title: "y" })
    expect(service.engine.health()).toEqual({ status: "ok" })
  })

  test("a disk that fails for writing leaves the past readable", async () => {
    const { gate, service, asked, letGo } = await withHeldWalks()
    gate.break("storage_failed")
    await expect(service.run("task.edit", { id: "T-1", title: "y" })).rejects.toMatchObject({
      code: "storage_failed",
    })
    letGo()
    expect(await asked).toMatchObject({ answer: { total: 1 } })
  })
})

test("a commit that holds several steps is read once", async () => {
  let looks = 0
  const store = createMemoryStore()
  const openLog = () => {
    const log = createMemoryLog({ store })
    const [find, read] = [log.find.bind(log), log.read.bind(log)]
    return {
      ...log,
      find: (seq: number) => (looks++, find(seq)),
      read: (...span: Parameters<typeof read>) => (looks++, read(...span)),
    }
  }
  const service = await startService({ openLog })
  await service.run("task.create", { title: "x" })
  await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      service.run("task.comment", { id: "T-1", author: "Bob", content: `${i}` }),
    ),
  )
  looks = 0
  expect((await historyOf(service, "T-1")).total).toBe(31)
  expect(looks).toBe(2)
})

describe("a log from before its events were linked", () => {
  /** Takes out of a store what was not written then. */
  function age(store: MemoryStore): void {
    const old = (text: string) =>
      JSON.stringify(JSON.parse(text, (key, value: unknown) => (key === "links" ? undefined : value)))
    store.commits = store.commits.map(old)
    store.snapshot = undefined // a checkpoint of an older format is made anew
  }

  test("loads, and the history begins with the first linked event", async () => {
    const store = createMemoryStore()
    const service = await startService({
      openLog: () => {
        age(store)
        return createMemoryLog({ store })
      },
    })
    await service.run("task.create", { title: "x", priority: "P1" })
    await service.run("task.edit", { id: "T-1", tags: ["a"] })
    await service.restart()
    const before = await historyOf(service, "T-1")
    expect(before.history.map(({ type }) => type)).toEqual(["task.edited"])
    await service.run("task.edit", { id: "T-1", title: "y" })
    await service.run("task.edit", { id: "T-1", title: "z" })
    await service.run("task.claim", { id: "T-1", agent: "Ann" })
    const { history, attempts, total } = await historyOf(service, "T-1")
    expect(history.slice(0, 3)).toMatchObject([
      { type: "task.claimed" },
      { changes: [{ field: "title", from: "y", to: "z" }] },
      { changes: [{ field: "title", from: null, to: "y" }] },
    ])
    expect(attempts).toMatchObject([{ outcome: "running" }])
    expect(total).toBe(history.length)
  })
})
