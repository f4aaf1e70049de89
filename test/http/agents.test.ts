import { expect, test } from "vitest"
import { hashToken } from "../../src/config/token.ts"
import { authBy, startServer } from "../support/http.ts"
import { given } from "../support/service.ts"

const serve = async (...options: Parameters<typeof startServer>) => {
  const service = await given(["task.create", { title: "x", assignee: "Bob" }])
  return startServer({ engine: service.engine, ...options[0] })
}

test.each([
  ["spaces", "Ann%20Lee", "Ann Lee"],
  ["a slash", "a%2Fb", "a/b"],
  ["a backslash, a question mark and a hash", "a%5C%3F%23", "a\\?#"],
  ["dots", "..%2F..", "../.."],
  ["a percent sign", "100%25", "100%"],
  ["percent-encoding that was encoded", "%2541", "%41"],
  ["other letters", "Zo%C3%AB", "Zoë"],
  ["other scripts", "%E6%9D%8E%E9%9B%B7", "李雷"],
  ["a plus", "C++", "C++"],
  ["the word next", "next", "next"],
  ["a word of a deeper path", "inbox", "inbox"],
])("an agent whose name holds %s can be put, read, seen and deleted by its path", async (_, path, name) => {
  const server = await serve()
  const put = await server.ask(`/agents/${path}`, { method: "PUT", body: { role: "dev" } })
  expect([put.status, put.json.agent?.name], put.text).toEqual([200, name])
  const beat = await server.ask(`/agents/${path}/heartbeat`, { method: "POST", body: { host: "mac" } })
  expect([beat.status, beat.json.agent?.live]).toEqual([200, true])
  expect((await server.ask(`/agents/${path}`)).json.agent).toMatchObject({ name, role: "dev", host: "mac" })
  expect((await server.ask(`/agents/${path}/inbox`)).json).toEqual({ inbox: [], next: null, total: 0 })
  expect((await server.ask(`/agents/${path}`, { method: "DELETE" })).json).toMatchObject({
    deleted: name,
    openTasks: [],
  })
  expect((await server.ask(`/agents/${path}`)).status).toBe(404)
})

test.each(["upnext", "Unassigned", "anonymous", "%20", "%00", "a%0Ab", "%FF", "%", "x".repeat(65)])(
  "no agent has the name %s",
  async (path) => {
    const server = await serve()
    for (const [method, body] of [["GET"], ["DELETE"], ["PUT", {}]] as const) {
      const reply = await server.ask(`/agents/${path}`, { method, ...(body && { body }) })
      expect([method, reply.status, reply.json.code]).toEqual([method, 400, "invalid_input"])
      expect(reply.json.errors[0].path).toBe("name")
    }
    expect((await server.ask("/agents")).json.agents.map(({ name }: { name: string }) => name)).toEqual([
      "Bob",
    ])
  },
)

test.each([
  ["POST", "/agents", "GET, HEAD"],
  ["PATCH", "/agents/ann", "GET, HEAD, PUT, DELETE"],
  ["GET", "/agents/ann/heartbeat", "POST"],
  ["GET", "/agents/ann/pause", "POST"],
  ["PUT", "/agents/ann/resume", "POST"],
  ["POST", "/agents/ann/inbox", "GET, HEAD"],
  ["GET", "/agents/ann/inbox/ack", "POST"],
  ["POST", "/hosts", "GET, HEAD"],
  ["POST", "/projects", "GET, HEAD"],
  ["GET", "/team/pause", "POST"],
  ["DELETE", "/team/resume", "POST"],
  ["GET", "/tasks/T-1/criteria", "POST"],
])("%s %s is 405 and Allow says %s", async (method, path, allow) => {
  const server = await serve()
  const reply = await server.ask(path, { method })
  expect(reply.status).toBe(405)
  expect(reply.headers.allow?.split(", ").sort()).toEqual(allow.split(", ").sort())
})

test("an unknown agent is 404, a busy or paused one 409, and bad input 400 with its path", async () => {
  const server = await serve()
  const post = (path: string, body: object = {}) => server.ask(path, { method: "POST", body })
  expect((await post("/agents/ann/resume")).json).toMatchObject({ status: 404, code: "agent_not_found" })
  expect((await post("/team/pause", { for: "soon" })).json).toMatchObject({
    status: 400,
    errors: [{ path: "for", received: "soon" }],
  })
  expect((await post("/agents/bob/pause", { for: "1h", reason: "lunch" })).status).toBe(200)
  const claim = await post("/tasks/T-1/claim", { agent: "bob" })
  expect(claim.json).toMatchObject({
    status: 409,
    code: "agent_paused",
    facts: { agent: "bob", until: "2030-01-01T01:00:00.000Z", reason: "lunch", isTeam: false },
  })
  expect(claim.json.hint).toMatch(/ask a person/)
  await post("/agents/bob/resume")
  await post("/tasks/T-1/claim", { agent: "bob" })
  const busy = await server.ask("/agents/bob", { method: "DELETE" })
  expect(busy.json).toMatchObject({ status: 409, code: "agent_busy", facts: { tasks: ["T-1"] } })
  for (const criterion of [0, "", [], "x".repeat(2000), true]) {
    const reply = await post("/tasks/T-1/criteria", { criterion })
    expect(reply.json).toMatchObject({ status: 400, errors: [{ path: "criterion" }] })
    if (criterion === 0 || criterion === true) expect(reply.json.detail).toContain("its number from 1 to 100")
    expect(reply.text.length).toBeLessThan(1000)
  }
  expect((await post("/tasks/T-1/criteria", { criterion: 1 })).json.detail).toBe("T-1 has no criteria.")
  expect((await server.ask("/agents?live=maybe")).json).toMatchObject({
    status: 400,
    errors: [{ path: "live" }],
  })
  expect((await server.ask("/tasks/next?agent=ann&explain=why")).json.errors[0].path).toBe("explain")
})

test("criteria take If-Match and answer with the new version; agents take none", async () => {
  const server = await serve()
  const edit = { done_criteria: ["tests pass"] }
  await server.ask("/tasks/T-1", { method: "PATCH", body: edit })
  const check = (version: string) =>
    server.ask("/tasks/T-1/criteria", {
      method: "POST",
      body: { criterion: 1 },
      headers: { "if-match": version },
    })
  expect((await check('"1"')).json).toMatchObject({ status: 412, code: "version_mismatch" })
  const done = await check('"2"')
  expect([done.status, done.headers.etag]).toEqual([200, '"3"'])
  const put = await server.ask("/agents/ann", { method: "PUT", body: {}, headers: { "if-match": '"1"' } })
  expect(put.status).toBe(400)
})

test("a token bound to one agent acts, and reads the inbox, only for that agent", async () => {
  const server = await serve({ auth: authBy([{ hash: hashToken("t"), agent: "Bob" }]) })
  const headers = { authorization: "Bearer t" }
  const post = (path: string, body: object = {}) => server.ask(path, { method: "POST", body, headers })
  expect((await post("/agents/BOB/heartbeat")).status).toBe(200)
  expect((await post("/agents/bob/inbox/ack", { seq: 2 })).json).toEqual({ unread: 0 })
  for (const path of ["/agents/ann/heartbeat", "/agents/ann/inbox/ack"]) {
    const reply = await post(path, path.endsWith("ack") ? { seq: 1 } : {})
    expect([reply.status, reply.json.code]).toEqual([403, "actor_mismatch"])
  }
  expect((await post("/tasks/T-1/criteria", { criterion: 1, agent: "ann" })).status).toBe(403)
  expect((await server.ask("/agents/ann", { headers })).status).toBe(404)
})

test("a pause is recorded under the name of whoever sent the request", async () => {
  const server = await serve()
  const asked = { method: "POST", body: {}, headers: { "upnext-actor": "Zo%C3%AB" } }
  expect((await server.ask("/team/pause", asked)).json.paused.by).toBe("Zoë")
})
