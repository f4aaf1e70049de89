import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { serve } from "./commands/upnext.ts"
import { call } from "./support/server.ts"
import { startWorker } from "./support/worker.ts"

/** An agent at work on the one ready task of a project. */
interface Worker {
  readonly agent: string
  readonly session: string
  readonly project: string
}

/** How an attempt ends: it fails with a reason, or it is done, and a criterion with it. */
type End = { readonly failed: string } | { readonly met: string }

/** What an agent is told when it takes the task, and when it ends its attempt. */
interface Told {
  readonly before: string
  readonly after: string
}

/** One attempt at a task through one face. An attempt that is done says so twice. */
type Attempt = (worker: Worker, end: End) => Promise<Told>

const served = await serve()
const cwd = await mkdtemp(join(tmpdir(), "upnext-story-"))
afterAll(() => rm(cwd, { recursive: true, force: true }))

const reflection = "Ask for the key first."

async function send(method: string, path: string, body?: Record<string, unknown>) {
  const answer = await call(served.server.url, method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

const inShell: Attempt = async ({ agent, session, project }, end) => {
  const run = async (...args: string[]) => {
    const answer = await served.upnext(args, { UPNEXT_AGENT: agent, UPNEXT_SESSION: session })
    expect(answer.status, answer.stderr).toBe(0)
    return answer.stdout
  }
  const before = await run("next", "--claim", "--project", project)
  const id = /^T-\d+/.exec(before)?.[0] ?? ""
  if ("failed" in end)
    return { before, after: await run("task", "release", id, "--failed", "--reason", end.failed) }
  const done = ["done", id, "--met", end.met, "--evidence", "build 214", "--lesson", reflection]
  const after = await run(...done)
  expect(await run(...done)).toBe(after.replace("is waiting", "is already waiting"))
  return { before, after }
}

const overHttp: Attempt = async ({ agent, session, project }, end) => {
  const { task, lease, handoff } = await send("POST", "/tasks/next/claim", { agent, session, project })
  const before = JSON.stringify(handoff)
  const right = { agent, session, leaseToken: lease.token }
  if ("failed" in end) {
    const released = await send("POST", `/tasks/${task.id}/release`, {
      ...right,
      failed: true,
      reason: end.failed,
    })
    return { before, after: JSON.stringify(released) }
  }
  const criteria = [{ criterion: end.met, evidence: "build 214" }]
  const done = await send("POST", `/tasks/${task.id}/complete`, { ...right, criteria, reflection })
  const again = await send("POST", `/tasks/${task.id}/complete`, { ...right, criteria, reflection })
  expect(again).toEqual({ ...done, repeated: true })
  return { before, after: JSON.stringify(done.unmet ?? []) }
}

/** The command of the worker says that it is done, and so does the worker after it. */
const throughWork: Attempt = async ({ agent, session, project }, end) => {
  const cli = `node ${join(process.cwd(), "dist/cli.cjs")}`
  const finish =
    "failed" in end
      ? `echo "${end.failed}"; exit 1`
      : `${cli} done "$UPNEXT_TASK_ID" --met "${end.met}" --evidence "build 214" --lesson "${reflection}"`
  const script = `printf %s "$UPNEXT_TASK_HANDOFF" > before; ${finish}`
  const args = [
    "--agent",
    agent,
    "--session",
    session,
    "--project",
    project,
    "--once",
    "--",
    "sh",
    "-c",
    script,
  ]
  const worker = startWorker(args, { url: served.server.url, cwd })
  expect(await worker.exited, worker.stderr()).toBe("failed" in end ? 1 : 0)
  return { before: readFileSync(join(cwd, "before"), "utf8"), after: worker.stderr() }
}

test.each<[string, Attempt]>([
  ["in the shell", inShell],
  ["over HTTP", overHttp],
  ["through upnext work", throughWork],
])("whoever takes a task %s knows what happened to it before", async (face, attempt) => {
  const project = face.replaceAll(" ", "-")
  const { task } = await send("POST", "/tasks", {
    title: "Upload the report",
    project,
    reviewer: "mira",
    done_criteria: ["tests pass", "docs updated"],
  })
  const path = `/tasks/${task.id}`

  const failed = await attempt({ agent: "bo", session: "b", project }, { failed: "no AWS key in this shell" })
  expect(failed.before).not.toContain("bo failed")
  // A person ends the rest that follows a failure.
  await send("PATCH", path, { status: "blocked" })
  await send("PATCH", path, { status: "todo" })

  const first = await attempt({ agent: "ann", session: "a1", project }, { met: "tests pass" })
  expect(first.before).toMatch(/bo.*failed.*no AWS key in this shell/)
  expect(first.after).toContain("docs updated")
  expect(first.after).not.toContain("tests pass")

  const comment = "Add a test for null."
  await send("POST", `${path}/review`, { reviewer: "mira", decision: "request_changes", comment })

  const second = await attempt({ agent: "ann", session: "a2", project }, { met: "docs updated" })
  expect(second.before).toMatch(/mira[^]*Add a test for null\./)
  expect(second.before).not.toContain("AWS")
  expect(second.after).not.toContain("docs updated")
  await send("POST", `${path}/review`, { reviewer: "mira", decision: "approve" })

  const { history } = await send("GET", `${path}/history?limit=500`)
  const types = (history as { type: string }[]).map(({ type }) => type).reverse()
  expect(types.filter((type) => type !== "lease.renewed")).toEqual([
    "task.created",
    "task.claimed",
    "task.released",
    "task.moved",
    "task.moved",
    "task.claimed",
    "task.checked",
    "task.reflected",
    "task.completed",
    "task.reviewed",
    "task.commented",
    "task.claimed",
    "task.checked",
    "task.reflected",
    "task.completed",
    "task.reviewed",
  ])
  expect((await send("GET", path)).task).toMatchObject({ status: "done", assignee: "ann" })
})
