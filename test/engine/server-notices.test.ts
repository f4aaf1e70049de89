import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { machineRuntime } from "../../src/machine/runtime.ts"
import type { OutputPlace } from "../../src/domain/board/said/outputs.ts"
import { createOutputPlaces } from "../../src/engine/output-places.ts"
import { createOutputs } from "../../src/engine/output-store.ts"
import { createPresence } from "../../src/engine/presence-notes.ts"
import { shareNotices } from "../../src/engine/server-notices.ts"
import { createSharedMemory } from "../support/shared-memory.ts"
import { operationNamed, type Service } from "../support/service.ts"
import { startTwo } from "./shared-log-suite.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }))
afterEach(() => void vi.useRealTimers())

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Lets servers tell each other what is new. */
async function passOn(turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) vi.advanceTimersByTime(3_000)
  await settled()
}

const server = { host: "tower", url: "http://tower:4445" }

/** What one server knows, and how it tells and hears. */
function openNotices() {
  const told: string[] = []
  let say: (text: string) => void = () => undefined
  const time = { now: 0 }
  const presence = createPresence(true)
  const outputs = createOutputs(0)
  const places = createOutputPlaces(outputs, () => time.now)
  const peers = {
    tell: (text: string) => told.push(text),
    hear: (to: typeof say) => ((say = to), () => undefined),
  }
  const stop = shareNotices(peers, { runtime: machineRuntime, server, presence, outputs, places })
  return {
    told,
    say: (text: unknown) => say(typeof text === "string" ? text : JSON.stringify(text)),
    time,
    presence,
    outputs,
    places,
    stop,
  }
}

test("an agent that one server has heard of is shown as seen by the other, a few seconds later", async () => {
  const memory = createSharedMemory(Date.now)
  const { a, b, time, expectSame } = await startTwo({ open: () => Promise.resolve(memory.open()) })
  await a.run("agent.heartbeat", { name: "Ann", host: "tower", session: "s1" })
  await expectSame()
  time.wall += 10_000
  await a.run("task.list", {}, { actor: "ann" })
  const shown = async (server: Service) => (await server.run("agent.list")).agents[0]
  expect(await shown(b)).not.toMatchObject({ host: "tower" })
  await passOn()
  expect(await shown(b)).toEqual(await shown(a))
  expect(await shown(b)).toMatchObject({
    name: "Ann",
    host: "tower",
    lastSeenAt: new Date(time.wall).toISOString(),
  })
})

test("many names are sent in texts of bounded size, at most 500 at a time, and each once", () => {
  const { told, presence, stop } = openNotices()
  const operation = operationNamed("task.list")
  const names = Array.from({ length: 1200 }, (_, i) => `agent ${i} ${"ä".repeat(50)}`)
  for (const name of names) presence.note({ operation, input: {}, actor: name }, name, 1000)
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
  const { say, presence, places, stop } = openNotices()
  say({ presence: [["ann", 5, "tower", null]] })
  say({ presence: [["ann", 4, "other", null], ["bob"], [1, 2, 3, 4], null] })
  say({
    server,
    outputs: [[-1, 1, "ann", 3], [1, 0.5, "ann", 3], [1, 1, null, 3], [1, 1, "ann", "3"], [1], null],
  })
  for (const wrong of [null, {}, { host: "tower" }, { host: 1, url: 2 }])
    say({ server: wrong, outputs: [[1, 1, "ann", 3]] })
  for (const text of ["", "null", "[]", "7", '{"presence":7}', '{"outputs":7}']) say(text)
  expect(presence.of("ann")).toMatchObject({ at: 5, host: "tower" })
  expect(presence.of("bob")).toBeUndefined()
  expect(places.of(1)).toBeUndefined()
  say({ server, outputs: [[1, 1, "ann", 3]] })
  expect(places.of(1)).toEqual({ ...server, epoch: 1, agent: "ann", end: 3 })
  stop()
})

test("output is read from the server that has it, and every other one says where that is", async () => {
  const memory = createSharedMemory(Date.now)
  const { a, b, start, expectSame } = await startTwo({ open: () => Promise.resolve(memory.open()) })
  await a.run("task.create", { title: "x" })
  const { lease } = await a.run("task.claim", { id: "T-1", agent: "ann" })
  await expectSame()
  const followed: unknown[] = []
  b.engine.watchOutput((printed) => followed.push(printed))
  const send = (to: Service, text: string, at: number) =>
    to.run("task.sendOutput", { id: "T-1", text, at, leaseToken: lease.token })
  const read = (from: Service, more = {}) => from.run("task.output", { id: "T-1", ...more })
  await send(a, "one\n", 0)
  await send(a, "two\n", 4)
  await passOn()
  const elsewhere = { epoch: 1, agent: "ann", host: "test-host", url: "http://server-1:4445" }
  expect(await read(a)).toMatchObject({ output: { text: "one\ntwo\n" }, elsewhere: null })
  expect(await read(b)).toMatchObject({ output: null, kept: [], elsewhere })
  expect(await read(b, { epoch: 1 })).toMatchObject({ output: null, elsewhere })
  expect(await read(b, { epoch: 2 })).toMatchObject({ output: null, elsewhere: null })
  // Who follows it there is told once that there is something, and learns where by reading.
  await send(a, "three\n", 8)
  await passOn()
  expect(followed).toEqual([{ task: 1, epoch: 1, agent: "ann", end: 8, line: "" }])
  expect(b.engine.latestOutput()).toEqual([])

  // A server that starts later hears of it within half a minute.
  const late = await start()
  expect(await read(late)).toMatchObject({ elsewhere: null })
  await passOn(10)
  expect(await read(late)).toMatchObject({ output: null, elsewhere })

  // The worker goes on at another server, which has lost what came before, and gets it again.
  expect(await send(b, "four\n", 14)).toMatchObject({ start: 14, end: 19, gap: true })
  await passOn()
  expect(await read(b)).toMatchObject({ output: { text: "four\n" }, elsewhere: null })
  expect(await read(a)).toMatchObject({
    output: { text: "one\ntwo\nthree\n" },
    elsewhere: { url: "http://server-2:4445" },
  })
})

test("outputs are announced in texts of bounded size, when they grow, and again every half minute", () => {
  const { told, outputs, stop } = openNotices()
  const print = (task: number) =>
    outputs.add({ task, epoch: 1, agent: `agent ${"ä".repeat(60)}`, text: "x", at: undefined }, 0)
  const turn = () => {
    vi.advanceTimersByTime(3_000)
    const all = told.splice(0)
    for (const text of all) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(7_000)
    return all.flatMap((text) => (JSON.parse(text) as { outputs: [number][] }).outputs.map(([task]) => task))
  }
  for (let task = 1; task <= 600; task += 1) print(task)
  expect([turn().length, turn(), turn()]).toEqual([500, Array.from({ length: 100 }, (_, i) => 501 + i), []])
  print(7)
  expect([turn(), turn()]).toEqual([[7], []])
  for (let n = 6; n < 10; n += 1) turn()
  expect(turn()).toHaveLength(500)
  stop()
})

test("of two servers the one that has more of an output counts, until it is silent for a minute and a half", () => {
  const { places, outputs, time } = openNotices()
  const place = (url: string, epoch: number, end: number): OutputPlace => ({
    host: "h",
    url,
    agent: "ann",
    epoch,
    end,
  })
  const told: unknown[] = []
  places.subscribe(({ epoch, line }) => told.push([epoch, line]))
  places.hear(1, place("a", 1, 10))
  places.hear(1, place("b", 1, 5))
  expect(places.of(1)).toMatchObject({ url: "a" })
  places.hear(1, place("b", 1, 11))
  places.hear(1, place("b", 1, 12))
  expect(places.of(1)).toMatchObject({ url: "b", end: 12 })
  places.hear(1, place("a", 2, 1))
  expect(places.of(1)).toMatchObject({ url: "a", epoch: 2 })
  expect(told).toEqual([
    [1, ""],
    [1, ""],
    [2, ""],
  ])
  outputs.add({ task: 1, epoch: 2, agent: "ann", text: "here", at: 0 }, 0)
  expect(places.of(1)).toBeUndefined()
  places.hear(2, place("a", 1, 1))
  time.now += 89_999
  expect(places.of(2)).toBeDefined()
  time.now += 1
  expect(places.of(2)).toBeUndefined()
  for (let task = 3; task <= 10_003; task += 1) places.hear(task, place("a", 1, 1))
  expect([places.of(3), places.of(10_003)]).toEqual([undefined, place("a", 1, 1)])
})

test("asks with long filters are left out of what is told, so that a text never is too long to be sent", () => {
  const { presence, told } = openNotices()
  const operation = operationNamed("task.claimNext")
  for (let i = 0; i < 8; i += 1) {
    const tags = Array.from({ length: 50 }, (_, n) => `${i} ${n} `.padEnd(64, "é"))
    presence.note({ operation, input: { agent: "ann", tags }, actor: "ann" }, "ann", 1000)
  }
  presence.note({ operation, input: { agent: "ann", project: "web" }, actor: "ann" }, "ann", 1000)
  vi.advanceTimersByTime(3_000)
  expect(told.length).toBeGreaterThan(0)
  for (const text of told) expect(Buffer.byteLength(text)).toBeLessThan(7_000)
  expect(told.join("")).toContain('"project":"web"')
})
