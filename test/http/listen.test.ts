import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { createServer as createHttpServer } from "node:http"
import { createServer, type Server } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { listen, type Listening } from "../../src/http/connection/listen.ts"
import { tend } from "../../src/http/connection/server.ts"
import { defaultFileBytes, longestRequestMs } from "../../src/http/request/file-pace.ts"
import { readText, startServer } from "../support/http.ts"

const warn = () => undefined
const handler = () => (_: unknown, res: { end(text: string): void }) => res.end("ok")

function occupy(): Promise<{ server: Server; port: number }> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve({ server, port: typeof address === "object" && address ? address.port : 0 })
    })
  })
}

test("Node ends no request before the time that a file has is over", () => {
  const server = createHttpServer()
  tend(server, warn, longestRequestMs(defaultFileBytes))
  // 32 KiB a second is the slowest pace, and files before it may take a while.
  expect(server.requestTimeout).toBeGreaterThan((defaultFileBytes / (32 * 1024)) * 1000 + 60_000)
  expect(server.headersTimeout).toBe(20_000)
})

test("a taken port is refused, and no other port is tried", async () => {
  const { server, port } = await occupy()
  const tried: number[] = []
  const note = (message: unknown) => {
    const { options } = message as { options: { port: number } }
    tried.push(options.port)
  }
  subscribe("tracing:net.server.listen:asyncStart", note)
  onTestFinished(() => void unsubscribe("tracing:net.server.listen:asyncStart", note))
  await expect(
    listen({ handler: handler(), host: "127.0.0.1", port, warn, fileBytes: 1024 }),
  ).rejects.toMatchObject({
    code: "port_taken",
    facts: { port, host: "127.0.0.1" },
  })
  expect(new Set(tried)).toEqual(new Set([port]))
  server.close()
})

test("of many servers that want one port at once, one gets it, the others are refused, and nothing crashes", async () => {
  const { server, port } = await occupy()
  await new Promise((resolve) => server.close(resolve))
  const tries = Array.from({ length: 8 }, () =>
    listen({ handler: handler(), host: "127.0.0.1", port, warn, fileBytes: 1024 }),
  )
  const settled = await Promise.allSettled(tries)
  const winners = settled.filter(
    (each): each is PromiseFulfilledResult<Listening> => each.status === "fulfilled",
  )
  expect(winners.map(({ value }) => value.port)).toEqual([port])
  for (const each of settled)
    if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "port_taken" })
  await winners[0]?.value.close()
})

test.each([
  ["192.0.2.1", 0],
  ["no_such_host", 0],
  ["127.0.0.1", 6000],
])("%s, port %i, is refused as not available, and no other address is used", async (host, port) => {
  await expect(listen({ handler: handler(), host, port, warn, fileBytes: 1024 })).rejects.toMatchObject({
    code: "address_unavailable",
  })
})

test("closing finishes the requests in flight and takes no new ones", async () => {
  const server = await startServer()
  const socket = await server.dial()
  let finish = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    server.engine.answer = () => {
      resolve()
      return new Promise((done) => (finish = () => done({ answer: { task: null }, seq: 1 })))
    }
  })
  socket.write("GET /tasks/next?agent=a HTTP/1.1\r\nHost: localhost\r\n\r\n")
  await asked
  const reading = readText(socket)
  server.app.close()
  const closed = server.close()
  finish()
  expect(await reading).toMatch(/^HTTP\/1\.1 200 .*\{"task":null\}$/s)
  await closed
  await expect(server.dial()).rejects.toMatchObject({ code: "ECONNREFUSED" })
})

test("closing drops what is not a whole request at once, without the time that requests in flight are given", async () => {
  const server = await startServer({ graceMs: 3_600_000 })
  const post = "POST /tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
  const begun = [
    `${post}Content-Length: 99\r\n\r\n{"title":`,
    `${post}Transfer-Encoding: chunked\r\n\r\n9\r\n{"title":\r\n`,
    "GET /health HTTP/1.1\r\nHost: loc",
    "",
  ]
  const dropped = begun.map(async (bytes) => {
    const socket = await server.dial()
    socket.on("error", () => undefined).resume()
    socket.write(bytes)
    return { closed: new Promise((resolve) => socket.once("close", resolve)) }
  })
  const sockets = await Promise.all(dropped)
  await server.ask("/health")
  server.app.close()
  await server.close()
  await Promise.all(sockets.map(({ closed }) => closed))
})

test("a request that does not finish in time is cut off", async () => {
  const server = await startServer({ graceMs: 50 })
  const socket = await server.dial()
  const asked = new Promise<void>((resolve) => {
    server.engine.answer = () => {
      resolve()
      return new Promise(() => undefined)
    }
  })
  socket.write("GET /tasks/next?agent=a HTTP/1.1\r\nHost: localhost\r\n\r\n")
  await asked
  const reading = readText(socket)
  await server.close()
  expect(await reading).toBe("")
})
