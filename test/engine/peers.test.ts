import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { sharePresence } from "../../src/engine/peers.ts"
import { createPresence } from "../../src/engine/presence.ts"
import { createSharedMemory } from "../../src/storage/shared-memory.ts"
import { operationNamed, type Service } from "../support/service.ts"
import { startTwo } from "./shared-log-suite.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }))
afterEach(() => void vi.useRealTimers())

const settled = () => new Promise((resolve) => setImmediate(resolve))

test("an agent that one server has heard of is shown as seen by the other, a few seconds later", async () => {
  const memory = createSharedMemory(Date.now)
  const { a, b, time, expectSame } = await startTwo({ open: () => Promise.resolve(memory.open()) })
  await a.run("agent.heartbeat", { name: "Ann", host: "tower", session: "s1" })
  await expectSame()
  time.wall += 10_000
  await a.run("task.list", {}, { actor: "ann" })
  const shown = async (server: Service) => (await server.run("agent.list")).agents[0]
  expect(await shown(b)).not.toMatchObject({ host: "tower" })
  vi.advanceTimersByTime(3_000)
  await settled()
  expect(await shown(b)).toEqual(await shown(a))
  expect(await shown(b)).toMatchObject({
    name: "Ann",
    host: "tower",
    lastSeenAt: new Date(time.wall).toISOString(),
  })
})

test("many names are told in texts of bounded size, at most 500 at a time, and each once", () => {
  const presence = createPresence(true)
  const operation = operationNamed("task.list")
  const names = Array.from({ length: 1200 }, (_, i) => `agent ${i} ${"ä".repeat(50)}`)
  for (const name of names) presence.note({ operation, input: {}, actor: name }, name, 1000)
  const told: string[] = []
  const stop = sharePresence({ tell: (text) => told.push(text), hear: () => () => undefined }, presence)
  const counts = [1, 2, 3, 4].map(() => {
    vi.advanceTimersByTime(3_000)
    const all = told.splice(0)
    for (const text of all) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(7_000)
    return all.flatMap((text) => (JSON.parse(text) as { presence: unknown[] }).presence).length
  })
  expect(counts).toEqual([500, 500, 200, 0])
  stop()
})

test("what is older than what is known, or not understood, is left out", () => {
  const presence = createPresence(true)
  let say: (text: string) => void = () => undefined
  const stop = sharePresence({ tell: () => undefined, hear: (to) => ((say = to), () => undefined) }, presence)
  say(JSON.stringify({ presence: [["ann", 5, "tower", null]] }))
  say(JSON.stringify({ presence: [["ann", 4, "other", null], ["bob"], [1, 2, 3, 4], null] }))
  for (const text of ["", "null", "[]", '{"presence":7}']) say(text)
  expect(presence.of("ann")).toMatchObject({ at: 5, host: "tower" })
  expect(presence.of("bob")).toBeUndefined()
  stop()
})
