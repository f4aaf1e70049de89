import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { UpnextError } from "../../../src/errors.ts"
import { createHub } from "../../../src/dashboard/stream/hub.ts"
import type { Told } from "../../../src/dashboard/stream/follow-events.ts"

// Browsers send an event when the machine comes online. Node does not.
beforeEach(() => {
  vi.stubGlobal("addEventListener", () => undefined)
  vi.stubGlobal("removeEventListener", () => undefined)
})
afterEach(() => vi.unstubAllGlobals())

/** A hub whose streams the test writes itself. */
function given(options: { kept?: number } = {}) {
  const opened: {
    after: number
    token: string | null
    write(seq: number): void
    /** Tells what a task printed last. */
    print(task: string, line: string): void
    /** Ends the stream as a server that cannot continue does. */
    refuse(code?: string): void
    signal: AbortSignal
  }[] = []
  let isRefused = false
  const hub = createHub({
    ...options,
    open: (after, token, signal) => {
      const { readable, writable } = new TransformStream<string, string>()
      const writer = writable.getWriter()
      const write = (seq: number) => void writer.write(`id: ${seq}\nevent: x\ndata: {}\n\n`)
      const print = (task: string, line: string) =>
        void writer.write(`event: output\ndata: ${JSON.stringify({ task, line })}\n\n`)
      const refuse = (code = "storage_damaged") => {
        void writer.write(`event: refused\ndata: ${JSON.stringify({ code })}\n\n`)
        void writer.close()
      }
      opened.push({ after, token, write, print, refuse, signal })
      return isRefused
        ? Promise.reject(new UpnextError("unauthorized", { detail: "a token is needed" }))
        : Promise.resolve(readable)
    },
  })
  function join(after: number, token: string | null = null) {
    const told: Told[] = []
    const port = { post: (each: Told) => void told.push(each) }
    hub.ask(port, { type: "follow", after, token })
    const seqs = () => told.flatMap((each) => (each.type === "message" ? [Number(each.message.id)] : []))
    return { told, seqs, leave: () => hub.ask(port, { type: "leave" }) }
  }
  return { opened, join, refuse: () => void (isRefused = true) }
}

test("a tab that joins later gets the events after the seq it knows, without gap or repeat", async () => {
  const { opened, join } = given()
  const first = join(10)
  await expect.poll(() => first.told).toContainEqual({ type: "connected" })
  for (const seq of [11, 12, 13]) opened[0]?.write(seq)
  await expect.poll(first.seqs).toEqual([11, 12, 13])
  const second = join(11)
  expect(second.seqs()).toEqual([12, 13])
  const ahead = join(14)
  for (const seq of [14, 15]) opened[0]?.write(seq)
  await expect.poll(second.seqs).toEqual([12, 13, 14, 15])
  expect(ahead.seqs()).toEqual([15])
  expect(opened.map(({ after }) => after)).toEqual([10])
})

test("a tab whose seq is older than what the hub keeps is told to read everything again", async () => {
  const { opened, join } = given({ kept: 2 })
  const first = join(10)
  await expect.poll(() => opened.length).toBe(1)
  for (const seq of [11, 12, 13, 14]) opened[0]?.write(seq)
  await expect.poll(first.seqs).toEqual([11, 12, 13, 14])
  expect(join(11).told).toEqual([{ type: "ended", why: "reset" }])
  expect(join(12).seqs()).toEqual([13, 14])
})

test("the stream closes when no tab follows, and opens again for the next one", async () => {
  const { opened, join } = given()
  const first = join(3)
  await expect.poll(() => first.told).toContainEqual({ type: "connected" })
  first.leave()
  expect(opened[0]?.signal.aborted).toBe(true)
  join(7)
  await expect.poll(() => opened.map(({ after }) => after)).toEqual([3, 7])
})

test("every tab is told that a token is needed, and its token is used", async () => {
  const { opened, join, refuse } = given()
  refuse()
  const tabs = [join(1), join(1)]
  for (const { told } of tabs)
    await expect.poll(() => told).toContainEqual({ type: "ended", why: "unauthorized" })
  join(1, "open-sesame")
  await expect.poll(() => opened.at(-1)?.token).toBe("open-sesame")
})

test("a refusal in the stream is not passed to the tabs; the stream opens again after the last event", async () => {
  const { opened, join } = given()
  const tab = join(10)
  await expect.poll(() => opened.length).toBe(1)
  opened[0]?.write(11)
  opened[0]?.refuse()
  await expect.poll(() => opened.map(({ after }) => after)).toEqual([10, 11])
  expect(tab.told.map(({ type }) => type)).toEqual(["connected", "message", "lost", "connected"])
})

test("output has no seq: every tab gets it, a tab that joins later gets the latest, and events stay without gap", async () => {
  const { opened, join } = given()
  const first = join(10)
  await expect.poll(() => first.told).toContainEqual({ type: "connected" })
  opened[0]?.write(11)
  opened[0]?.print("T-1", "one")
  opened[0]?.print("T-1", "two")
  opened[0]?.print("T-2", "three")
  opened[0]?.write(12)
  const printed = ({ told }: typeof first) =>
    told.flatMap((each) =>
      each.type === "message" && each.message.event === "output"
        ? [(JSON.parse(each.message.data) as { line: string }).line]
        : [],
    )
  const events = ({ told }: typeof first) =>
    told.flatMap((each) =>
      each.type === "message" && each.message.event !== "output" ? [Number(each.message.id)] : [],
    )
  await expect.poll(() => events(first)).toEqual([11, 12])
  expect(printed(first)).toEqual(["one", "two", "three"])
  const second = join(10)
  expect([printed(second), events(second)]).toEqual([
    ["two", "three"],
    [11, 12],
  ])
})

test("a stream whose token has ended tells every tab at once, and is not opened again with it", async () => {
  const { opened, join } = given()
  const first = join(10, "old")
  await expect.poll(() => first.told).toContainEqual({ type: "connected" })
  opened[0]?.refuse("unauthorized")
  await expect.poll(() => first.told).toContainEqual({ type: "ended", why: "unauthorized" })
  expect(first.told).not.toContainEqual(expect.objectContaining({ type: "lost" }))
  expect(opened).toHaveLength(1)
  join(10, "new")
  await expect.poll(() => opened.map(({ token }) => token)).toEqual(["old", "new"])
})
