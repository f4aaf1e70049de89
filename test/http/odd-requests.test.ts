import { expect, test } from "vitest"
import { readText, startServer } from "../support/http.ts"

const headers = "Host: localhost\r\nConnection: close\r\n"

test.each(["localhost:4445", "evil.example:443"])("CONNECT %s is answered, not cut off", async (target) => {
  const server = await startServer()
  const reply = await server.raw(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
  expect(reply).toMatch(/^HTTP\/1\.1 405 .*\r\nAllow: GET, .*"code":"method_not_allowed"/s)
  expect((await server.ask("/health")).status).toBe(200)
})

test("an expectation that cannot be met is 417, with and without a body", async () => {
  const server = await startServer()
  for (const rest of ["\r\n", 'Content-Type: application/json\r\nContent-Length: 13\r\n\r\n{"title":"x"}']) {
    const reply = await server.raw(`POST /tasks HTTP/1.1\r\n${headers}Expect: weird\r\n${rest}`)
    expect(reply).toMatch(/^HTTP\/1\.1 417 .*"code":"expectation_failed"/s)
  }
  expect(server.engine.calls).toEqual([])
})

test("Expect: 100-continue, in any case, is told to go on", async () => {
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
])("a path that leads through dots is not found: %s", async (path) => {
  const server = await startServer()
  const reply = await server.raw(`GET ${path} HTTP/1.1\r\n${headers}\r\n`)
  expect(reply).toMatch(/^HTTP\/1\.1 404 .*"code":"not_found"/s)
})

test("dots that are part of a name are no such path", async () => {
  const server = await startServer()
  for (const query of ["agent=..", "agent=/../x"]) {
    const reply = await server.raw(`GET /tasks/next?${query} HTTP/1.1\r\n${headers}\r\n`)
    expect(reply).toMatch(/^HTTP\/1\.1 200 /)
  }
})
