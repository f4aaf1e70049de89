import { mkdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { BoardEvent } from "../../src/domain/events/index.ts"
import { upnext } from "../commands/upnext.ts"
import { task, temporaryDirectory, withJournal } from "../storage/support.ts"
import { freePort } from "../support/free-port.js"
import { call, startServer } from "../support/server.ts"

function created(n: number, more: object): BoardEvent {
  const {
    createdBy,
    assignee,
    fields: { title, description, reviewer, done_criteria, eta, priority, tags },
  } = task(n)
  const {
    fields: { project, blockedBy, notBefore, dueAt, metadata },
  } = task(n)
  const place = { project, blockedBy, notBefore, dueAt, metadata }
  const fields = {
    title,
    description,
    createdBy,
    assignee,
    reviewer,
    done_criteria,
    eta,
    priority,
    tags,
    ...place,
    ...more,
  }
  return { type: "task.created", task: `T-${n}`, fields, status: "todo", reason: null }
}

async function expectRefused(home: string): Promise<void> {
  const env = { NODE_OPTIONS: "--max-old-space-size=40", UPNEXT_PORT: String(await freePort()) }
  const result = await upnext(["start", "--home", home], env)
  expect(result).toMatchObject({ status: 1, stdout: "" })
  expect(result.stderr).toMatch(
    /^error The board of \S+ needs at least \d+ MiB of memory, but Node allows 40 MiB\.$/m,
  )
  expect(result.stderr).toMatch(
    /^hint .*NODE_OPTIONS=--max-old-space-size=256 upnext start --home \S+(?: --port \d+)?`\./m,
  )
  expect(result.stderr.trim().split("\n").slice(2)).toEqual([])
}

/** A home whose journal holds the tasks, and no checkpoint. */
async function homeWithTasks(
  tasks: number,
  more: (n: number) => object = () => ({}),
  atOnce = 500,
): Promise<{ home: string; directory: string }> {
  const home = join(await temporaryDirectory(), "home")
  const directory = join(home, "data")
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await withJournal({ directory }, async (log) => {
    for (let n = 1; n <= tasks; n += atOnce) {
      const events = Array.from({ length: atOnce }, (_, i) => created(n + i, more(n + i)))
      await log.commit(() => ({ seq: n, commands: [{ at: 1_700_000_000_000, actor: "Ada", events }] }))
    }
  })
  return { home, directory }
}

/** Forty words that no other task has. */
const wordsOf = (n: number) => Array.from({ length: 40 }, (_, i) => `w${(n * 40 + i).toString(36)}`).join(" ")

test("a board too large for the memory is refused with the figures, by journal and by checkpoint; one that fits starts", async () => {
  const tasks = 12_000
  const { home, directory } = await homeWithTasks(tasks, () => ({ metadata: { text: "x".repeat(2000) } }))
  await expectRefused(home)

  const server = await startServer({ home, env: { NODE_OPTIONS: "--max-old-space-size=128" } })
  const { body } = await call(server.url, "GET", "/tasks?q=task&limit=1")
  expect(body["total"]).toBe(tasks)
  server.kill("SIGTERM")
  expect(await server.exited, server.output()).toBe(0)
  expect(server.output()).not.toContain("memory")

  expect((await stat(join(directory, "board.json"))).size).toBeGreaterThan(1_000_000)
  await expectRefused(home)
})

test("where the board fits and the index of the search does not, the server runs on without a search and says so", async () => {
  const { home } = await homeWithTasks(12_000, (n) => ({ description: wordsOf(n) }))
  const server = await startServer({ home, env: { NODE_OPTIONS: "--max-old-space-size=64" } })
  const { status, body } = await call(server.url, "GET", "/tasks?q=task&limit=1")
  expect({ status, code: body["code"] }).toEqual({ status: 503, code: "memory_too_small" })
  const why = "Search is off because its index does not fit into the 64 MiB of memory that Node allows."
  expect(body["detail"]).toBe(why)
  const health = await call(server.url, "GET", "/health")
  expect(health).toMatchObject({
    status: 200,
    body: { status: "degraded", detail: why, search: { detail: why } },
  })
  const doctor = await upnext(["doctor", "--home", home])
  expect(doctor.stdout, server.output()).toContain(`${server.url} says degraded: ${why}`)
  expect(doctor.stdout).toContain("restart the server with more memory")

  expect((await call(server.url, "POST", "/tasks", { title: "All else works" })).status).toBe(201)
  const claimed = await call(server.url, "POST", "/tasks/next/claim", { agent: "ann", lessons: true })
  expect(claimed).toMatchObject({ status: 200, body: { lessons: [] } })
  server.kill("SIGTERM")
  expect(await server.exited, server.output()).toBe(0)
  expect(server.output().match(/Search is off/g)).toHaveLength(1)
})

test("what would stay in a memory that is nearly full is refused, and all else goes on", async () => {
  const { home } = await homeWithTasks(1)
  const server = await startServer({ home, env: { NODE_OPTIONS: "--max-old-space-size=128" } })
  const description = "x".repeat(64 * 1024 - 10)
  let last = 0
  for (let i = 0; i < 120 && last !== 507; i++) {
    const tasks = Array.from({ length: 14 }, (_, n) => ({ title: `task ${n}`, description }))
    const { status, body } = await call(server.url, "POST", "/tasks/batch", { tasks })
    last = status
    if (status === 507) expect(body).toMatchObject({ code: "memory_full" })
  }
  expect(last).toBe(507)
  expect((await call(server.url, "DELETE", "/tasks/T-2")).status).toBe(200)
  expect((await call(server.url, "POST", "/tasks/next/claim", { agent: "ann" })).status).toBe(200)
  expect((await call(server.url, "GET", "/health")).status).toBe(200)
  server.kill("SIGTERM")
  expect(await server.exited, server.output()).toBe(0)
})

test("a board that does not fit is emptied as `doctor` advises, which has as little memory", async () => {
  const { home } = await homeWithTasks(1000, () => ({ metadata: { text: "x".repeat(60_000) } }), 10)
  const small = { NODE_OPTIONS: "--max-old-space-size=40" }
  const enough = { NODE_OPTIONS: "--max-old-space-size=256" }
  const first = await startServer({ home, env: enough })
  first.kill("SIGTERM")
  expect(await first.exited).toBe(0)

  const { status, stdout } = await upnext(["doctor", "--home", home], small)
  expect(status).toBe(1)
  expect(stdout).toMatch(/checkpoint .*needs at least \d+ MiB of memory, but Node allows 40 MiB/)
  expect(stdout).toMatch(/→ .*--max-old-space-size=256 upnext start.*--for-good/)

  const server = await startServer({ home, env: enough })
  const ids = Array.from({ length: 990 }, (_, i) => `T-${i + 1}`)
  const given = { ...enough, UPNEXT_URL: server.url }
  const { status: deleted } = await upnext(["task", "delete", ...ids, "--for-good", "--yes"], given)
  expect(deleted).toBe(0)
  server.kill("SIGTERM")
  expect(await server.exited).toBe(0)
  const last = await startServer({ home, env: small })
  expect((await call(last.url, "GET", "/tasks?limit=1")).body["total"]).toBe(10)
  last.kill("SIGTERM")
  await last.exited
})
