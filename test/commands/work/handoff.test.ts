import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { call } from "../../support/server.ts"
import { startWorker } from "../../support/worker.ts"
import { serve } from "../upnext.ts"

const served = await serve()
const cwd = await mkdtemp(join(tmpdir(), "upnext-work-"))
afterAll(() => rm(cwd, { recursive: true, force: true }))

const post = async (path: string, body: Record<string, unknown>) =>
  (await call(served.server.url, "POST", path, body)).body

async function add(fields: Record<string, unknown>): Promise<string> {
  return (await post("/tasks", { metadata: { reflection_exempt: true }, ...fields }))["task"].id as string
}

/** Runs the one task of a project with a command that keeps what it is given, and answers that. */
async function given(project: string): Promise<{ input: Record<string, unknown>; env: Map<string, string> }> {
  const script = "cat > input; env -0 > env"
  const args = ["--agent", "ann", "--project", project, "--once", "--", "sh", "-c", script]
  const worker = startWorker(args, {
    url: served.server.url,
    cwd,
    env: { UPNEXT_TASK_HANDOFF: '"inherited"', UPNEXT_TASK_CRITERIA: "inherited" },
  })
  expect(await worker.exited, worker.stderr()).toBe(0)
  const read = (name: string) => readFileSync(join(cwd, name), "utf8")
  const pairs = read("env")
    .split("\0")
    .map((pair) => /^([^=]*)=([^]*)$/.exec(pair) ?? [])
  return {
    input: JSON.parse(read("input")) as Record<string, unknown>,
    env: new Map(pairs.map(([, name = "", value = ""]) => [name, value])),
  }
}

test("where nothing happened before, `handoff` is null and UPNEXT_TASK_HANDOFF is not set", async () => {
  const id = await add({ title: "New", project: "new" })
  const { input, env } = await given("new")
  expect(input).toMatchObject({ id, title: "New", handoff: null })
  expect(env.has("UPNEXT_TASK_HANDOFF")).toBe(false)
  expect(env.get("UPNEXT_TASK_CRITERIA")).toBe("")
})

test("the command gets the hand-over with the task and as one line in its environment, and the criteria", async () => {
  const id = await add({ title: "Again", project: "again", done_criteria: ["tests pass", "docs = updated"] })
  await post(`/tasks/${id}/claim`, { agent: "bo" })
  await post(`/tasks/${id}/comments`, { author: "zoe", content: "line one\nline two" })
  await post(`/tasks/${id}/release`, { agent: "bo" })
  const { input, env } = await given("again")
  expect(input["handoff"]).toMatchObject({
    attempts: 0,
    lastAttempt: { agent: "bo", ended: "released" },
    review: null,
    comments: [{ author: "zoe", content: "line one\nline two" }],
    omitted: 0,
  })
  const line = env.get("UPNEXT_TASK_HANDOFF") ?? ""
  expect(JSON.parse(line)).toEqual(input["handoff"])
  expect(line).not.toContain("\n")
  expect(env.get("UPNEXT_TASK_CRITERIA")).toBe("tests pass\ndocs = updated")
})

test("the largest texts that the server takes do not keep the command from starting", async () => {
  const id = await add({
    title: "Large",
    project: "large",
    description: "d".repeat(65_536),
    reviewer: "mira",
    done_criteria: Array.from({ length: 100 }, (_, i) => `${i} ${"語".repeat(990)}`),
  })
  const words = "\u0001".repeat(65_536)
  await post(`/tasks/${id}/claim`, { agent: "ann" })
  await post(`/tasks/${id}/comments`, { author: "zoe", content: words })
  await post(`/tasks/${id}/complete`, { agent: "ann" })
  const file = "語".repeat(1000)
  for (let line = 1; line <= 11; line++)
    await post(`/tasks/${id}/comments`, {
      author: "mira",
      content: "\u0001".repeat(990),
      place: { file, line },
    })
  await post(`/tasks/${id}/review`, { reviewer: "mira", decision: "request_changes", comment: words })
  const { input, env } = await given("large")
  expect(input["handoff"]).toMatchObject({ review: { comment: words } })
  expect((input["handoff"] as { review: { lines: unknown[] } }).review.lines).toHaveLength(6)
  const { review, comments } = JSON.parse(env.get("UPNEXT_TASK_HANDOFF") ?? "") as {
    review: { comment: string; lines: unknown[]; linesOmitted: number }
    comments: { content: string }[]
  }
  expect(review.comment).toBe(`${"\u0001".repeat(3999)}…`)
  expect(review.lines.length).toBeGreaterThan(2)
  expect(review.lines.length + review.linesOmitted).toBe(11)
  expect(comments.map(({ content }) => content.length)).toEqual([4000])
  const criteria = env.get("UPNEXT_TASK_CRITERIA")?.split("\n") ?? []
  expect(criteria.length).toBeGreaterThan(40)
  expect(criteria.every((line, i) => line === `${i} ${"語".repeat(990)}`)).toBe(true)
})
