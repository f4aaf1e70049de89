import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, test } from "vitest"
import type { CallResult } from "../../src/engine/call.ts"
import { readText, startServer } from "../support/http.ts"

const post = (body: unknown, headers: Record<string, string> = {}) => ({ method: "POST", body, headers })
const deep = (levels: number) =>
  `{"title":"x","metadata":${'{"a":'.repeat(levels - 1)}1${"}".repeat(levels - 1)}}`

test.each([
  ["malformed JSON", '{"title":'],
  ["an array", "[]"],
  ["null", "null"],
  ["a key twice", '{"title":"a","title":"b"}'],
  ["a key twice, once escaped", '{"title":"a","t\\u0069tle":"b"}'],
  ["a key twice, deep inside", '{"title":"a","metadata":{"x":[{"k":1,"k":2}]}}'],
  ["__proto__ as a key", '{"title":"a","metadata":{"__proto__":{}}}'],
  ["constructor as a key, escaped", '{"title":"a","metadata":{"con\\u0073tructor":1}}'],
  ["NUL in a text", '{"title":"a","metadata":{"x":"\\u0000"}}'],
  ["half of a surrogate pair", '{"title":"a","metadata":{"x":"\\ud83d"}}'],
  ["half of a surrogate pair in a key", '{"title":"a","metadata":{"\\udc00":1}}'],
  ["65 levels", deep(65)],
])("a body with %s is refused with 400 before the engine sees it", async (_, body) => {
  const server = await startServer()
  const reply = await server.ask("/tasks", post(body))
  expect([reply.status, reply.json.code]).toEqual([400, "invalid_input"])
  expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/)
  expect(server.engine.calls).toEqual([])
})

test("invalid UTF-8 is refused", async () => {
  const server = await startServer()
  const reply = await server.ask("/tasks", post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])))
  expect([reply.status, reply.json.detail]).toEqual([400, "The body is not valid UTF-8."])
})

test("a byte order mark before the body is no part of it", async () => {
  const server = await startServer()
  expect((await server.ask("/tasks", post('\uFEFF{"title":"x"}'))).status).toBe(201)
})

test("unusual but valid text is accepted unchanged", async () => {
  const server = await startServer()
  const metadata = { 'quo"te\\': '\\"{[,]}', "": "😀", list: [{ k: 1 }, { k: 2 }], toString: 1 }
  const reply = await server.ask("/tasks", post({ title: "x", metadata }))
  expect(reply.status).toBe(201)
  expect(server.engine.calls[0]?.input["metadata"]).toEqual(metadata)
  expect((await server.ask("/tasks", post(deep(64)))).status).toBe(201)
})

test.each([
  ["application/json", 201],
  ["application/json; charset=utf-8", 201],
  ['Application/JSON;charset="UTF-8"', 201],
  ["application/json; charset=latin1", 415],
  ["text/plain", 415],
  ["application/x-www-form-urlencoded", 415],
  ["application/jsonp", 415],
])("a body of type %j answers %i", async (type, status) => {
  const server = await startServer()
  expect((await server.ask("/tasks", post('{"title":"x"}', { "content-type": type }))).status).toBe(status)
})

test("a body without a type is 415, and no body at all is an empty object", async () => {
  const server = await startServer()
  const head = "POST /tasks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 13\r\n\r\n"
  expect(await server.raw(`${head}{"title":"x"}`)).toMatch(/^HTTP\/1\.1 415 .*unsupported_media_type/s)
  expect((await server.ask("/team/starter", { method: "POST" })).status).toBe(200)
  expect(server.engine.calls.map(({ input }) => input)).toEqual([{}])
})

test("requests without a body share nothing", async () => {
  const server = await startServer()
  for (const id of ["T-1", "T-2"])
    expect((await server.ask(`/tasks/${id}/heartbeat`, { method: "POST" })).status).toBe(200)
  expect(server.engine.calls.map(({ input }) => input)).toEqual([{ id: "T-1" }, { id: "T-2" }])
})

test("a waiting request does not keep its body in memory", async () => {
  setFlagsFromString("--expose-gc")
  const collectGarbage = runInNewContext("gc") as () => void
  const server = await startServer()
  const held = () => (collectGarbage(), process.memoryUsage().arrayBuffers)
  const before = held()
  const parked: ((outcome: CallResult) => void)[] = []
  server.engine.answer = () => new Promise((resolve) => parked.push(resolve))
  const asked = Array.from({ length: 30 }, () =>
    server.ask("/tasks/next/claim", post(`{"agent":"ann","wait":"60s"${" ".repeat(1_000_000)}}`)),
  )
  await expect.poll(() => parked.length).toBe(30)
  await expect.poll(held).toBeLessThan(before + 15_000_000)
  for (const resolve of parked) resolve({ answer: { task: null }, seq: 1 })
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200))
})

test("a body of 1 MiB is read, and one byte more is 413", async () => {
  const server = await startServer()
  const frame = '{"title":"x"}'
  const body = (size: number) => frame.replace(":", `:${" ".repeat(size - frame.length)}`)
  expect((await server.ask("/tasks", post(body(1024 * 1024)))).status).toBe(201)
  const reply = await server.ask("/tasks", post(body(1024 * 1024 + 1)))
  expect([reply.status, reply.json.code]).toEqual([413, "body_too_large"])
  expect(server.engine.calls).toHaveLength(1)
})

test("an oversized chunked POST gets its 413, then the connection closes, and the server lives on", async () => {
  const server = await startServer()
  const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`
  const head =
    "POST /tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
  const text = await server.raw(head + chunk.repeat(20))
  expect(text).toMatch(/^HTTP\/1\.1 413 .*connection: close.*"code":"body_too_large"/is)
  expect((await server.ask("/health")).status).toBe(200)
})

test("a body announced as too large is refused before it is sent; one that fits gets its 100 Continue", async () => {
  const server = await startServer()
  const head = (length: number) =>
    `POST /tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`
  expect(await server.raw(head(2_000_000))).toMatch(/^HTTP\/1\.1 413 /)

  const socket = await server.dial()
  socket.write(head(13))
  const reading = readText(socket, (text) => text.includes("201 Created"))
  socket.once("data", () => socket.write('{"title":"x"}'))
  expect(await reading).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created/)
  socket.destroy()
})

test("a body that does not arrive in time is 408", async () => {
  const server = await startServer({ bodyTimeoutMs: 50 })
  const head =
    "POST /tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n"
  expect(await server.raw(`${head}{"ti`, (text) => text.endsWith("}"))).toMatch(
    /^HTTP\/1\.1 408 .*"code":"request_timeout"/s,
  )
})

test("a client that goes away in the middle of its body leaves nothing behind", async () => {
  const server = await startServer()
  const socket = await server.dial()
  socket.write(
    'POST /tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"ti',
  )
  await server.ask("/health")
  socket.destroy()
  await server.ask("/health")
  expect([server.engine.calls.length, server.warnings]).toEqual([0, []])
})

test("a compressed body is refused, not misread", async () => {
  const server = await startServer()
  const reply = await server.ask("/tasks", {
    method: "POST",
    headers: { "content-encoding": "gzip" },
    body: { title: "x" },
  })
  expect([reply.status, reply.json.code]).toEqual([415, "unsupported_media_type"])
})
