import { expect, test } from "vitest"
import { UpnextError } from "../../src/errors.ts"
import { createFakeEngine, startServer } from "../support/http.ts"

test("an answer carries a strong ETag with the version, the seq it reflects, and the Location of what was created", async () => {
  const server = await startServer()
  server.engine.answer = () => ({ answer: { task: { id: "T-9", version: 4 } }, seq: 12 })
  const made = await server.ask("/tasks", { method: "POST", body: { title: "x" } })
  expect(made.status).toBe(201)
  expect(made.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
    "upnext-seq": "12",
    etag: '"4"',
    location: "/tasks/T-9",
  })
  server.engine.answer = () => ({ answer: { task: null }, seq: 13 })
  const none = await server.ask("/tasks/next?agent=a")
  expect([none.text, none.headers["upnext-seq"], none.headers.etag]).toEqual([
    '{"task":null}',
    "13",
    undefined,
  ])
})

test("a refusal by the engine keeps its status, code and facts, whether it was thrown or rejected", async () => {
  const server = await startServer()
  const taken = new UpnextError("task_taken", { detail: "T-1 is held by bob.", facts: { holder: "bob" } })
  const claim = () => server.ask("/tasks/T-1/claim", { method: "POST", body: { agent: "ann" } })
  server.engine.answer = () => Promise.reject(taken)
  const rejected = await claim()
  server.engine.answer = () => {
    throw taken
  }
  for (const reply of [rejected, await claim()]) {
    expect(reply.status).toBe(409)
    expect(reply.headers["content-type"]).toBe("application/problem+json; charset=utf-8")
    expect(reply.json).toMatchObject({
      status: 409,
      code: "task_taken",
      facts: { holder: "bob" },
      type: "/docs#task_taken",
    })
    expect(reply.json.hint).toMatch(/claim/)
  }
})

test("a 500 shows no internals; the log has them", async () => {
  const server = await startServer()
  server.engine.answer = () => Promise.reject(new Error("secret at /home/ann/board.json"))
  const reply = await server.ask("/tasks?project=private")
  expect([reply.status, reply.json.code]).toEqual([500, "internal"])
  expect(reply.text).not.toMatch(/secret|board\.json/)
  expect(server.warnings).toEqual(["GET /tasks failed"])
})

test.each([
  ["PATCH", "/tasks/next", "GET, HEAD"],
  ["DELETE", "/tasks/next", "GET, HEAD"],
  ["GET", "/tasks/next/claim", "POST"],
  ["POST", "/tasks/T-1", "GET, HEAD, PATCH, PUT, DELETE"],
  ["POST", "/health", "GET, HEAD"],
  ["TRACE", "/tasks", "POST, GET, HEAD"],
  ["DELETE", "/dashboard/tasks/T-1", "GET, HEAD"],
])("%s %s is 405 and Allow says %s", async (method, path, allow) => {
  const server = await startServer()
  const reply = await server.ask(path, { method })
  expect([reply.status, reply.json.code, reply.headers.allow]).toEqual([405, "method_not_allowed", allow])
  expect(server.engine.calls).toEqual([])
})

test.each(["/nothing", "/tasks/T-1/nothing", "/tasks/T-1/comments/C-1", "/Tasks", "//tasks", "/../tasks"])(
  "%s is 404, as a problem document",
  async (path) => {
    const server = await startServer()
    const reply = await server.ask(path)
    expect([reply.status, reply.json.code]).toEqual([404, "not_found"])
  },
)

test("HEAD is a GET without its body", async () => {
  const server = await startServer()
  const [get, head] = [await server.ask("/tasks/T-1"), await server.ask("/tasks/T-1", { method: "HEAD" })]
  expect([head.status, head.text, head.headers.etag]).toEqual([200, "", '"3"'])
  expect(head.headers["content-length"]).toBe(get.headers["content-length"])
  expect((await server.ask("/nothing", { method: "HEAD" })).status).toBe(404)
})

test("a waiting request is aborted when its client goes away", async () => {
  const server = await startServer()
  const socket = await server.dial()
  const parked = new Promise<AbortSignal>((resolve) => {
    server.engine.answer = ({ signal }) => {
      if (signal) resolve(signal)
      return new Promise(() => undefined)
    }
  })
  socket.write("GET /tasks/next?agent=a&wait=30s HTTP/1.1\r\nHost: localhost\r\n\r\n")
  const signal = await parked
  expect(signal.aborted).toBe(false)
  const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve))
  socket.destroy()
  await aborted
  expect(server.warnings).toEqual([])
})

test("an answered request is not aborted, and one that does not wait has no signal to abort", async () => {
  const server = await startServer()
  await server.ask("/tasks/next?agent=a&wait=1s")
  await server.ask("/tasks/next?agent=a")
  expect(server.engine.calls.map(({ signal }) => signal?.aborted)).toEqual([false, undefined])
})

test("health is 200 and `ok`, or 503 with the reason while nothing can be written", async () => {
  const server = await startServer({ hostedDashboard: "https://board.example" })
  const well = await server.ask("/health")
  expect([well.status, well.json]).toEqual([
    200,
    {
      ...{ status: "ok", name: "upnext", version: "1.2.3", seq: 0, hostedDashboard: "https://board.example" },
      ...{ tasks: { total: 0 }, uptime_seconds: expect.any(Number) },
    },
  ])
  server.engine.status = { status: "storage_full", detail: "no room" }
  const ill = await server.ask("/health")
  expect([ill.status, ill.json.status, ill.json.detail]).toEqual([503, "storage_full", "no room"])
})

test.each([
  ["what is no HTTP", "hello\r\n\r\n", 400, "invalid_input"],
  ["a space in the path", "GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "invalid_input"],
  [
    "two lengths",
    "POST /tasks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    400,
    "invalid_input",
  ],
  [
    "a length and chunks",
    "POST /tasks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    400,
    "invalid_input",
  ],
  [
    "large headers",
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
])("%s gets a problem document", async (_, bytes, status, code) => {
  const server = await startServer()
  const text = await server.raw(bytes)
  expect(text.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
  expect(text).toMatch(/Content-Type: application\/problem\+json/i)
  expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4))).toMatchObject({ status, code })
  expect((await server.ask("/health")).status).toBe(200)
})

test("one connection serves several requests, also after a refused one", async () => {
  const server = await startServer()
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const post = "POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
  const text = await server.raw(get("/health") + post + get("/nothing") + get("/health"), (text) =>
    /(HTTP\/1\.1 \d+.*){4}\}$/s.test(text),
  )
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    "200",
    "404",
    "404",
    "200",
  ])
})

test("the facts of a refusal never replace a standard member of the problem document", async () => {
  const server = await startServer()
  server.engine.answer = () => {
    throw new UpnextError("task_not_ready", {
      detail: "no",
      facts: { status: "todo", code: "x", type: "y", extra: 1 },
    })
  }
  const refused = await server.ask("/tasks/T-1/claim", { method: "POST", body: { agent: "ann" } })
  expect(refused.status).toBe(409)
  expect(refused.json).toMatchObject({
    status: 409,
    code: "task_not_ready",
    type: "/docs#task_not_ready",
    facts: { status: "todo", code: "x", type: "y", extra: 1 },
  })
})

test("an answer that cannot be sent ends its own connection, not the server", async () => {
  const server = await startServer()
  const loop: Record<string, unknown> = {}
  loop["loop"] = loop
  server.engine.answer = () => Promise.resolve({ answer: loop, seq: 1 })
  const failed = await server.ask("/tasks/T-1")
  expect(failed.status).toBe(500)
  server.engine.answer = () => {
    throw new UpnextError("task_taken", { detail: "no", facts: { loop } })
  }
  await expect(server.ask("/tasks/T-1")).rejects.toThrow()
  server.engine.answer = () => ({ answer: { task: null }, seq: 2 })
  expect((await server.ask("/tasks/T-1")).status).toBe(200)
})

test("routes that cannot be made are refused to each who asks, and /health says so", async () => {
  const engine = createFakeEngine()
  const onReset = () => {
    throw new Error("It cannot be made")
  }
  const server = await startServer({ engine: { ...engine, onReset } })
  for (const path of ["/tasks", "/docs"]) {
    const reply = await server.ask(path)
    expect(reply.json).toMatchObject({ status: 500, code: "internal" })
    expect(reply.text).not.toContain("It cannot be made")
  }
  expect(server.warnings).toEqual(["GET /tasks failed", "GET /docs failed"])
  await expect(server.app.load()).rejects.toThrow("It cannot be made")
  const health = await server.ask("/health")
  expect([health.status, health.json]).toMatchObject([503, { status: "routes_failed", seq: 0 }])
  expect(health.json.detail).toMatch(/could not load its request handlers/)
  expect(health.text).not.toContain("It cannot be made")
})
