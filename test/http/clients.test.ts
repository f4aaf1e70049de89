import { afterAll, beforeAll, expect, test } from "vitest"
import { call, startServerHere, temporaryHome, type RunningServer } from "../support/server.ts"

let server: RunningServer
let home: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ home, remove } = await temporaryHome())
  server = await startServerHere({ home })
  await ask("POST", "/tasks", { title: "made before", reviewer: "rea" })
})
afterAll(async () => {
  await server.stop()
  await remove()
})

const ask = (method: string, path: string, body?: unknown) => call(server.url, method, path, body)
const at = "2030-02-15T18:00Z"

/** What public clients of this interface send. */
const served: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ["GET", "/health"],
  ["GET", "/tasks?limit=1"],
  ["GET", "/tasks?status=validating&limit=100"],
  ["GET", "/tasks?assignee=echo&status=validating"],
  ["GET", "/tasks?status=doing&assignee=echo&limit=1"],
  ["GET", "/tasks?status=in-progress"],
  ["GET", "/tasks?status=todo&assignee=link&priority=P1"],
  ["GET", "/tasks?status=done&limit=200"],
  ["GET", "/tasks/next"],
  ["GET", "/tasks/next?compact=true"],
  ["GET", "/tasks/next?agent=main&compact=true"],
  ["GET", "/tasks/T-1/comments?includeSuppressed=true"],
  ["POST", "/tasks", { title: "t", createdBy: "ann", blocked_by: ["T-1"] }],
  ["POST", "/tasks", { title: "t", createdBy: "ann", blocked_by: "T-1" }],
  ["POST", "/tasks", { title: "t", createdBy: "ann", done_criteria: "one line" }],
  ["POST", "/tasks", { title: "t", status: "todo", assignee: "ann", reviewer: "ann", eta: at }],
  ["POST", "/tasks", { title: "t", eta: "~5m", assignee: "ann", done_criteria: ["a", "b"], priority: "P1" }],
  ["POST", "/tasks", { title: "t", status: "in-progress", assignee: "ann" }],
  [
    "POST",
    "/tasks",
    {
      ...{ title: "t", createdBy: "ann", assignee: "unassigned", eta: "1h" },
      metadata: { reflection_exempt: true, reflection_exempt_reason: "bootstrap task" },
    },
  ],
  ["PATCH", "/tasks/T-1", { priority: "P1", actor: "ann" }],
  ["PATCH", "/tasks/T-1", { blocked_by: [] }],
  ["PUT", "/tasks/T-1", { status: "in_progress", assignee: "ann", actor: "ann" }],
  ["PATCH", "/tasks/T-1", { status: "validating", actor: "rea" }],
  ["POST", "/tasks/T-1/comments", { author: "ann", content: "c", provenance: { integration: "chat-relay" } }],
  ["POST", "/team/starter", {}],
  ["GET", "/docs"],
]

test.each(served.map(([method, path, body]) => ({ method, path, body })))(
  "$method $path $body",
  async (sent) => {
    const { status, text } = await ask(sent.method, sent.path, sent.body)
    expect(status, text).toBeLessThan(300)
  },
)

test.each([
  ["POST", "/tasks/task-does-not-exist/comments", { author: "ann", content: "c" }],
  ["GET", "/tasks/nope"],
  ["PATCH", "/tasks/1", { title: "t" }],
] as const)("%s %s names a task that cannot be", async (method, path, body?: unknown) => {
  const answer = await ask(method, path, body)
  expect([answer.status, answer.body["code"]]).toEqual([404, "task_not_found"])
})

test("what is sent in another form is kept as if it came in that of the docs", async () => {
  const { body } = await ask("POST", "/tasks", {
    title: "t",
    blocked_by: "T-1",
    done_criteria: "one",
    eta: at,
  })
  expect(body["task"]).toMatchObject({
    ...{ blockedBy: ["T-1"], done_criteria: ["one"], eta: at, etaMs: null },
    dueAt: "2030-02-15T18:00:00.000Z",
  })
})

test("an estimate that is a time sets no other due time than the one there is", async () => {
  const dueAt = "2031-01-01T00:00:00.000Z"
  const created = await ask("POST", "/tasks", { title: "t", eta: at, dueAt })
  const { id } = created.body["task"] as { id: string }
  expect(created.body["task"]).toMatchObject({ eta: at, dueAt })
  const edited = await ask("PATCH", `/tasks/${id}`, { eta: "2030-03-01T00:00Z" })
  expect(edited.body["task"]).toMatchObject({ eta: "2030-03-01T00:00Z", dueAt })
  await ask("PATCH", `/tasks/${id}`, { dueAt: null })
  const again = await ask("PATCH", `/tasks/${id}`, { eta: at })
  expect(again.body["task"]).toMatchObject({ dueAt: "2030-02-15T18:00:00.000Z" })
  const later = await ask("PATCH", `/tasks/${id}`, { eta: "2031-02-15T18:00Z" })
  expect(later.body["task"]).toMatchObject({ dueAt: "2031-02-15T18:00:00.000Z" })
  const gone = await ask("PATCH", `/tasks/${id}`, { eta: null })
  expect(gone.body["task"]).toMatchObject({ eta: null, dueAt: null })
})

test("who acts may stand in the body of a change", async () => {
  const { body } = await ask("POST", "/tasks", { title: "t" })
  const { id } = body["task"] as { id: string }
  await ask("PUT", `/tasks/${id}`, { title: "u", actor: "zoe" })
  const { body: history } = await ask("GET", `/tasks/${id}/history`)
  expect(JSON.stringify(history)).toContain('"zoe"')
  const refused = await ask("PATCH", `/tasks/${id}`, { title: "v", actor: 7 })
  expect([refused.status, refused.body["errors"]]).toMatchObject([400, [{ path: "actor" }]])
})

test("fields that no comment has are kept aside, and the answer says so", async () => {
  const extra = { kind: "note", "é\n": { a: [1] } }
  const { headers, body } = await ask("POST", "/tasks/T-1/comments", {
    author: "ann",
    content: "c",
    ...extra,
  })
  expect(headers["warning"]).toBe('299 - "kept in extra: kind, ??"')
  expect(body["comment"]).toMatchObject({ extra })
  await server.stop()
  server = await startServerHere({ home })
  const { body: kept } = await ask("GET", "/tasks/T-1/comments")
  expect((kept["comments"] as unknown[]).at(-1)).toMatchObject({ extra })
})

test.each([
  [{ content: "c", dryRun: true }, "dryRun"],
  [{ content: "c", agent: "bob" }, "agent"],
  [{ text: "c" }, "text"],
  [{ content: "c", foo: 1, extra: { foo: 2 } }, "foo"],
])("%j is refused, and names what it does not know", async (body, field) => {
  const { body: before } = await ask("GET", "/tasks/T-1/comments")
  const refused = await ask("POST", "/tasks/T-1/comments", body)
  expect(refused.status).toBe(400)
  expect((refused.body["errors"] as { path: string }[]).map(({ path }) => path)).toContain(field)
  expect((await ask("GET", "/tasks/T-1/comments")).body["total"]).toBe(before["total"])
})

test("who acts may stand in the body of a comment, too", async () => {
  const { body } = await ask("POST", "/tasks/T-1/comments", { content: "c", actor: "bob" })
  expect(body["comment"]).toMatchObject({ author: "bob" })
})

test("a field of a comment with a slip in it is refused, and so is what no object may hold", async () => {
  for (const more of [{ contnt: "d" }, { __proto: 1, ["__proto__"]: 1 }]) {
    const { status } = await ask("POST", "/tasks/T-1/comments", { content: "c", ...more })
    expect(status).toBe(400)
  }
})

test("without an agent, next is unassigned work in todo", async () => {
  await ask("POST", "/tasks", { title: "mine", assignee: "ann", priority: "P0" })
  const { body } = await ask("POST", "/tasks", { title: "anyone's", priority: "P0" })
  expect((await ask("GET", "/tasks/next")).body["task"]).toMatchObject({
    id: (body["task"] as { id: string }).id,
  })
  const refused = await ask("GET", "/tasks/next?explain=1")
  expect([refused.status, refused.body["errors"]]).toMatchObject([400, [{ path: "agent" }]])
  await ask("POST", "/team/pause", { reason: "freeze" })
  expect((await ask("GET", "/tasks/next")).body).toEqual({ task: null })
})

test("health counts tasks and the time that it has run", async () => {
  const { body } = await ask("GET", "/health")
  const { body: list } = await ask("GET", "/tasks?limit=1")
  expect(body["tasks"]).toEqual({ total: list["total"] })
  expect(body["uptime_seconds"]).toBeGreaterThanOrEqual(0)
})
