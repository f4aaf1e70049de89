import { expect, test } from "vitest"
import { hashToken } from "../../src/config/token.ts"
import { authBy, startServer } from "../support/http.ts"

const next = "/tasks/next?agent=ann"

test.each([
  ["localhost", 200],
  ["LOCALHOST:1", 200],
  ["localhost.:4445", 200],
  ["127.0.0.1:9999", 200],
  ["192.168.1.7", 200],
  ["[::1]:4445", 200],
  ["board.example", 200],
  ["Board.Example:80", 200],
  ["evil.example", 403],
  ["localhost.evil.example", 403],
  ["127.0.0.1.nip.io", 403],
  ["[::1", 400],
  ["[evil.example]", 400],
  ["user@localhost", 400],
  ["localhost:4445:1", 400],
  ["localhost/", 400],
  ["local host", 400],
  ["", 400],
])("a Host of %j answers %i on every route, whatever its port", async (host, status) => {
  const server = await startServer({ allowedHosts: ["board.example"] })
  for (const path of ["/health", next, "/docs", "/nothing-here"]) {
    const reply = await server.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const got = Number(reply.slice(9, 12))
    expect(got).toBe(status === 200 && path === "/nothing-here" ? 404 : status)
    if (status !== 200) expect(reply).toContain("application/problem+json")
  }
  expect(server.engine.calls).toHaveLength(status === 200 ? 1 : 0)
})

test("a missing Host and a second Host are refused with a problem document", async () => {
  const server = await startServer()
  const missing = await server.raw("GET /health HTTP/1.1\r\nConnection: close\r\n\r\n")
  expect(missing).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_input"/s)
  const two = "GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
  expect(await server.raw(two)).toMatch(/^HTTP\/1\.1 400 .*more than one Host/s)
  const malformed = "GET /health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"
  for (const bytes of ["GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", two, malformed])
    expect(await server.raw(bytes)).toMatch(/"hint":"Send one Host header[^`]*"}$/)
})

test.each([
  [{ origin: "http://evil.example" }, 403],
  [{ origin: "null" }, 403],
  [{ origin: "http://localhost:1" }, 403],
  [{ "sec-fetch-site": "cross-site" }, 403],
  [{ "sec-fetch-site": "same-site" }, 403],
  [{ "sec-fetch-site": "same-origin" }, 201],
  [{ "sec-fetch-site": "none" }, 201],
  [{}, 201],
])("a write with %j answers %i", async (headers, status) => {
  const server = await startServer()
  const reply = await server.ask("/tasks", { method: "POST", headers, body: { title: "x" } })
  if (status === 403) expect([reply.status, reply.json.code]).toEqual([403, "forbidden_origin"])
  expect(server.engine.calls).toHaveLength(status === 403 ? 0 : 1)
})

test("a write from the server's own page is accepted", async () => {
  const server = await startServer()
  await server.ask("/team/starter", { method: "POST", headers: { origin: server.url } })
  expect(server.engine.calls).toHaveLength(1)
})

test("another site may link to the dashboard but can read and frame nothing", async () => {
  const server = await startServer()
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }
  expect((await server.ask("/", { headers: link })).status).toBe(302)
  for (const dest of ["iframe", "frame", "object", "embed"])
    for (const path of ["/", next, "/health", "/docs"])
      expect((await server.ask(path, { headers: { ...link, "sec-fetch-dest": dest } })).status).toBe(403)
  expect((await server.ask("/", { headers: { ...link, "sec-fetch-dest": "document" } })).status).toBe(302)
  const script = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }
  for (const path of [next, "/events", "/health"])
    expect((await server.ask(path, { headers: script })).status).toBe(403)
})

test("no answer carries a CORS header, and OPTIONS is refused", async () => {
  const server = await startServer()
  const reply = await server.ask("/tasks", {
    method: "OPTIONS",
    headers: { "access-control-request-method": "POST" },
  })
  expect([reply.status, reply.headers.allow]).toEqual([405, "POST, GET, HEAD"])
  expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual([])
})

test("where a token is required, the API needs it; health, docs and the dashboard do not", async () => {
  const server = await startServer({ auth: authBy([{ hash: hashToken("s3cret") }]) })
  for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: "Basic s3cret" }]) {
    const reply = await server.ask(next, { headers })
    expect([reply.status, reply.json.code]).toEqual([401, "unauthorized"])
    expect(reply.headers["www-authenticate"]).toMatch(/^Bearer/)
  }
  expect((await server.ask("/events")).status).toBe(401)
  expect((await server.ask("/tasks?token=s3cret")).status).toBe(401)
  expect((await server.ask(next, { headers: { authorization: "bearer s3cret" } })).status).toBe(200)
  for (const path of ["/health", "/docs", "/openapi.json"]) expect((await server.ask(path)).status).toBe(200)
  expect((await server.ask("/")).status).toBe(302)
})

test("the actor is the token's agent, else the declared field, else Upnext-Actor, else anonymous", async () => {
  const server = await startServer()
  const create = (body: object, headers = {}) => server.ask("/tasks", { method: "POST", body, headers })
  const header = { "upnext-actor": "Zo%C3%AB" }
  await create({ title: "x", createdBy: "ann" }, header)
  await create({ title: "x" }, header)
  await create({ title: "x" })
  expect(server.engine.calls.map(({ actor }) => actor)).toEqual(["ann", "Zoë", "anonymous"])
  const bad = await create({ title: "x" }, { "upnext-actor": "upnext" })
  expect([bad.status, bad.json.errors[0].path]).toEqual([400, "Upnext-Actor"])

  const bound = await startServer({ auth: authBy([{ hash: hashToken("t"), agent: "Ann" }]) })
  const authorization = "Bearer t"
  const post = (body: object) => bound.ask("/tasks", { method: "POST", body, headers: { authorization } })
  await post({ title: "x" })
  await post({ title: "x", createdBy: "ANN" })
  expect(bound.engine.calls.map(({ actor }) => actor)).toEqual(["Ann", "Ann"])
  const other = await post({ title: "x", createdBy: "bob" })
  expect([other.status, other.json.code, bound.engine.calls.length]).toEqual([403, "actor_mismatch", 2])
})
