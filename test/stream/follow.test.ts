import { expect, test } from "vitest"
import { follow, type FollowOptions } from "../../src/stream/follow.ts"

const frame = (id: number, event = "x") => `id: ${id}\nevent: ${event}\ndata: {}\n\n`

/** Follows a stream. Each connection brings one of the texts and ends, or fails; after the last one the signal aborts. */
async function given(connections: readonly (string | Error)[], options: Partial<FollowOptions> = {}) {
  const stop = new AbortController()
  const opened: string[] = []
  const happened: (string | number)[] = []
  const messages = follow({
    open(lastId) {
      const text = connections[opened.push(lastId) - 1]
      if (opened.length === connections.length) stop.abort()
      return typeof text === "string" ? Promise.resolve(pieces(text)) : Promise.reject(text ?? new Error())
    },
    isFinal: () => false,
    onConnected: () => happened.push("connected"),
    onLost: () => happened.push("lost"),
    pause: (ms) => Promise.resolve(void happened.push(ms)),
    shortestPauseMs: 10,
    longestPauseMs: 30,
    signal: stop.signal,
    ...options,
  })
  const ids: string[] = []
  for await (const { id } of messages) ids.push(id)
  return { opened, happened, ids }
}

// oxlint-disable-next-line typescript/require-await
async function* pieces(text: string) {
  for (const piece of text) yield piece
}

test("each connection resumes after the last id, even if the one before brought none", async () => {
  const { opened, ids } = await given([": open\n\n", frame(5) + frame(6), "data: {}\n\n", frame(7), ""])
  expect(opened).toEqual(["", "", "6", "6", "7"])
  expect(ids).toEqual(["5", "6", "", "7"])
})

test("the pauses double up to the longest one, and are short again after a message", async () => {
  const broken = new Error("broken")
  const { happened } = await given([broken, broken, broken, broken, frame(1), broken, broken])
  expect(happened.filter((each) => each !== "lost")).toEqual([10, 20, 30, 30, "connected", 10, 20])
})

test("a server that opens the stream and refuses it is asked less and less often", async () => {
  const refused = "event: refused\ndata: {}\n\n"
  const { happened } = await given([refused, refused, refused, refused])
  expect(happened.filter((each) => typeof each === "number")).toEqual([10, 20, 30])
})

test("every lost connection is reported", async () => {
  const { happened } = await given(["", new Error("broken"), ""])
  expect(happened).toEqual(["connected", "lost", 10, "lost", 20, "connected"])
})

test("a final error ends it, and tells whether there was a connection before", async () => {
  const asked: boolean[] = []
  const isFinal = (_: unknown, wasConnected: boolean) => asked.push(wasConnected) === 2
  const end = new Error("the second")
  await expect(given([new Error("the first"), frame(1), end, ""], { isFinal })).rejects.toBe(end)
  expect(asked).toEqual([false, true])
})
