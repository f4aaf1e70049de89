import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { loadConfig } from "../../src/config/config.ts"
import { AgentView } from "../../src/domain/wire/agents/agent-schemas.ts"
import { CommentView } from "../../src/domain/wire/tasks/view-schemas.ts"
import { createUpnext, type Upnext } from "../../src/upnext.ts"
import { call, type Answer } from "../support/server.ts"

let home: string
let server: Upnext
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "upnext-"))
  server = await createUpnext({ ...(await loadConfig({ flags: { home }, env: {} })), port: 0 })
})
afterAll(async () => {
  await server.close()
  await rm(home, { recursive: true, force: true })
})

/** Something of each kind, so that every list has a record. */
beforeAll(async () => {
  await addTask()
  await addTask({ assignee: "ann", metadata: { reflection_exempt: true } })
  await post("/tasks/T-1/comments", { author: "bo", content: "@ann look" })
  await post("/tasks/T-2/claim", { agent: "ann", host: "here" })
  await post("/tasks/T-2/comments", { author: "bo", content: "@ann look" })
  await post("/tasks/T-2/reflections", { agent: "ann", content: "learned" })
})

const get = (path: string): Promise<Answer> => call(server.url, "GET", path)
const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  call(server.url, "POST", path, body, headers)
const briefly = { prefer: "return=minimal" }

async function addTask(fields: object = {}): Promise<string> {
  const { body } = await post("/tasks", {
    title: "Fix login",
    description: "Long.",
    done_criteria: ["a"],
    ...fields,
  })
  return (body["task"] as { id: string }).id
}

test.each([
  ["/tasks?q=login&limit=1", "tasks", "id,title,status"],
  ["/tasks?ids=T-1", "tasks", "description,criteria"],
  ["/tasks/next?agent=bo", "task", "id,title"],
  ["/tasks/T-1", "task", "done_criteria,id"],
  ["/tasks/T-1/comments", "comments", "author,content"],
  ["/tasks/T-1/history", "history", "type,actor"],
  ["/agents", "agents", "name,live"],
  ["/agents/ann", "agent", "name,tasks"],
  ["/agents/ann/inbox", "inbox", "seq,kind,task"],
  ["/hosts", "hosts", "name"],
  ["/projects", "projects", "name,open"],
  ["/reflections", "reflections", "taskId,content"],
  ["/stats", "stats", "from,wip"],
])("GET %s with `fields` holds in `%s` only %s, and all else as it is", async (path, record, fields) => {
  const ask = `${path}${path.includes("?") ? "&" : "?"}`
  const { body: whole } = await get(path)
  const { status, body } = await get(`${ask}fields=${fields}`)
  const names = fields.split(",")
  const chosen = (each: unknown) =>
    Object.fromEntries(names.map((name) => [name, (each as Record<string, unknown>)[name]]))
  const all = whole[record] as unknown
  expect([all].flat().length, "there is something to choose from").toBeGreaterThan(0)
  expect([status, body]).toEqual([
    200,
    { ...whole, [record]: Array.isArray(all) ? all.map(chosen) : chosen(all) },
  ])
})

test("`fields` may come several times, and the ETag is still that of the whole task", async () => {
  const { headers, body } = await get("/tasks/T-1?fields=id&fields=title,%20status")
  expect(Object.keys(body["task"] as object)).toEqual(["id", "title", "status"])
  expect(headers["etag"]).toBe((await get("/tasks/T-1")).headers["etag"])
})

test("`fields` shows a long text that `compact` would leave out", async () => {
  const { body } = await get("/tasks?ids=T-1&compact=1&fields=description")
  expect(body["tasks"]).toEqual([{ description: "Long." }])
  const peek = await get("/tasks/next?agent=bo&compact=1&fields=description")
  expect(peek.body).toEqual({ task: { description: "Long." } })
})

test.each([
  ["/tasks?fields=id,titel", 'unknown field "titel"; did you mean "title"?'],
  ["/tasks/T-1?fields=due_at", 'unknown field "due_at"; did you mean "dueAt"?'],
  ["/agents?fields=zzz", `unknown field "zzz"; the fields are ${Object.keys(AgentView.shape).join(", ")}`],
  [
    "/tasks/T-1/comments?fields=",
    `expected the name of a field; the fields are ${Object.keys(CommentView.shape).join(", ")}`,
  ],
])("GET %s is refused, and the nearest field is named, or all fields", async (path, message) => {
  const { status, body } = await get(path)
  expect([status, body["code"]]).toEqual([400, "invalid_input"])
  expect(body["detail"]).toContain(message)
  const [short = ""] = message.split("; the fields are")
  expect(body["errors"]).toMatchObject([{ path: "fields", message: short }])
})

test('where nothing is ready, the answer is exactly {"task":null}, whatever form was asked for', async () => {
  for (const more of ["", "&compact=1", "&fields=id,title", "&compact=1&fields=id"])
    expect((await get(`/tasks/next?agent=bo&project=none${more}`)).text).toBe('{"task":null}')
  const claim = await post("/tasks/next/claim", { agent: "bo", project: "none" }, briefly)
  expect(claim.text).toBe('{"task":null}')
})

test("a change shows in a chosen field at once, though the same question was asked before", async () => {
  const ask = () => get("/tasks/next?agent=bo&fields=title")
  expect([await ask(), await ask()].map(({ body }) => body)).toEqual(
    Array(2).fill({ task: { title: "Fix login" } }),
  )
  await call(server.url, "PATCH", "/tasks/T-1", { title: "Fix the login" })
  expect((await ask()).body).toEqual({ task: { title: "Fix the login" } })
  await call(server.url, "PATCH", "/tasks/T-1", { title: "Fix login" })
})

const shortTask = {
  id: expect.stringMatching(/^T-\d+$/) as string,
  status: expect.any(String) as string,
  version: expect.any(Number) as number,
}

test("the short answer to a write names the task with its status and version, and says that it is short", async () => {
  const { status, body, headers } = await post("/tasks", { title: "b" }, briefly)
  const { id } = body["task"] as { id: string }
  expect([status, body]).toEqual([201, { task: { id, status: "todo", version: 1 } }])
  expect(headers).toMatchObject({
    "preference-applied": "return=minimal",
    vary: "prefer",
    etag: '"1"',
    location: `/tasks/${id}`,
  })
  const { body: edited } = await call(server.url, "PATCH", `/tasks/${id}`, { priority: "P1" }, briefly)
  expect(edited).toEqual({ task: { id, status: "todo", version: 2 } })
})

test("the short answer to a claim keeps the lease with its token, and the token is good", async () => {
  const { body } = await post("/tasks/next/claim", { agent: "cy", lessons: true }, briefly)
  expect(body).toMatchObject({ task: shortTask, lease: { token: expect.any(String) as string }, lessons: [] })
  const { id } = body["task"] as { id: string }
  expect(Object.keys(body["task"] as object)).toEqual(["id", "status", "version"])
  const { token } = body["lease"] as { token: string }
  const back = await post(`/tasks/${id}/release`, { agent: "cy", leaseToken: token }, briefly)
  expect([back.status, back.body]).toEqual([200, { task: { ...shortTask, status: "todo" } }])
})

test("the short answers to other writes name what was made or changed", async () => {
  const id = await addTask({ reviewer: "mira", assignee: "dee" })
  expect((await post(`/tasks/${id}/claim`, { agent: "dee" }, briefly)).status).toBe(200)
  const said = await post(`/tasks/${id}/comments`, { author: "ann", content: "hello" }, briefly)
  expect([said.status, said.body]).toEqual([201, { comment: { id: expect.stringMatching(/^C-/) as string } }])
  const learned = await post(`/tasks/${id}/reflections`, { agent: "dee", content: "x" }, briefly)
  expect(learned.body).toEqual({ reflection: { id: expect.stringMatching(/^R-/) as string } })
  const checked = await post(`/tasks/${id}/criteria`, { agent: "dee", criterion: 1 }, briefly)
  // What others have said to the holder is no part of what was asked, and stays.
  const word = { id: expect.stringMatching(/^C-/) as string, author: "ann", content: "hello" }
  expect(checked.body).toEqual({ task: shortTask, said: [word] })
  const done = await post(`/tasks/${id}/complete`, { agent: "dee" }, briefly)
  expect(done.body).toEqual({ task: { ...shortTask, status: "review" } })
  const decided = await post(`/tasks/${id}/review`, { reviewer: "mira", decision: "approve" }, briefly)
  expect(decided.body).toEqual({
    task: { ...shortTask, status: "done" },
    review: { id: expect.stringMatching(/^V-/) as string },
  })
  const paused = await post("/agents/dee/pause", {}, briefly)
  expect(paused.body).toEqual({
    agent: { name: "dee", paused: expect.objectContaining({ until: null }) as object },
  })
  const gone = await call(server.url, "DELETE", `/tasks/${id}`, undefined, briefly)
  expect(gone.body).toEqual({ deleted: id, until: expect.stringMatching(/^2\d{3}-/) as string })
})

test("a list in a short answer holds the short form of each record", async () => {
  const { body } = await post("/team/starter", {}, briefly)
  const { agents, tasks } = body as { agents: object[]; tasks: object[] }
  expect(new Set(agents.flatMap((each) => Object.keys(each)))).toEqual(new Set(["name", "paused"]))
  expect(agents.length).toBeGreaterThan(1)
  expect(new Set(tasks.flatMap((each) => Object.keys(each)))).toEqual(new Set(["id", "status", "version"]))
})

test("a repeat of a request gets the remembered answer in the form that it asks for", async () => {
  const body = { title: "once" }
  const key = { "idempotency-key": "selection-1" }
  const first = await post("/tasks", body, { ...key, ...briefly })
  const again = await post("/tasks", body, { ...key, ...briefly })
  const whole = await post("/tasks", body, key)
  expect(again.body).toEqual(first.body)
  expect(whole.body["task"]).toMatchObject({ ...(first.body["task"] as object), title: "once" })
})

test.each([
  ["return=minimal", "return=minimal"],
  ["Return = Minimal ; note=x", "return=minimal"],
  ['return="minimal"', "return=minimal"],
  ["respond-async, wait=10, return=minimal", "return=minimal"],
  ["return=representation", "return=representation"],
  ["return=minimal, return=representation", undefined],
  ["return=tiny", undefined],
  ["return", undefined],
  ['note="a, return=minimal"', undefined],
  ["respond-async", undefined],
])("Prefer: %s is answered with Preference-Applied: %s", async (prefer, applied) => {
  const { headers, body } = await post("/tasks/T-1/comments", { author: "ann", content: "hi" }, { prefer })
  expect(headers["preference-applied"]).toBe(applied)
  expect("content" in (body["comment"] as object)).toBe(applied !== "return=minimal")
  expect(headers["vary"]).toBe("prefer")
})

test("a read is not shortened by Prefer, and says nothing of it", async () => {
  const { headers, body } = await call(server.url, "GET", "/tasks/T-1", undefined, briefly)
  expect([headers["preference-applied"], headers["vary"]]).toEqual([undefined, undefined])
  expect(body["task"]).toHaveProperty("title")
})
