import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createClient } from "../src/client/client.ts"
import type { PublicEvent } from "../src/domain/events/shown.ts"
import { serve } from "./commands/upnext.ts"
import { call } from "./support/server.ts"
import { startWorker, until, type Worker } from "./support/worker.ts"

const served = await serve()
const reflection = "Ask for a larger plan."
const cwd = await mkdtemp(join(tmpdir(), "upnext-limit-"))
const workers: Worker[] = []
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL")
  await Promise.all(workers.map(({ exited }) => exited))
  await rm(cwd, { recursive: true, force: true })
})

async function send(method: string, path: string, body?: Record<string, unknown>) {
  const answer = await call(served.server.url, method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/** All that happened on the board until now, as somebody who looks on is told. */
const seen: PublicEvent[] = []
const looking = new AbortController()
let isDone: Promise<void> | undefined
beforeAll(() => {
  isDone = (async () => {
    const client = createClient({ url: served.server.url })
    for await (const event of client.events({ after: 0 }, looking.signal))
      if (event.type !== "reset") seen.push(event)
  })().catch(() => undefined)
})
afterAll(async () => {
  looking.abort()
  await isDone
})

/** Waits for what was acknowledged to be told. */
async function eventsOf(type: string): Promise<PublicEvent[]> {
  const { headers } = await call(served.server.url, "GET", "/tasks?limit=1")
  await until(() => (seen.at(-1)?.seq ?? 0) >= Number(headers["upnext-seq"]))
  return seen.filter((event) => event.type === type)
}

/** How many requests for a next task there were. */
async function claimsAsked(): Promise<number> {
  const { text } = await call(served.server.url, "GET", "/metrics")
  const counts = [...text.matchAll(/^upnext_requests_total\{[^}]*operation="task.claimNext"[^}]*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

const taskOf = async (id: string) => (await send("GET", `/tasks/${id}`)).task

const inShell = (agent: string, ...args: string[]) =>
  served.upnext(args, { UPNEXT_AGENT: agent, UPNEXT_SESSION: `${agent}-1` })

function work(agent: string, project: string, script: string, ...flags: string[]): Worker {
  const args = ["--agent", agent, "--project", project, ...flags, "--", "sh", "-c", script]
  const worker = startWorker(args, { url: served.server.url, cwd })
  workers.push(worker)
  return worker
}

test("four agents on one subscription meet its limit once, and all go on when it is over", async () => {
  const project = "wall"
  const agents = ["ann", "bo", "cy", "di"]
  await send("PUT", "/resources/claude-max", { capacity: 4 })
  for (const agent of agents) await send("PUT", `/agents/${agent}`, { resources: ["claude-max"] })
  const add = async (title: string, more = {}) =>
    (await send("POST", "/tasks", { title, project, ...more })).task.id as string

  // The first task goes to the worker that meets the wall. It says when that is over, as the last line of its output.
  const wall = await add("meets the wall", { assignee: "cy" })
  const end = new Date(Date.now() + 3_600_000).toISOString()
  const atWall = `[ -e ${cwd}/met ] && exit 0; touch ${cwd}/met; echo 'limit: until ${end} five hours are used up'`
  const cy = work("cy", project, atWall)
  await until(async () => (await eventsOf("resource.closed")).length > 0)
  expect(await eventsOf("resource.closed")).toMatchObject([{ data: { resource: "claude-max", until: end } }])

  // Work comes in for each of them. None of them gets it, and none of them asks again and again.
  const ids = await Promise.all(agents.map((agent) => add(`for ${agent}`, { assignee: agent })))
  const di = work("di", project, "true")
  const next = await inShell("bo", "next", "--claim", "--project", project)
  expect(next.status, next.stdout).toBe(3)
  expect((await send("POST", "/tasks/next/claim", { agent: "ann", project })).task).toBe(null)
  const { explain } = await send("GET", `/tasks/next?agent=ann&explain=1&project=${project}`)
  expect(JSON.stringify(explain)).toContain("claude-max is closed until")
  const annWaits = send("POST", "/tasks/next/claim", { agent: "ann", project, wait: "60s" })
  const boWaits = inShell("bo", "next", "--claim", "--wait", "60s", "--project", project)
  expect(await eventsOf("task.claimed")).toHaveLength(1)

  // The hour turns out to be shorter. Then it opens by itself, and all go on.
  const soon = new Date(Date.now() + 1_000).toISOString()
  await send("POST", "/resources/claude-max/close", { until: soon })
  const { task, lease } = await annWaits
  expect(task.id).toBe(ids[0])
  expect((await boWaits).stdout).toContain(ids[1])
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon))
  await send("POST", `/tasks/${task.id}/complete`, { agent: "ann", leaseToken: lease.token, reflection })
  expect((await inShell("bo", "done", ids[1] ?? "", "--lesson", reflection)).status).toBe(0)
  await until(async () => (await taskOf(ids[2] ?? "")).status === "done")
  await until(async () => (await taskOf(ids[3] ?? "")).status === "done")
  // No attempt was counted. What met the wall rests a minute for the one that met it.
  expect(await taskOf(wall)).toMatchObject({ status: "todo", assignee: "cy", attempts: 0 })
  for (const id of ids) expect(await taskOf(id)).toMatchObject({ status: "done", attempts: 0 })
  expect(await eventsOf("task.claimed")).toHaveLength(5)
  expect(await eventsOf("resource.opened")).toHaveLength(1)
  expect([cy.stderr(), di.stderr()].join("\n")).not.toContain("failed")
  // Nobody asked again and again: each asked a few times, before, at and after the limit.
  const asked = await claimsAsked()
  expect(asked).toBeGreaterThanOrEqual(5)
  expect(asked).toBeLessThan(25)
})

test("what one agent gave up as failed goes to the next of the list, with all that is known of it", async () => {
  const project = "ladder"
  const { task } = await send("POST", "/tasks", {
    title: "hard",
    project,
    escalation: ["eve", "fay", "mira"],
  })
  const path = `/tasks/${task.id}`
  const eve = await send("POST", "/tasks/next/claim", { agent: "eve", project })
  await send("POST", `${path}/release`, {
    agent: "eve",
    leaseToken: eve.lease.token,
    failed: true,
    reason: "no key",
  })
  expect(await taskOf(task.id)).toMatchObject({ status: "todo", assignee: "fay", attempts: 1 })
  await send("POST", `${path}/retry`)
  const taken = await inShell("fay", "next", "--claim", "--project", project)
  expect(taken.stdout).toMatch(/eve.*failed.*no key/)
  expect((await inShell("fay", "task", "release", task.id, "--failed", "--reason", "no GPU")).status).toBe(0)
  await send("POST", `${path}/retry`)
  work("mira", project, `printf '%s' "$UPNEXT_TASK_HANDOFF" > ${cwd}/handoff; true`)
  await until(async () => (await taskOf(task.id)).status === "done")
  expect(await taskOf(task.id)).toMatchObject({ assignee: "mira" })
})

test("a holder that was started again goes on with its task, whatever is closed or full", async () => {
  const project = "again"
  await send("PUT", "/agents/gil", { resources: ["codex"] })
  const { task } = await send("POST", "/tasks", { title: "long", project, resources: ["src/http"] })
  const script = `[ -e ${cwd}/second ] || sleep 600`
  const first = work("gil", project, script, "--session", "gil-1")
  await until(async () => (await taskOf(task.id)).status === "doing")
  first.kill("SIGKILL")
  await first.exited
  await send("POST", "/resources/codex/close", { until: new Date(Date.now() + 3_600_000).toISOString() })
  await send("POST", "/resources/src/close", {})
  await writeFile(join(cwd, "second"), "")
  work("gil", project, script, "--session", "gil-1")
  await until(async () => (await taskOf(task.id)).status === "done")
  expect(await taskOf(task.id)).toMatchObject({ status: "done", attempts: 0 })
})
