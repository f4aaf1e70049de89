import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { serve } from "./upnext.ts"

const served = await serve({ env: { UPNEXT_AGENT: "ann" } })
const directory = await mkdtemp(join(tmpdir(), "upnext-refused-"))
const file = join(directory, "shot.txt")
afterAll(() => rm(directory, { recursive: true }))

async function send(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(served.server.url + path, {
    method,
    ...(body !== undefined && {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  })
  return (await response.json()) as Record<string, unknown>
}

const seq = async () => (await send("GET", "/health"))["seq"]

beforeAll(async () => {
  await writeFile(file, "green")
  for (const title of ["Free", "Bo's", "Ann's", "Closed", "Waits"])
    await send("POST", "/tasks", { title, done_criteria: ["tests pass"] })
  await send("PATCH", "/tasks/T-5", { blockedBy: ["T-2"] })
  await send("POST", "/tasks/T-2/claim", { agent: "bo" })
  await send("POST", "/tasks/T-3/claim", { agent: "ann" })
  await send("PATCH", "/tasks/T-4", { status: "done" })
})

const long = "x".repeat(65_537)

describe("a refused command has changed nothing", () => {
  test.each<[string, ...string[]]>([
    ["task_not_ready", "done", "T-5", "--no-lesson", "a typo"],
    ["task_taken", "done", "T-2", "--no-lesson", "a typo"],
    ["invalid_input", "done", "T-3", "--no-lesson", "a typo", "--lesson", "Mocks hid it"],
    ["invalid_input", "done", "T-3", "--no-lesson", "a typo", "--met", "no such criterion"],
    ["task_not_ready", "done", "T-5", "--met", "1", "--evidence-file", file, "--lesson", "x"],
    ["reflection_required", "done", "T-3", "--met", "1", "--evidence-file", file],
    ["invalid_transition", "done", "T-1", "--verify", "--lesson", "x"],
    ["invalid_input", "meet", "T-3", "no such criterion", "--evidence-file", file],
    ["invalid_input", "cancel", "T-1", "--comment", long],
    ["invalid_transition", "cancel", "T-4", "--comment", "too late"],
    ["invalid_input", "reopen", "T-4", "--comment", long],
    ["invalid_transition", "reopen", "T-1", "--comment", "It fails"],
    ["invalid_input", "edit", "T-3", "--tag", "+ui", "--comment", long],
    ["version_mismatch", "edit", "T-3", "--tag", "+ui", "--comment", "x", "--if-version", "99"],
    ["invalid_transition", "review", "T-3", "approve", "--comment", "Good"],
    ["invalid_input", "release", "T-3", "--failed", "--limit", "--reason", "quota"],
    ["task_taken", "claim", "T-2", "--lease", "2h", "--host", "elsewhere"],
  ])("%s: %s %s", async (code, ...args) => {
    const before = await seq()
    const refused = await served.upnext([...args, "--json"])
    expect(refused.status).not.toBe(0)
    expect(refused.json()).toMatchObject({ code })
    expect(await seq()).toBe(before)
  })
})
