import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { call, startServer, temporaryHome, type Server } from "./support/server.ts"

/** Quotes each sentence of the document that asked for this service, and shows on a real server that it holds. */

let server: Server
const space = await temporaryHome()

beforeAll(async () => {
  server = await startServer({ home: space.home, env: { UPNEXT_HOSTED_DASHBOARD: "https://board.example" } })
})
afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})

const get = (path: string, headers?: Record<string, string>) =>
  call(server.url, "GET", path, undefined, headers)
const post = (path: string, body?: unknown) => call(server.url, "POST", path, body)

// All tests of the file share one board. Each uses its own agents, and closes tasks that others could be offered.
async function create(fields: Record<string, unknown>): Promise<string> {
  const { status, body, text } = await post("/tasks", fields)
  expect(status, text).toBe(201)
  return body["task"].id as string
}
const cancel = (id: string) => call(server.url, "PATCH", `/tasks/${id}`, { status: "cancelled" })

describe("What the service does", () => {
  test('"Clients create tasks, pull the next task that is ready for an agent, and post comments or updates on a task."', async () => {
    const id = await create({ title: "one", assignee: "does-1" })
    expect((await get("/tasks/next?agent=does-1")).body).toMatchObject({ task: { id, title: "one" } })
    expect((await post(`/tasks/${id}/comments`, { author: "does-1", content: "half way" })).status).toBe(201)
    expect((await get(`/tasks/${id}/comments`)).body["comments"]).toMatchObject([
      { author: "does-1", content: "half way" },
    ])
  })

  test('"A web dashboard is served by the same server."', async () => {
    const page = await get("/dashboard")
    expect(page.status).toBe(200)
    expect(page.headers["content-type"]).toMatch("text/html")
    const script = /src="([^"]+\.js[^"]*)"/.exec(page.text)?.[1] ?? ""
    expect((await get(script)).headers["content-type"]).toMatch("javascript")
  })

  test('"The server can be seeded with a starter team so that the dashboard is not empty."', async () => {
    const other = await temporaryHome()
    const fresh = await startServer({ home: other.home })
    expect((await call(fresh.url, "GET", "/tasks")).body).toMatchObject({ tasks: [], total: 0 })
    await call(fresh.url, "POST", "/team/starter")
    expect((await call(fresh.url, "GET", "/tasks")).body["total"]).toBe(5)
    fresh.kill("SIGTERM")
    await fresh.exited
    await other.remove()
  })

  test('"The server reports its own health."', async () => {
    expect((await get("/health")).status).toBe(200)
  })

  test('"The server lists the endpoints it supports at its own documentation path. That list is the authority for what a given running version supports."', async () => {
    const { body } = await get("/docs")
    for (const { method, path } of body["endpoints"] as { method: string; path: string }[]) {
      const filled = path.replace("{id}", "T-1").replace("{name}", "ann")
      const answer =
        method === "GET" ? await headOf(filled) : await call(server.url, method, filled, { nonsense: true })
      expect(
        [404, 405].includes(answer.status) && !/^(task|agent)_not_found$/.test(String(answer.body["code"])),
        `${method} ${path}`,
      ).toBe(false)
    }
  })

  test('"Concepts named in the introductory guides: tasks, agents, hosts, reviews."', async () => {
    const { body } = await get("/docs")
    const text = JSON.stringify(body)
    for (const concept of ["task", "agent", "host", "review"]) expect(text).toMatch(concept)
  })

  test('"An optional link to a hosted dashboard exists."', async () => {
    expect((await get("/health")).text + (await get("/dashboard")).text + (await get("/docs")).text).toMatch(
      "https://board.example",
    )
  })
})

describe("Running the service", () => {
  test('"{base_url}, which by default is a local address on port 4445" · "The default port is 4445."', async () => {
    const { loadConfig } = await import("../src/config/config.ts")
    const config = await loadConfig({ flags: {}, env: { UPNEXT_HOME: space.home } })
    expect(config).toMatchObject({ host: "127.0.0.1", port: 4445 })
  })

  test('"the container exposes port 4445 and uses a data volume mounted at /data"', () => {
    const dockerfile = readFileSync("Dockerfile", "utf8")
    expect(dockerfile).toMatch(/^EXPOSE 4445$/m)
    expect(dockerfile).toMatch(/^VOLUME \/data$/m)
    expect(dockerfile).toMatch(/UPNEXT_HOME=\/data/)
  })
})

describe("Task (request fields on creation)", () => {
  test('"title: short name of the task" · "createdBy: name of the creator" · "assignee: name of an agent" · "reviewer: name of the reviewer"', async () => {
    const { body } = await post("/tasks", {
      title: "t",
      createdBy: "Ann",
      assignee: "fields-1",
      reviewer: "Rita",
    })
    expect(body["task"]).toMatchObject({
      title: "t",
      createdBy: "Ann",
      assignee: "fields-1",
      reviewer: "Rita",
    })
  })

  test('"the literal value `unassigned` means no assignee"', async () => {
    const id = await create({ title: "for anyone", assignee: "unassigned", priority: "P0" })
    expect((await get("/tasks/next?agent=whoever")).body).toMatchObject({
      task: { id, assignee: "unassigned" },
    })
    await cancel(id)
  })

  test('"done_criteria: each item is one completion criterion" · "eta: duration-style text, for example a number followed by a unit letter"', async () => {
    const { body } = await post("/tasks", {
      title: "t",
      assignee: "fields-2",
      done_criteria: ["tests pass", "docs updated"],
      eta: "~2h",
    })
    expect(body["task"]).toMatchObject({
      done_criteria: ["tests pass", "docs updated"],
      eta: "~2h",
      etaMs: 7_200_000,
    })
  })

  test('"metadata: free-form object"', async () => {
    const metadata = { a: [1, { b: null }], ключ: "значение", nested: { deep: true } }
    const { body } = await post("/tasks", { title: "t", assignee: "fields-3", metadata })
    expect((await get(`/tasks/${body["task"].id}`)).body["task"].metadata).toEqual(metadata)
  })

  test('"reflection_exempt: marks the task as exempt from the reflection requirement" · "reflection_exempt_reason: reason for the exemption"', async () => {
    const strict = await create({ title: "strict", assignee: "ref-1" })
    await post(`/tasks/${strict}/claim`, { agent: "ref-1", session: "s1" })
    expect((await post(`/tasks/${strict}/complete`, { agent: "ref-1", session: "s1" })).body).toMatchObject({
      status: 409,
      code: "reflection_required",
    })
    const metadata = { reflection_exempt: true, reflection_exempt_reason: "a typo" }
    const exempt = await create({ title: "exempt", assignee: "ref-2", metadata })
    await post(`/tasks/${exempt}/claim`, { agent: "ref-2" })
    expect((await post(`/tasks/${exempt}/complete`, { agent: "ref-2" })).body["task"]).toMatchObject({
      status: "done",
      metadata,
    })
    expect((await post("/tasks", { title: "t", metadata: { reflection_exempt: "yes" } })).status).toBe(400)
  })
})

describe("GET /tasks/next", () => {
  test('"`task` is the selected task, or null when no task is ready" · "Query parameter: `agent` (string), the name of the requesting agent."', async () => {
    expect((await get("/tasks/next?agent=nobody-yet")).text).toBe('{"task":null}')
    // Without an agent it is what anybody may take.
    expect((await get("/tasks/next")).body).toHaveProperty("task")
  })

  test('"1. Only ready tasks are returned."', async () => {
    const first = await create({ title: "first", assignee: "rule-1", priority: "P3" })
    await create({ title: "waits", assignee: "rule-1", priority: "P0", blockedBy: [first] })
    await create({ title: "later", assignee: "rule-1", priority: "P0", notBefore: "2100-01-01T00:00:00Z" })
    expect((await get("/tasks/next?agent=rule-1")).body["task"].id).toBe(first)
  })

  test('"2. If the agent has tasks in state `doing`, the one with the highest priority is returned." · "a task in progress; eligible for an agent\'s next-task result, with priority over todo tasks"', async () => {
    await create({ title: "urgent todo", assignee: "rule-2", priority: "P0" })
    await create({ title: "low", assignee: "rule-2", priority: "P3", status: "doing" })
    const high = await create({ title: "high", assignee: "rule-2", priority: "P1", status: "doing" })
    expect((await get("/tasks/next?agent=rule-2")).body["task"].id).toBe(high)
    expect((await get("/tasks/next?agent=RULE-2")).body["task"].id).toBe(high)
  })

  test('"3. Otherwise the task in state `todo` with the highest priority among those that are unassigned or assigned to the agent is returned." · "a task not started; eligible if unassigned or assigned to the requesting agent"', async () => {
    const own = await create({ title: "own", assignee: "rule-3", priority: "P1" })
    const free = await create({ title: "free", priority: "P0" })
    await create({ title: "of somebody else", assignee: "rule-3-other", priority: "P0" })
    expect((await get("/tasks/next?agent=rule-3")).body["task"].id).toBe(free)
    await cancel(free)
    expect((await get("/tasks/next?agent=rule-3")).body["task"].id).toBe(own)
  })

  test('"4. When neither applies, the response is `{"task": null}`." · "Only one non-success outcome is shown: GET /tasks/next with no ready task answers with an object whose `task` is null."', async () => {
    await create({ title: "of somebody else", assignee: "rule-4-other" })
    const { status, text } = await get("/tasks/next?agent=rule-4")
    expect([status, text]).toEqual([200, '{"task":null}'])
  })
})

describe("Other endpoints", () => {
  test('"GET /health: a JSON object that contains the field `status`; when healthy its value is `ok`."', async () => {
    const { headers, body } = await get("/health")
    expect(headers["content-type"]).toMatch("application/json")
    expect(body["status"]).toBe("ok")
  })

  test('"POST /tasks/{task_id}/comments: JSON object with `author` (string) and `content` (string)."', async () => {
    const id = await create({ title: "t", assignee: "talk-1" })
    const { status, body } = await post(`/tasks/${id}/comments`, { author: "ann", content: "*hi*" })
    expect(status).toBe(201)
    expect(body["comment"]).toMatchObject({ taskId: id, author: "ann", content: "*hi*" })
    expect((await post(`/tasks/${id}/comments`, { author: "ann", content: 5 })).body["errors"]).toMatchObject(
      [{ path: "content" }],
    )
  })

  test('"Request bodies are JSON and are sent with the header `Content-Type: application/json`."', async () => {
    const wrong = await call(server.url, "POST", "/tasks", { title: "t" }, { "content-type": "text/plain" })
    expect(wrong.body).toMatchObject({ status: 415, code: "unsupported_media_type" })
  })

  test('"GET /docs: Serves the list of endpoints supported by the running version."', async () => {
    const { body } = await get("/docs")
    const listed = (body["endpoints"] as { method: string; path: string }[]).map(
      ({ method, path }) => `${method} ${path}`,
    )
    const named = [
      "GET /health",
      "POST /tasks",
      "GET /tasks/next",
      "POST /tasks/{id}/comments",
      "POST /team/starter",
      "GET /dashboard",
      "GET /docs",
    ]
    expect(listed).toEqual(expect.arrayContaining(named))
    expect(body["version"]).toBe(
      (JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version,
    )
  })

  test('"Authentication: not shown. The example requests carry no credentials."', async () => {
    expect((await get("/tasks")).status).toBe(200)
  })

  test('"Port conflict: if the server does not start, port 4445 must not be in use by another process": a taken port is an error that says whose it is', async () => {
    const other = await temporaryHome()
    const args = ["dist/cli.cjs", "start", "--home", other.home, "--port", String(server.port)]
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" })
    expect(status).toBe(1)
    expect(stderr).toMatch(new RegExp(`${server.port}.*Upnext.*${server.pid}`))
    expect(stderr).toMatch("upnext doctor")
    await other.remove()
  })
})

// --- internal ---

/** Reads only the headers of an answer, because a stream never ends. */
async function headOf(path: string) {
  return path === "/events" ? call(server.url, "HEAD", path) : get(path)
}
