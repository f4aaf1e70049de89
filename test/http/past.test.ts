import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { loadConfig } from "../../src/config/config.ts"
import { createUpnext, type Upnext } from "../../src/upnext.ts"
import { openJournal } from "../support/journal-file.js"
import { call } from "../support/server.ts"

/** A long log, so that folding it takes a while. */
const tasks = 5_000
const comments = 5
const last = tasks * (1 + comments)

let home: string
let server: Upnext

function writeLongLog(): void {
  const { line, close } = openJournal(home)
  let seq = 1
  const commit = (n: number, ...events: unknown[]) => {
    line({ seq, commands: [{ at: Date.UTC(2026, 0, 1) + seq * 1000, actor: `agent ${n % 50}`, events }] })
    seq += events.length
  }
  for (let n = 1; n <= tasks; n++) {
    const task = `T-${n}`
    const fields = {
      ...{ title: `task ${n}`, description: null, createdBy: "pat", assignee: null, reviewer: null },
      ...{ done_criteria: [], eta: null, priority: "P2", tags: [], project: "default", blockedBy: [] },
      ...{ notBefore: null, dueAt: null, metadata: {} },
    }
    commit(n, { type: "task.created", task, fields, status: "todo", reason: null })
    for (let i = 1; i <= comments; i++) {
      const comment = `C-${(n - 1) * comments + i}`
      commit(n, { type: "task.commented", task, comment, author: "pat", content: `word ${i}` })
    }
  }
  close()
}

const open = async (directory: string, pastThread = new URL("../../dist/past.cjs", import.meta.url)) =>
  createUpnext({ ...(await loadConfig({ flags: { home: directory }, env: {} })), port: 0, pastThread })
const get = (path: string) => call(server.url, "GET", path)

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "upnext-"))
  writeLongLog()
  server = await open(home)
})
afterAll(async () => {
  await server.close()
  await rm(home, { recursive: true, force: true })
})

/** Sends writes, one after the other, until something is there; gives how many were answered by then. */
async function writesUntil(url: string, done: Promise<unknown>): Promise<number> {
  let isDone = false
  void done.finally(() => (isDone = true)).catch(() => undefined)
  let count = 0
  while (!(isDone as boolean)) {
    const { status } = await call(url, "POST", "/tasks", { title: "while the past is folded" })
    expect(status).toBe(201)
    count += 1
  }
  return count
}

test("writes go on while a long past is folded", async () => {
  const then = 6 * 4_000
  const asked = get(`/tasks?at=${then}&limit=1`)
  const written = await writesUntil(server.url, asked)
  const answer = await asked
  expect(answer.status).toBe(200)
  expect(answer.body["total"]).toBe(4_000)
  expect(answer.headers).toMatchObject({
    "upnext-seq": String(then),
    "upnext-at": new Date(Date.UTC(2026, 0, 1) + then * 1000).toISOString(),
  })
  expect(written).toBeGreaterThan(5)
})

test("no write waits for the past, though its thread answers never", async () => {
  const directory = await mkdtemp(join(tmpdir(), "upnext-"))
  const code =
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); })"
  const stuck = await open(directory, new URL(`data:text/javascript,${encodeURIComponent(code)}`))
  await call(stuck.url, "POST", "/tasks", { title: "x" })
  const leaving = new AbortController()
  const asked = fetch(`${stuck.url}/tasks?at=1`, { signal: leaving.signal })
  const twenty = (async () => {
    for (let i = 0; i < 20; i++) await call(stuck.url, "POST", "/tasks", { title: "y" })
  })()
  expect(await writesUntil(stuck.url, twenty)).toBeGreaterThan(5)
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await stuck.close()
  await rm(directory, { recursive: true, force: true })
})

test("every question of the past tells of the same moment, and another one soon after", async () => {
  for (const at of [600, 20_000, 12, last]) {
    const count = Math.ceil(at / 6)
    const [list, now, task, history, stats] = await Promise.all(
      [`/tasks?limit=1&`, "/now?", "/tasks/T-1?", "/tasks/T-1/history?", "/stats?"].map((path) =>
        get(`${path}at=${at}`),
      ),
    )
    expect(list?.body["total"]).toBe(count)
    expect(now?.body).toMatchObject({ now: { ready: count, working: 0 } })
    expect(task?.body).toMatchObject({ task: { title: "task 1", commentCount: 5 } })
    expect(task?.headers["etag"]).toBe('"1"')
    expect(history?.status).toBe(200)
    expect(stats?.body).toMatchObject({ stats: { wip: { todo: count } } })
    for (const answer of [list, now, task, history, stats])
      expect(answer?.headers["upnext-seq"]).toBe(String(at))
  }
})

test("an answer of the present says nothing of a moment", async () => {
  expect((await get("/now")).headers["upnext-at"]).toBeUndefined()
})

describe("a moment that makes no sense is refused as any other input", () => {
  test.each([
    "0",
    "-1",
    "1.5",
    "1e3",
    "",
    "now",
    "%00",
    "99999999999999999999",
    "2026-02-30T25:00:00Z",
    "1&at=2",
  ])("at=%s", async (at) => {
    const { status, body } = await get(`/tasks?at=${at}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: "invalid_input", errors: [{ path: "at" }] })
  })

  test("one beyond the log, before it, or in the future is not found", async () => {
    for (const at of ["900000000", "1999-01-01T00:00:00Z", "2999-01-01T00:00:00Z"]) {
      const { status, body } = await get(`/tasks?at=${at}`)
      expect([status, body["code"]]).toEqual([404, "moment_not_found"])
      expect(body["hint"]).toContain("GET /log")
    }
  })

  test("where there is no past to ask, `at` is unknown", async () => {
    for (const path of ["/tasks/next?agent=bo&", "/log?", "/tasks/T-1/output?"]) {
      const { status, body } = await get(`${path}at=1`)
      expect([status, body["code"]]).toEqual([400, "invalid_input"])
    }
  })
})

test("GET /log says between which moments the past can be asked for", async () => {
  const { body, headers } = await get("/log?points=3")
  const seq = Number(headers["upnext-seq"])
  expect(body).toMatchObject({ log: { first: { seq: 1 }, last: { seq } } })
  expect(body["log"].points).toHaveLength(3)
})

test("asking for the past changes nothing", async () => {
  const before = (await get("/log")).headers["upnext-seq"]
  await get("/tasks?at=77")
  expect((await get("/log")).headers["upnext-seq"]).toBe(before)
})
