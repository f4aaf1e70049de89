import { expect, test } from "vitest"
import { readText, startServer } from "../support/http.ts"

const headers = "Host: localhost\r\nConnection: close\r\n"

test.each(["localhost:4445", "evil.example:443"])(
  "CONNECT %s gets an answer before the connection closes",
  async (target) => {
    const server = await startServer()
    const reply = await server.raw(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
    expect(reply).toMatch(/^HTTP\/1\.1 405 .*\r\nAllow: GET, .*"code":"method_not_allowed"/s)
    expect((await server.ask("/health")).status).toBe(200)
  },
)

test("an expectation that cannot be met is 417, with and without a body", async () => {
  const server = await startServer()
  for (const rest of ["\r\n", 'Content-Type: application/json\r\nContent-Length: 13\r\n\r\n{"title":"x"}']) {
    const reply = await server.raw(`POST /tasks HTTP/1.1\r\n${headers}Expect: weird\r\n${rest}`)
    expect(reply).toMatch(/^HTTP\/1\.1 417 .*"code":"expectation_failed"/s)
  }
  expect(server.engine.calls).toEqual([])
})

test("Expect: 100-continue gets its 100 Continue, in upper and in lower case", async () => {
  const server = await startServer()
  const socket = await server.dial()
  socket.write(
    `POST /tasks HTTP/1.1\r\n${headers}Expect: 100-Continue\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n`,
  )
  const reading = readText(socket, (text) => text.includes("201 Created"))
  socket.once("data", () => socket.write('{"title":"x"}'))
  expect(await reading).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 Created/)
})

test.each([
  "/dashboard/../health",
  "/dashboard/..",
  "/tasks/./T-1",
  "/dashboard/%2e%2E/docs",
  "/.%2e/health",
  "http://localhost/dashboard/../health",
])("a path with dot segments is not found: %s", async (path) => {
  const server = await startServer()
  const reply = await server.raw(`GET ${path} HTTP/1.1\r\n${headers}\r\n`)
  expect(reply).toMatch(/^HTTP\/1\.1 404 .*"code":"not_found"/s)
})

test("dots inside a name are no dot segments", async () => {
  const server = await startServer()
  for (const query of ["agent=..", "agent=/../x"]) {
    const reply = await server.raw(`GET /tasks/next?${query} HTTP/1.1\r\n${headers}\r\n`)
    expect(reply).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test.each([
  ["/%70rojects", "/projects"],
  ["/%70%72%6fjects?limit=1", "/projects?limit=1"],
  ["/tasks/%54-1", "/tasks/T-1"],
  ["/tasks/T%2d1", "/tasks/T-1"],
])(
  "%s is the same path as %s, since percent-encoding changes no letter (RFC 3986, 6.2.2.2)",
  async (encoded, plain) => {
    const server = await startServer()
    const [one, other] = await Promise.all([server.ask(encoded), server.ask(plain)])
    expect([one.status, one.json]).toEqual([200, other.json])
    const [first, second] = server.engine.calls.map(({ input }) => input)
    expect(first).toEqual(second)
  },
)

test("a Host whose port is none is refused with a path that has to be made an URL, and the server lives on", async () => {
  const server = await startServer()
  const reply = await server.raw(
    "GET /tasks/../x\\y HTTP/1.1\r\nHost: localhost:99999\r\nConnection: close\r\n\r\n",
  )
  expect(reply).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_input"/s)
  expect((await server.ask("/health")).status).toBe(200)
})

test("a percent-encoded slash belongs to the name and does not end it", async () => {
  const server = await startServer()
  expect((await server.ask("/tasks%2FT-1")).status).toBe(404)
  expect((await server.ask("/agents/a%2Fb")).status).toBe(200)
  expect((await server.ask("/agents/a%252Fb")).status).toBe(200)
  expect(server.engine.calls.map(({ input }) => input["name"])).toEqual(["a/b", "a%2Fb"])
})

test.each(["/%zz", "/tasks/%", "/health%f", "/agents/%ff", "/nothing/%c3", "/dashboard/%zz", "/assets/%e"])(
  "%s is not properly percent-encoded: 400",
  async (path) => {
    const server = await startServer()
    const reply = await server.raw(`GET ${path} HTTP/1.1\r\n${headers}\r\n`)
    expect(reply).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_input".*percent-encoded/s)
  },
)

test.each([
  ["http://127.0.0.1:4445/health", "evil.example", 200],
  ["HTTP://LOCALHOST/health", "evil.example", 200],
  ["http://[::1]:4445/health?x=1", "evil.example:80", 200],
  ["http://localhost?agent=ann", "evil.example", 302],
  ["http://evil.example/health", "localhost", 403],
  ["http://evil.example:4445/health", "evil.example:4445", 403],
  ["http://user@localhost/health", "localhost", 400],
  ["http:///health", "localhost", 400],
  ["ftp://localhost/health", "localhost", 400],
  ["http://localhost/health", "not a host", 400],
])(
  "the host of an absolute target is the host, whatever Host says: %s with Host %s answers %i",
  async (target, host, status) => {
    const server = await startServer()
    const reply = await server.raw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  },
)

test("an absolute target without a Host header, or with two, is 400 like any other request (RFC 9112, 3.2)", async () => {
  const server = await startServer()
  for (const lines of ["", "Host: localhost\r\nHost: localhost\r\n"]) {
    const reply = await server.raw(
      `GET http://localhost/health HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`,
    )
    expect(reply).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_input"/s)
  }
})

test("the origin of a page is compared with the host of an absolute target", async () => {
  const server = await startServer()
  const post = (origin: string) =>
    server.raw(
      `POST http://localhost:4445/team/starter HTTP/1.1\r\nHost: evil.example\r\nOrigin: ${origin}\r\nConnection: close\r\n\r\n`,
    )
  expect(await post("http://evil.example")).toMatch(/^HTTP\/1\.1 403 .*"code":"forbidden_origin"/s)
  expect(await post("http://localhost:4445")).toMatch(/^HTTP\/1\.1 200 /)
})

const chunked = 'd\r\n{"title":"x"}\r\n0\r\n\r\n'

test.each([
  ["Transfer-Encoding: gzip, chunked", 501, "transfer_coding_unsupported"],
  ["Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", 501, "transfer_coding_unsupported"],
  ["Transfer-Encoding: identity, chunked", 501, "transfer_coding_unsupported"],
  // If `chunked` is not the last coding, the end of the body is not known: 400 (RFC 9112, 6.3).
  ["Transfer-Encoding: gzip", 400, "invalid_input"],
  ["Transfer-Encoding: identity", 400, "invalid_input"],
  ["Transfer-Encoding: chunked, gzip", 400, "invalid_input"],
  ["Transfer-Encoding: chunked, chunked", 400, "invalid_input"],
  // Two lengths would let somebody smuggle a request past a proxy.
  ["Transfer-Encoding: chunked\r\nContent-Length: 13", 400, "invalid_input"],
  ["Transfer-Encoding: Chunked", 201, '"id":"T-1"'],
])("a body with %j answers %i", async (lines, status, code) => {
  const server = await startServer()
  const head = `POST /tasks HTTP/1.1\r\n${headers}Content-Type: application/json\r\n${lines}\r\n\r\n`
  const reply = await server.raw(head + chunked)
  expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*${code}`, "s"))
  if (status !== 201) expect(reply).toMatch(/content-type: application\/problem\+json/i)
  expect(server.engine.calls).toHaveLength(status === 201 ? 1 : 0)
})

test("Transfer-Encoding in HTTP/1.0 counts as faulty framing, and the connection closes (RFC 9112, 6.1)", async () => {
  const server = await startServer()
  const head =
    "POST /tasks HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nContent-Type: application/json\r\n"
  const reply = await server.raw(`${head}Transfer-Encoding: chunked\r\n\r\n${chunked}`)
  expect(reply).toMatch(/^HTTP\/1\.1 400 .*connection: close.*"code":"invalid_input"/is)
  expect(server.engine.calls).toEqual([])
})

test.each([
  ["one request", 1],
  ["three requests", 3],
])("bytes that are not HTTP are refused after the answer to %s before them", async (_, count) => {
  const server = await startServer()
  const answers: (() => void)[] = []
  server.engine.answer = () =>
    new Promise((resolve) =>
      answers.push(() => resolve({ answer: { task: { id: "T-1", version: 1 } }, seq: 1 })),
    )
  const typed = "Host: localhost\r\nContent-Type: application/json\r\n"
  const one = `POST /tasks HTTP/1.1\r\n${typed}Content-Length: 13\r\n\r\n{"title":"x"}`
  const reply = server.raw(`${one.repeat(count)}nonsense\r\n\r\n`)
  for (let i = 0; i < count; i++) {
    await expect.poll(() => answers.length).toBeGreaterThan(i)
    answers[i]?.()
  }
  const statuses = [...(await reply).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  expect(statuses).toEqual([...Array.from({ length: count }, () => "201"), "400"])
})
