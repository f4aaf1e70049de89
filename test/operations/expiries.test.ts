import { expect, test } from "vitest"
import { readCommands } from "../../src/domain/board/upcast.ts"
import { createMemoryLog, type MemoryStore } from "../support/memory-log.ts"
import { given, startService, type Service, type Step } from "../support/service.ts"

const lease = 30 * 60_000
const claim: Step = ["task.claim", { id: "T-1", agent: "ann" }]
const read = async (service: Service) => (await service.run("task.read", { id: "T-1" })).task

/** A log in which the end of a lease is in the first form: it counted as a failed attempt. */
async function logOfBefore(): Promise<{ store: MemoryStore; now: number }> {
  const fresh = await given(["task.create", { title: "x" }], claim)
  const now = fresh.now() + lease
  const ended = { type: "lease.expired", task: "T-1", agent: "ann", reason: null, to: "todo" }
  const commands: unknown[] = []
  for await (const commit of fresh.log.read(0)) commands.push(...commit.commands)
  commands.push({ at: now, actor: "upnext", events: [{ ...ended, attempts: 1, backoffUntil: now }] })
  const upcasted = readCommands(commands, (what) => {
    throw new Error(what)
  })
  return { store: { commits: [JSON.stringify({ seq: 1, commands: upcasted })], snapshot: undefined }, now }
}

test("a log of before keeps what it counted, and leases that run out later count apart", async () => {
  const { store, now } = await logOfBefore()
  const service = await startService({ openLog: () => createMemoryLog({ store }), start: now })
  expect(await read(service)).toMatchObject({ status: "todo", attempts: 1, expiries: 0 })
  await service.run(...claim)
  await service.pass(lease)
  expect(await read(service)).toMatchObject({ status: "todo", attempts: 1, expiries: 1 })
  await service.restart()
  expect(await read(service)).toMatchObject({ status: "todo", attempts: 1, expiries: 1 })
})
