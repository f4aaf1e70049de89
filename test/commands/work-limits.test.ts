import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createClient } from "../../src/client/client.ts"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import { call, startServer, temporaryHome, type Server } from "../support/server.ts"
import { startWorker, until, type Worker } from "../support/worker.ts"

let server: Server
const space = await temporaryHome()
let cwd = ""
let workers: Worker[] = []

beforeAll(async () => {
  server = await startServer({ home: space.home })
})
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "upnext-limits-"))
})
afterEach(async () => {
  for (const worker of workers) worker.kill("SIGKILL")
  await Promise.all(workers.map(({ exited }) => exited))
  workers = []
  await rm(cwd, { recursive: true, force: true })
})
afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  await space.remove()
})

/** A worker of an agent and a project of its own, with the words of its test as its name. */
function work(name: string, ...args: string[]): Worker {
  const worker = startWorker(["--agent", name, "--project", name, ...args], {
    url: server.url,
    cwd,
    env: { TZ: "UTC" },
  })
  workers.push(worker)
  return worker
}

const sh = (script: string) => ["--", "sh", "-c", script]

async function add(project: string, title: string): Promise<string> {
  const { body } = await call(server.url, "POST", "/tasks", { title, project })
  return body["task"].id as string
}

const task = async (id: string) => (await call(server.url, "GET", `/tasks/${id}`)).body["task"]
const agent = async (name: string) => (await call(server.url, "GET", `/agents/${name}`)).body["agent"]

/** What has happened to the agent, its tasks and its resources: the types, oldest first. */
async function historyOf(name: string): Promise<string[]> {
  const told: PublicEvent[] = []
  for await (const event of createClient({ url: server.url }).events({ after: 0, once: true }))
    if (event.type !== "reset") told.push(event)
  const isMeant = ({ type, data, actor }: PublicEvent) =>
    [data["agent"], data["resource"], actor].includes(name) && /^(agent|resource|task|lease)\./.test(type)
  return told.filter(isMeant).map(({ type }) => type)
}

describe("a command that met a limit", () => {
  test.each<[string, string, Record<string, unknown>, string]>([
    ["exit status 75", "echo no quota >&2; exit 75", { exit: 75 }, "no quota"],
    [
      "a last line of a command that failed",
      "echo limit: until 2h: no quota; exit 1",
      { exit: 1 },
      "no quota",
    ],
    ["a last line of a command that did not", "echo limit: no quota", { exit: 0 }, "no quota"],
  ])("by %s: the task goes back at no cost, and --once exits with 75", async (_, script, ended, reason) => {
    const name = `once-${ended["exit"] as number}`
    const id = await add(name, "Much work")
    const worker = work(name, "--once", "--json", ...sh(script))
    expect(await worker.exited, worker.stderr()).toBe(75)
    const { paused } = await agent(name)
    expect(JSON.parse(worker.stdout())).toMatchObject({
      task: id,
      outcome: "limit",
      ...ended,
      until: paused.until,
    })
    expect(worker.stderr()).toMatch(
      new RegExp(`${id} given back: limit reached; ${name} is paused until .*: ${reason}\n$`),
    )
    expect(await task(id)).toMatchObject({ status: "todo", attempts: 0, assignee: "unassigned", lease: null })
    expect(paused).toMatchObject({ reason, by: name })
  })

  test("closes what its agent draws on for all, says so in one line, and goes on by itself when that is over", async () => {
    const id = await add("drawn", "first")
    const script = 'test "$UPNEXT_TASK_TITLE" != first || { echo "limit: until 5s, quota"; exit 75; }'
    const worker = work("drawn", "--resource", "plan", "--resource", "disk", "--json", ...sh(script))
    await until(() => worker.stdout().includes('"limit"'))
    const { body } = await call(server.url, "GET", "/resources")
    expect(body["resources"]).toMatchObject([
      { name: "disk", closed: { reason: "quota" } },
      { name: "plan", closed: { reason: "quota" } },
    ])
    const next = await add("drawn", "next")
    await until(async () => (await task(next)).status === "done")
    const done = (await historyOf("drawn")).filter((type) => /task\.(claimed|released|completed)/.test(type))
    expect(done).toEqual(["task.claimed", "task.released", "task.claimed", "task.completed"])
    expect((await historyOf("plan")).slice(-2)).toEqual(["resource.closed", "resource.opened"])
    expect(worker.stderr()).toMatch(
      new RegExp(
        `ends it\\.\n${id} started  first\nlimit.*\n${id} given back: limit reached; plan, disk are closed until .*: quota\n${next} started`,
      ),
    )
    expect(await task(id)).toMatchObject({ status: "todo", attempts: 0 })
  })

  test("pauses an agent that draws on nothing, which is told once", async () => {
    await add("nothing", "first")
    const script = 'test "$UPNEXT_TASK_TITLE" != first || exit 75'
    const worker = work("nothing", "--idle-exit", "1s", ...sh(script))
    const next = await add("nothing", "next")
    expect(await worker.exited, worker.stderr()).toBe(0)
    expect(worker.stderr().match(/paused/g)).toHaveLength(1)
    expect(await task(next)).toMatchObject({ status: "todo" })
  })
})

test("--skill and --resource describe the agent before it takes work", async () => {
  const { body } = await call(server.url, "POST", "/tasks", {
    title: "Train",
    project: "able",
    skills: ["gpu"],
  })
  const words = ["--skill", "gpu,opus", "--resource", "plan, large", "--resource", "disk"]
  const worker = work("able", "--once", ...words, ...sh("true"))
  expect(await worker.exited, worker.stderr()).toBe(0)
  expect(await task(body["task"].id as string)).toMatchObject({ status: "done", assignee: "able" })
  expect(await agent("able")).toMatchObject({ skills: ["gpu", "opus"], resources: ["plan, large", "disk"] })
  expect(await work("able", "--once", ...sh("true")).exited).toBe(3)
  expect(await agent("able")).toMatchObject({ skills: ["gpu", "opus"] })
})
