import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { loadConfig } from "../../../src/config.ts"
import { operations } from "../../../src/operations/index.ts"
import { createUpnext } from "../../../src/upnext.ts"
import { call } from "../../support/server.ts"

const loop: readonly [name: string, path: string, body?: unknown][] = [
  ["task.create", "/tasks", { title: "a", reviewer: "mira", done_criteria: ["b"], metadata: { c: 1 } }],
  ["task.list", "/tasks?status=todo"],
  ["task.next", "/tasks/next?agent=bo&explain=1"],
  ["task.claim", "/tasks/T-1/claim", { agent: "bo" }],
  ["task.heartbeat", "/tasks/T-1/heartbeat", { agent: "bo" }],
  ["task.comment", "/tasks/T-1/comments", { author: "bo", content: "@mira look" }],
  ["task.comments", "/tasks/T-1/comments"],
  ["task.check", "/tasks/T-1/criteria", { agent: "bo", criterion: 1 }],
  ["task.complete", "/tasks/T-1/complete", { agent: "bo", reflection: "d" }],
  ["task.review", "/tasks/T-1/review", { reviewer: "mira", decision: "approve" }],
  ["task.history", "/tasks/T-1/history"],
  ["task.read", "/tasks/T-1"],
  ["inbox.list", "/agents/mira/inbox"],
  ["agent.list", "/agents"],
  ["reflection.list", "/reflections"],
  ["stats.read", "/stats"],
  ["log.read", "/log"],
]

test("answers have the status, the headers and the shape that the OpenAPI document declares", async () => {
  const home = await mkdtemp(join(tmpdir(), "upnext-"))
  const server = await createUpnext({ ...(await loadConfig({ flags: { home }, env: {} })), port: 0 })
  const { body: document } = await call(server.url, "GET", "/openapi.json")
  for (const [name, path, body] of loop) {
    const operation = operations.find((each) => each.name === name)
    const method = operation?.http.method ?? ""
    const answer = await call(server.url, method, path, body, { prefer: "return=representation" })
    const declared = document["paths"][operation?.http.path ?? ""][method.toLowerCase()].responses
    const { headers = {} } = declared[answer.status] ?? {}
    const carried = ["ETag", "Location", "Preference-Applied", "Upnext-Seq", "Vary"].filter(
      (each) => each.toLowerCase() in answer.headers,
    )
    // Only an answer that shows the past carries it.
    const expected = Object.keys(headers).filter((each) => each !== "Upnext-At")
    expect(expected.sort(), name).toEqual(carried.sort())
    expect(operation?.output.safeParse(answer.body).error, name).toBeUndefined()
  }
  await server.close()
  await rm(home, { recursive: true, force: true })
})
