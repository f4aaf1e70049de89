import { existsSync, readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeEach, expect, test } from "vitest"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"
import { startCommand, until, type Worker } from "../support/worker.ts"
import { upnext } from "./upnext.ts"

let server: Server
let space: Awaited<ReturnType<typeof temporaryHome>>
const cwd = await mkdtemp(join(tmpdir(), "upnext-needs-"))
let runs: Worker[] = []

beforeEach(async () => {
  space = await temporaryHome()
  server = await startServer({ home: space.home })
})
afterEach(async () => {
  for (const run of runs) run.kill("SIGKILL")
  await Promise.all(runs.map(({ exited }) => exited))
  runs = []
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

function follow(...args: string[]): Worker {
  const run = startCommand(["needs", "--follow", ...args], { url: server.url, cwd, env: { HOME: cwd } })
  runs.push(run)
  return run
}

/** Adds a task and asks something about it. */
async function ask(title: string): Promise<string> {
  const { body } = await call(server.url, "POST", "/tasks", { title })
  const id = body["task"].id as string
  await block(id, `${title}?`)
  return id
}
const block = (id: string, reason: string) =>
  call(server.url, "PATCH", `/tasks/${id}`, { status: "blocked", reason, actor: "claude" })
const answer = (id: string) => call(server.url, "PATCH", `/tasks/${id}`, { status: "todo" })

const documents = (run: Worker) =>
  run
    .stdout()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { why: string; detail: string; task: { id: string } })

test("it prints what waits already, then each need that is new, and one that came back; Ctrl-C ends it", async () => {
  await ask("first")
  const run = follow("--json")
  await until(() => documents(run).length === 1)
  await ask("second")
  await until(() => documents(run).length === 2)
  await answer("T-1")
  await call(server.url, "POST", "/tasks", { title: "third" })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await block("T-1", "again?")
  await until(() => documents(run).length === 3)
  run.kill("SIGINT")
  expect(await run.exited).toBe(130)
  expect(documents(run).map(({ why, detail, task }) => [task.id, why, detail])).toEqual([
    ["T-1", "question", "first?"],
    ["T-2", "question", "second?"],
    ["T-1", "question", "again?"],
  ])
})

test("as text each need is what `upnext needs` shows of it", async () => {
  await ask("first")
  const run = follow()
  await until(() => run.stdout().includes("status todo"))
  expect(run.stdout()).toMatch(
    /^T-1 P2 {2}first\n {2}blocked by claude · now\n {2}first\?\n {2}upnext edit T-1/,
  )
  const ids = follow("--format", "id")
  await until(() => ids.stdout() === "T-1\n")
})

test("a command runs for each, one at a time, with the need on its standard input and in its environment", async () => {
  await ask("first")
  await ask("second")
  const script = `echo "begin $UPNEXT_NEED $UPNEXT_TASK_ID $UPNEXT_TASK_TITLE" >> log; cat >> in; sleep 0.2; echo "end $1" >> log; [ "$UPNEXT_TASK_ID" = T-2 ]`
  const run = follow("--json", "--", "sh", "-c", script, "sh", "a b")
  const log = () => (existsSync(join(cwd, "log")) ? readFileSync(join(cwd, "log"), "utf8") : "")
  await until(() => run.stdout().split("\n").length === 3)
  expect(log()).toBe("begin question T-1 first\nend a b\nbegin question T-2 second\nend a b\n")
  const [need] = readFileSync(join(cwd, "in"), "utf8").split("\n")
  expect(JSON.parse(need ?? "")).toMatchObject({
    why: "question",
    by: "claude",
    detail: "first?",
    task: { id: "T-1" },
  })
  const ends = run.stdout().trim().split("\n")
  expect(ends.map((line) => JSON.parse(line) as object)).toMatchObject([
    { task: "T-1", why: "question", exit: 1 },
    { task: "T-2", why: "question", exit: 0 },
  ])
  expect(run.stderr()).toContain("sh failed for T-1 (question), exit 1")
})

test("it goes on after a restart of the server, and tells nothing twice", async () => {
  await ask("first")
  const run = follow("--json")
  await until(() => documents(run).length === 1)
  const { home, port } = server
  server.kill("SIGKILL")
  await server.exited
  server = await startServer({ home, port })
  await ask("second")
  await until(() => documents(run).length === 2)
  expect(documents(run).map(({ task }) => task.id)).toEqual(["T-1", "T-2"])
})

test("what cannot be is refused: a command without --follow, a program that is not there, a server that is away", async () => {
  const plain = await upnext(["needs", "--", "true"], { UPNEXT_URL: server.url })
  expect([plain.status, plain.stderr]).toEqual([2, expect.stringContaining("needs --follow")])
  await ask("first")
  const missing = follow("--", "./no-such-program")
  expect(await missing.exited).toBe(2)
  expect(missing.stderr()).toContain('There is no program "./no-such-program".')
  const away = startCommand(["needs", "--follow"], { url: "http://127.0.0.1:9", cwd })
  expect(await away.exited).toBe(4)
})
