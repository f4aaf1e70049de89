import { request, type IncomingHttpHeaders } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import type { HttpOptions } from "../../src/http/app.ts"
import { createCompressor } from "../../src/http/reply/compression.ts"
import { createProxies } from "../../src/http/request/proxies.ts"
import { json } from "../../src/http/reply/reply.ts"
import { startServer } from "../support/http.ts"

const title = "A task with a title of usual length. ".repeat(40)

async function serve(options: Partial<HttpOptions>) {
  const server = await startServer(options)
  server.engine.answer = () => ({ answer: { task: { id: "T-1", version: 4, title } }, seq: 1 })
  return server
}

function load(port: number, accepted: string, { method = "GET", path = "/tasks/T-1" } = {}): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": accepted, "content-type": "application/json" }
    request({ host: "127.0.0.1", agent: false, port, path, method, headers }, (message) => {
      const chunks: Buffer[] = []
      message.on("data", (chunk: Buffer) => chunks.push(chunk))
      message.on("end", () => resolve({ headers: message.headers, bytes: Buffer.concat(chunks) }))
    })
      .once("error", reject)
      .end(method === "POST" ? '{"title":"x"}' : undefined)
  })
}

interface Loaded {
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

test.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip;q=0.8, br;q=0", "gzip", gunzipSync],
  ["identity", undefined, (bytes: Buffer) => bytes],
])("a long answer to a client that accepts %s goes out as %s", async (accepted, coding, unpack) => {
  const { port } = await serve({ compression: "always" })
  const { headers, bytes } = await load(port, accepted)
  expect(headers["content-encoding"]).toBe(coding)
  expect(headers["content-length"]).toBe(String(bytes.length))
  expect([headers.etag, headers["upnext-seq"]]).toEqual(['"4"', "1"])
  expect(headers.vary).toBe(coding && "accept-encoding")
  expect(JSON.parse(unpack(bytes).toString())).toEqual({ task: { id: "T-1", version: 4, title } })
  expect(bytes.length < 1024).toBe(coding !== undefined)
})

test("short answers, answers to a POST, which may hold a token, and heads go as they are", async () => {
  const server = await serve({ compression: "always" })
  const made = await load(server.port, "br", { method: "POST", path: "/tasks" })
  expect([made.headers["content-encoding"], made.bytes.length > 1024]).toEqual([undefined, true])
  const head = await load(server.port, "br", { method: "HEAD" })
  expect([head.headers["content-encoding"], head.headers["content-length"]]).toEqual([
    undefined,
    String(made.bytes.length),
  ])
  server.engine.answer = () => ({ answer: { task: { id: "T-1", version: 4 } }, seq: 1 })
  expect((await load(server.port, "br")).headers["content-encoding"]).toBeUndefined()
})

const reply = json(200, { title })
const from = (remoteAddress: string) => ({
  method: "GET",
  headers: { "accept-encoding": "br" },
  socket: { remoteAddress },
})

test.each([
  ["127.0.0.1", false],
  ["127.8.1.2", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["10.0.0.7", true],
  ["::ffff:10.127.0.1", true],
  ["fe80::1", true],
])("by default an answer to %s is compressed: %s", (address, isCompressed) => {
  expect(createCompressor("remote")(from(address), reply) !== undefined).toBe(isCompressed)
  expect(createCompressor("never")(from(address), reply)).toBeUndefined()
})

test("an answer through a proxy on this machine is compressed for the client behind it", () => {
  const { addressOf } = createProxies(["127.0.0.1"])
  const proxied = (address: string) => {
    const { headers, ...rest } = from("127.0.0.1")
    return { ...rest, headers: { ...headers, "x-forwarded-for": address } }
  }
  expect(createCompressor("remote", addressOf)(proxied("192.0.2.7"), reply)).toBeDefined()
  expect(createCompressor("remote", addressOf)(proxied("127.0.0.1"), reply)).toBeUndefined()
  expect(createCompressor("remote")(proxied("192.0.2.7"), reply)).toBeUndefined()
})

test("a server compresses nothing for this machine unless it is told to", async () => {
  const { port } = await serve({})
  expect((await load(port, "br")).headers["content-encoding"]).toBeUndefined()
})
