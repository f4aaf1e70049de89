import { once } from "node:events"
import { expect, test } from "vitest"
import { UpnextError } from "../../src/errors.ts"
import { linesOf } from "../support/exported.ts"
import { startServer, type TestServer } from "../support/http.ts"
import { given } from "../support/service.ts"

const board = () =>
  given(["task.create", { title: "Sign" }], ["task.create", { title: "=Wall", project: "web" }])

test("GET /export sends the board as a file, with the seq that it shows", async () => {
  const { engine } = await board()
  const server = await startServer({ engine })
  const { status, headers, text } = await server.ask("/export")
  expect([status, linesOf(text).length]).toEqual([200, 3])
  expect(headers).toMatchObject({
    "content-type": "application/jsonl; charset=utf-8",
    "content-disposition": `attachment; filename="upnext-${engine.seq}.jsonl"`,
    "upnext-seq": String(engine.seq),
    "cache-control": "no-store",
  })
  const csv = await server.ask("/export?format=csv&project=web")
  expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8")
  expect(csv.text).toMatch(/^id,title,status,[^]*\r\nT-2,'=Wall,todo,[^\r]*\r\n$/)
  const head = await server.ask("/export", { method: "HEAD" })
  expect([head.status, head.headers["upnext-seq"], head.text]).toEqual([200, String(engine.seq), ""])
})

test("what an export does not take is refused before anything is sent", async () => {
  const server = await startServer({ engine: (await board()).engine })
  for (const [query, path] of [
    ["format=xml", "format"],
    ["limit=3", "limit"],
    ["status=lost", "status.0"],
  ])
    expect(await server.ask(`/export?${query}`)).toMatchObject({
      status: 400,
      json: { code: "invalid_input", errors: [{ path: path?.replace(/\.0$/, "") }] },
    })
  expect(await server.ask("/export", { method: "POST" })).toMatchObject({ status: 405 })
  expect(await server.ask("/export", { headers: { "upnext-min-seq": "99" } })).toMatchObject({ status: 400 })
})

/** A server whose export never ends by itself. `made` counts its pieces, `ended` those exports that nobody reads any more. */
async function startEndless(size = 64 * 1024) {
  const server = await startServer()
  const count = { made: 0, ended: 0 }
  function* pieces() {
    try {
      for (;;) {
        count.made++
        yield "x".repeat(size)
      }
    } finally {
      count.ended++
    }
  }
  server.engine.answer = () => ({ answer: { pieces: pieces() }, seq: 1 })
  return { server, count }
}

async function beginExport(server: TestServer) {
  const socket = await server.dial()
  socket.on("error", () => undefined)
  socket.pause()
  socket.write("GET /export HTTP/1.1\r\nHost: localhost\r\n\r\n")
  return socket
}

/** Waits until a number has stopped growing. */
async function settled(number: () => number): Promise<number> {
  for (let before = -1; ;) {
    const now = number()
    if (now === before && now > 0) return now
    before = now
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test("no more is made than a client reads, and nothing for one that has gone", async () => {
  const { server, count } = await startEndless()
  const socket = await beginExport(server)
  // What the kernel holds on both sides of a connection is less than 10 MB.
  expect(await settled(() => count.made)).toBeLessThan(160)
  socket.destroy()
  await expect.poll(() => count.ended).toBe(1)
})

test.each([1, 64 * 1024])("others get their turn after each write, of pieces of %i bytes", async (size) => {
  const { server, count } = await startEndless(size)
  const socket = await beginExport(server)
  socket.resume()
  await once(socket, "data")
  const made: number[] = []
  for (let turn = 0; turn < 200; turn++) {
    const before = count.made
    await new Promise((resolve) => setImmediate(resolve))
    made.push((count.made - before) * size)
  }
  // A write is of 64 KiB, or of one piece.
  expect(Math.max(...made)).toBeGreaterThan(0)
  expect(Math.max(...made)).toBeLessThanOrEqual(2 * 64 * 1024)
  socket.destroy()
})

test("others are answered while a long export is made", async () => {
  const { server, count } = await startEndless()
  const socket = await beginExport(server)
  socket.resume()
  await once(socket, "data")
  const made: number[] = []
  for (let i = 0; i < 20; i++) {
    const before = count.made
    expect((await server.ask("/health")).status).toBe(200)
    made.push(count.made - before)
  }
  // None has to wait until what the kernel holds on both sides is full.
  expect(Math.min(...made)).toBeLessThan(20)
  socket.destroy()
})

test("an export is cut off, and does not look whole, when the server stops", async () => {
  const { server, count } = await startEndless()
  const reading = server.ask("/export")
  reading.catch(() => undefined)
  await expect.poll(() => count.made).toBeGreaterThan(10)
  server.app.close()
  await expect(reading).rejects.toThrow()
  await expect.poll(() => count.ended).toBe(1)
})

test("an export whose making fails is cut off, and the server warns of it", async () => {
  const server = await startServer()
  function* pieces() {
    yield "x".repeat(100_000)
    throw new Error("The record is broken")
  }
  server.engine.answer = () => ({ answer: { pieces: pieces() }, seq: 1 })
  await expect(server.ask("/export")).rejects.toThrow()
  expect(server.warnings).toEqual(["A download was cut off"])
})

test("an export ends with the token that it was asked for by", async () => {
  const ending = new AbortController()
  const identify = () => ({ who: { role: "read" as const }, signal: ending.signal })
  const asked = await startEndless()
  const server = await startServer({ engine: asked.server.engine, auth: { identify } })
  const reading = server.ask("/export")
  reading.catch(() => undefined)
  await expect.poll(() => asked.count.made).toBeGreaterThan(10)
  ending.abort(new UpnextError("unauthorized", { detail: "The token is no longer valid." }))
  await expect(reading).rejects.toThrow()
  await expect.poll(() => asked.count.ended).toBe(1)
})

test("at most eight exports are sent at the same time", async () => {
  const { server, count } = await startEndless()
  const sockets = await Promise.all(Array.from({ length: 8 }, () => beginExport(server)))
  await expect.poll(() => server.engine.calls.length).toBe(8)
  await settled(() => count.made)
  expect(await server.ask("/export")).toMatchObject({ status: 503, json: { code: "too_many_streams" } })
  sockets[0]?.destroy()
  await expect.poll(() => count.ended).toBe(1)
  const ninth = await beginExport(server)
  await expect.poll(() => server.engine.calls.length).toBe(9)
  for (const socket of [...sockets, ninth]) socket.destroy()
})
