import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { shareOutputs } from "../../src/engine/output-sharing.ts"
import { createOutputs } from "../../src/engine/outputs.ts"
import { createSharedMemory } from "../../src/storage/shared-memory.ts"
import type { Service } from "../support/service.ts"
import { startTwo } from "./shared-log-suite.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

/** Lets what was printed be told, and be heard. */
async function passOn(): Promise<void> {
  vi.advanceTimersByTime(200)
  await new Promise((resolve) => setImmediate(resolve))
}

const read = (server: Service, more = {}) => server.run("task.output", { id: "T-1", ...more })

test("what a command prints at one server is read and followed at the other", async () => {
  const memory = createSharedMemory(Date.now)
  const { a, b, start, expectSame } = await startTwo({ open: () => Promise.resolve(memory.open()) })
  await a.run("task.create", { title: "x" })
  const { lease } = await a.run("task.claim", { id: "T-1", agent: "ann" })
  await expectSame()
  const followed: unknown[] = []
  b.engine.watchOutput((printed) => followed.push(printed))
  const send = (server: Service, text: string, at: number) =>
    server.run("task.sendOutput", { id: "T-1", text, at, leaseToken: lease.token })
  await send(a, "one\n", 0)
  await send(a, "two\n", 4)
  expect((await read(b)).output).toBeNull()
  await passOn()
  expect((await read(b)).output).toMatchObject({ text: "one\ntwo\n", start: 0, end: 8, agent: "ann" })
  expect(followed).toEqual([{ task: 1, epoch: 1, agent: "ann", end: 8, line: "two" }])
  expect(b.engine.latestOutput()).toMatchObject([{ task: 1, line: "two" }])

  // The worker goes on at the other server, which has what came before.
  const late = await start()
  expect(await send(b, "three\n", 8)).toMatchObject({ start: 0, end: 14, gap: false })
  await passOn()
  expect((await read(a)).output).toMatchObject({ text: "one\ntwo\nthree\n" })
  expect((await read(late)).output).toMatchObject({ text: "three\n", start: 8, end: 14 })
})

test("a long output is told in whole characters, in texts of bounded size, a part of it at a time", () => {
  const [here, there] = [createOutputs(0), createOutputs(0)]
  const told: string[] = []
  const one = shareOutputs({ tell: (text) => told.push(text), hear: () => () => undefined }, here, () => 0)
  let say: (text: string) => void = () => undefined
  const back: string[] = []
  const other = shareOutputs(
    { tell: (text) => back.push(text), hear: (to) => ((say = to), () => undefined) },
    there,
    () => 0,
  )
  const line = `${"\u001b[1mä\u0000🎉".repeat(100)}\n`
  const text = line.repeat(Math.floor(60_000 / Buffer.byteLength(line)))
  const tasks = Array.from({ length: 12 }, (_, i) => i + 1)
  for (const task of tasks) one.outputs.add({ task, epoch: 1, agent: "ann", text, at: undefined }, 0)
  vi.advanceTimersByTime(200)
  const first = told.length
  for (let i = 0; i < 5; i += 1) vi.advanceTimersByTime(200)
  expect(told.length).toBeGreaterThan(first)
  for (const each of told) {
    expect(Buffer.byteLength(each)).toBeLessThanOrEqual(7_000)
    say(each)
  }
  for (const task of tasks) expect(there.of(task)[0]?.textFrom(0)).toBe(text)
  vi.advanceTimersByTime(1_000)
  expect(back).toEqual([])
  for (const each of [one, other]) each.close()
})

test("what was printed just before a server closes is told, and nothing is heard afterwards", () => {
  const told: string[] = []
  let isHearing = true
  const outputs = createOutputs(0)
  const shared = shareOutputs(
    { tell: (text) => told.push(text), hear: () => () => void (isHearing = false) },
    outputs,
    () => 0,
  )
  shared.outputs.add({ task: 1, epoch: 2, agent: "ann", text: "last words\n", at: undefined }, 0)
  shared.close()
  expect(isHearing).toBe(false)
  expect(told.map((text) => JSON.parse(text) as unknown)).toEqual([
    { output: { task: 1, epoch: 2, agent: "ann", at: 0, text: "last words\n" } },
  ])
})

test("what is not understood is left out", () => {
  const outputs = createOutputs(0)
  let say: (text: string) => void = () => undefined
  const shared = shareOutputs(
    { tell: () => undefined, hear: (to) => ((say = to), () => undefined) },
    outputs,
    () => 0,
  )
  const part = { task: 1, epoch: 1, agent: "ann", at: 0, text: "x" }
  for (const wrong of [
    { task: -1 },
    { task: "1" },
    { epoch: 0.5 },
    { agent: null },
    { at: "0" },
    { text: 7 },
  ])
    say(JSON.stringify({ output: { ...part, ...wrong } }))
  for (const text of ["", "null", "[]", '{"output":7}', '{"presence":[]}']) say(text)
  expect(outputs.of(1)).toEqual([])
  say(JSON.stringify({ output: part }))
  expect(outputs.of(1)).toHaveLength(1)
  shared.close()
})
