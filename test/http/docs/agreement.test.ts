import { Ajv2020 } from "ajv/dist/2020.js"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { loadConfig } from "../../../src/config/config.ts"
import { createKeyUses } from "../../../src/config/key-uses.ts"
import { operations } from "../../../src/operations/index.ts"
import type { Operation } from "../../../src/operation.ts"
import { createUpnext } from "../../../src/upnext.ts"
import { call, type Answer } from "../../support/server.ts"

const work = {
  ...{ repository: "shop", branch: "upnext/T-1.1-a", base: "main", files: 1, additions: 2, deletions: 3 },
  ...{ tree: "1".repeat(40), commit: "a".repeat(40) },
}

/** Every operation, in an order in which each has something to show. */
const loop: readonly [name: string, path: string, body?: unknown][] = [
  ["task.create", "/tasks", { title: "a", reviewer: "mira", done_criteria: ["b"], metadata: { c: 1 } }],
  ["task.createMany", "/tasks/batch", { tasks: [{ title: "d" }, { title: "e", project: "other" }] }],
  ["task.edit", "/tasks/T-2", { description: "long" }],
  ["task.editMany", "/tasks/edit", { ids: ["T-2", "T-3", "T-99"], changes: { eta: "2h" } }],
  ["task.list", "/tasks?status=todo"],
  ["task.next", "/tasks/next?agent=bo&explain=1"],
  ["task.claim", "/tasks/T-1/claim", { agent: "bo", host: "here" }],
  ["task.heartbeat", "/tasks/T-1/heartbeat", { agent: "bo", usage: { inputTokens: 5, model: "m" } }],
  ["usage.collect", "/otlp/T-1.1/v1/metrics", { resourceMetrics: [] }],
  ["task.sendOutput", "/tasks/T-1/output", { agent: "bo", text: "half" }],
  ["task.output", "/tasks/T-1/output"],
  ["task.comment", "/tasks/T-1/comments", { author: "bo", content: "@mira look", kind: "note" }],
  ["task.comments", "/tasks/T-1/comments"],
  ["attachment.add", "/tasks/T-1/attachments", "a file"],
  ["attachment.list", "/tasks/T-1/attachments"],
  ["attachment.read", "/tasks/T-1/attachments/A-1"],
  ["attachment.remove", "/tasks/T-1/attachments/A-1"],
  ["task.check", "/tasks/T-1/criteria", { agent: "bo", criterion: 1 }],
  ["check.report", "/tasks/T-1/checks", { agent: "bo", check: "test", status: "passed", exitCode: 0 }],
  ["task.reflect", "/tasks/T-1/reflections", { agent: "bo", content: "learned" }],
  ["task.reportWork", "/tasks/T-1/work", { agent: "bo", epoch: 1, ...work }],
  ["task.complete", "/tasks/T-1/complete", { agent: "bo", reflection: "d" }],
  ["task.review", "/tasks/T-1/review", { reviewer: "mira", decision: "approve", comment: "good" }],
  [
    "task.reportPull",
    "/tasks/T-1/pull",
    {
      ...{ epoch: 1, opened: true },
      pull: { url: "https://github.com/acme/shop/pull/7", state: "open", base: "main" },
    },
  ],
  ["task.land", "/tasks/T-1/land", { epoch: 1, commit: work.commit, base: "main", result: "landed" }],
  ["task.claimNext", "/tasks/next/claim", { agent: "bo", project: "other" }],
  ["task.release", "/tasks/T-3/release", { agent: "bo", reason: "no" }],
  ["task.retry", "/tasks/T-3/retry", {}],
  ["task.history", "/tasks/T-1/history"],
  ["task.read", "/tasks/T-1?handoff=1&checks=1"],
  ["inbox.list", "/agents/mira/inbox"],
  ["inbox.ack", "/agents/mira/inbox/ack", { seq: 14 }],
  ["agent.describe", "/agents/cy", { role: "tester" }],
  ["agent.heartbeat", "/agents/cy/heartbeat", { host: "there" }],
  ["agent.pause", "/agents/cy/pause", { for: "1h" }],
  ["agent.read", "/agents/cy"],
  ["agent.resume", "/agents/cy/resume", {}],
  ["team.pause", "/team/pause", { for: "1h", reason: "lunch" }],
  ["agent.list", "/agents"],
  ["resource.set", "/resources/src%2Fhttp", { capacity: 2, description: "the server" }],
  ["resource.close", "/resources/src%2Fhttp/close", { until: "2040-01-01T00:00:00.000Z", reason: "a move" }],
  ["resource.list", "/resources"],
  ["resource.open", "/resources/src%2Fhttp/open", {}],
  ["team.resume", "/team/resume", {}],
  ["host.list", "/hosts"],
  ["project.list", "/projects"],
  ["reflection.list", "/reflections"],
  ["stats.read", "/stats"],
  ["now.read", "/now"],
  ["needs.list", "/needs?agent=mira"],
  ["log.read", "/log"],
  ["import.begin", "/imports", { kind: "csv", name: "old.csv" }],
  [
    "import.add",
    "/imports/parts",
    { import: "I-1", tasks: [{ source: "csv:1", title: "f" }], links: [{ source: "csv:2" }] },
  ],
  ["import.end", "/imports/I-1/end", {}],
  ["import.list", "/imports"],
  ["import.abort", "/imports/I-1/abort", {}],
  ["agent.delete", "/agents/cy"],
  ["task.delete", "/tasks/T-2"],
  ["task.restore", "/tasks/T-2/restore"],
  ["command.undo", "/undo", {}],
  ["command.list", "/undo"],
  ["command.redo", "/redo", {}],
  ["team.starter", "/team/starter", {}],
  ["access.read", "/access"],
  ["account.create", "/accounts", { name: "bo", role: "work" }],
  ["account.edit", "/accounts/bo", { role: "manage" }],
  ["account.read", "/accounts/bo"],
  ["account.list", "/accounts"],
  ["token.create", "/tokens", { account: "ci", expires: "1d" }],
  ["account.rotate", "/accounts/ci/rotate", { overlap: "1h" }],
  ["token.list", "/tokens"],
  ["token.revoke", "/tokens/K-1"],
  ["account.delete", "/accounts/bo"],
  ["access.lift", "/access"],
]

async function start() {
  const home = await mkdtemp(join(tmpdir(), "upnext-"))
  const server = await createUpnext({ ...(await loadConfig({ flags: { home }, env: {} })), port: 0 })
  onTestFinished(async () => {
    await server.close()
    await rm(home, { recursive: true, force: true })
  })
  const { proveHome } = createKeyUses(await readFile(join(home, "data/key")))
  const ask = (name: string, path: string, body?: unknown, headers = {}) => {
    const { method } = operationNamed(name).http
    const proof = proveHome(
      { method, host: new URL(server.url).host, path: path.split("?")[0] ?? "" },
      Date.now(),
    )
    const authorization = `Upnext-Home ${proof}`
    return typeof body === "string"
      ? sendFile(server.url + path, body, { authorization, ...headers })
      : call(server.url, method, path, body, { authorization, ...headers })
  }
  const whole = (await call(server.url, "GET", "/openapi.json")).body
  const parts = (await call(server.url, "GET", "/openapi-parts.json")).body
  return { ask, whole, parts, faultsIn: { whole: createCheck(whole), parts: createCheck(parts) } }
}

test("answers have the status, the headers and the shape that the OpenAPI document declares", async () => {
  const { ask, parts: document } = await start()
  const rules = await readFile("docs/rules.md", "utf8")
  const [, undoable = ""] = /^- yes:((?:\s+`[^`]+`,?)+)$/m.exec(rules) ?? []
  const canUndo = new Set([...undoable.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  for (const name of ["command.undo", "command.redo"]) canUndo.add(name)
  // These requests come by the home, under the name of the server, which ends a pause for good.
  for (const name of ["agent.resume", "team.resume"]) canUndo.delete(name)
  for (const [name, path, body] of loop) {
    const { http, output } = operationNamed(name)
    const answer = await ask(name, path, body, { prefer: "return=representation" })
    const declared = document["paths"][http.path][http.method.toLowerCase()].responses
    const { headers = {} } = declared[answer.status] ?? {}
    const carried = [
      "Content-Disposition",
      "ETag",
      "Location",
      "Preference-Applied",
      "Upnext-Command",
      "Upnext-Seq",
      "Vary",
      "Warning",
    ].filter((each) => each.toLowerCase() in answer.headers)
    // Only an answer that shows the past carries the one, and only what can be taken back the other.
    const left = ["Upnext-At", ...(canUndo.has(name) ? [] : ["Upnext-Command"])]
    const expected = Object.keys(headers).filter((each) => !left.includes(each))
    expect(expected.sort(), name).toEqual(carried.sort())
    if (isOfFile(name)) expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8")
    else expect(output.safeParse(answer.body).error, name).toBeUndefined()
  }
})

test("the whole answer of every operation fits the schema of both documents", async () => {
  const { ask, faultsIn } = await start()
  for (const [name, path, body] of loop) {
    const answer = await ask(name, path, body)
    expect([answer.status, faultsIn.whole(name, answer), faultsIn.parts(name, answer)], name).toEqual([
      operationNamed(name).http.status ?? 200,
      [],
      [],
    ])
  }
  // The text of a download is no JSON, so no schema of either document says how all of it looks.
  const answering = operations.filter(({ kind }) => kind !== "download")
  expect(loop.map(([name]) => name).sort()).toEqual(answering.map(({ name }) => name).sort())
})

test("a part of a record fits the document of parts, which is why the other one names no way to ask for it", async () => {
  const { ask, whole, parts, faultsIn } = await start()
  let reduced = 0
  for (const [name, path, body] of loop) {
    const { kind, http } = operationNamed(name)
    const parameters: Parameter[] = parts["paths"][http.path][http.method.toLowerCase()].parameters
    const fields = parameters.find((each) => each.name === "fields")?.schema.items?.enum ?? []
    const asked =
      fields.length === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}fields=${fields.at(-1)}`
    const headers = kind === "command" ? { prefer: "return=minimal" } : {}
    const answer = await ask(name, asked, body, headers)
    expect(faultsIn.parts(name, answer), name).toEqual([])
    if (faultsIn.whole(name, answer).length > 0) reduced++
    expect(JSON.stringify(whole["paths"][http.path][http.method.toLowerCase()])).not.toMatch(
      /"fields"|parameters\/Prefer|Preference-Applied/,
    )
  }
  expect(reduced).toBeGreaterThan(20)
})

// --- internal ---

interface Parameter {
  readonly name?: string
  readonly schema: { readonly items?: { readonly enum?: readonly string[] } }
}

function operationNamed(name: string) {
  const found = operations.find((each) => each.name === name)
  if (!found) throw new Error(`There is no operation ${name}`)
  return found
}

/** Whether the answer of an operation is the bytes of a file. */
function isOfFile(name: string): boolean {
  const operation: Operation = operationNamed(name)
  return operation.kind === "query" && operation.givesFile !== undefined
}

async function sendFile(url: string, body: string, given: Record<string, string>): Promise<Answer> {
  const answer = await fetch(url, {
    method: "POST",
    body,
    headers: { ...given, "content-disposition": "attachment; filename=a.txt" },
  })
  const headers: Record<string, string> = {}
  answer.headers.forEach((value, name) => (headers[name] = value))
  const text = await answer.text()
  return { status: answer.status, headers, body: JSON.parse(text) as Answer["body"], text }
}

/** Says what of an answer does not fit its schema in the document. */
function createCheck(document: Answer["body"]) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, "openapi")
  return (name: string, { status, body, text }: Answer): string[] => {
    const { path, method } = operationNamed(name).http
    const place = ["paths", path, method.toLowerCase(), "responses", String(status), "content"]
    const pointer = [...place, isOfFile(name) ? "*/*" : "application/json", "schema"].map((step) =>
      encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")),
    )
    const check = ajv.compile({ $ref: `openapi#/${pointer.join("/")}` })
    check(isOfFile(name) ? text : body)
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
