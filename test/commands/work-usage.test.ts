import { mkdtempSync, rmSync, writeFileSync, chmodSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { metricsVariables, whyNoMetrics } from "../../src/attempts/work/metrics.ts"
import { addRound, usageIn } from "../../src/attempts/work/said-usage.ts"
import { call, serverForFile } from "../support/server.ts"
import { startWorker } from "../support/worker.ts"
import { upnext } from "./upnext.ts"

const server = serverForFile()

let projects = 0

/** Runs a command for one task, with more variables. */
async function workOnce(script: string, env: NodeJS.ProcessEnv = {}, args: readonly string[] = []) {
  const cwd = mkdtempSync(join(tmpdir(), "upnext-used-"))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const project = `p${(projects += 1)}`
  const { body } = await call(server.url, "POST", "/tasks", { title: "Paint", project })
  const worker = startWorker(
    // A limit pauses the agent that met it.
    ["--agent", `ada-${project}`, "--project", project, "--once", ...args, "--", "sh", "-c", script],
    { url: server.url, cwd, env },
  )
  const status = await worker.exited
  const { task } = (await call(server.url, "GET", `/tasks/${body["task"].id as string}`)).body
  return { worker, status, task, cwd }
}

/** Sends a delta of 40 tokens in, as Claude Code does, to where its variables say. */
const exporter = `
const { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: url, OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: form, OTEL_METRICS_EXPORTER: to } = process.env
if (form !== "http/json" || to !== "otlp" || process.env.CLAUDE_CODE_ENABLE_TELEMETRY !== "1") process.exit(3)
const attributes = [{ key: "type", value: { stringValue: "input" } }, { key: "model", value: { stringValue: "opus" } }]
const dataPoints = [{ attributes, startTimeUnixNano: "1796000168988000000", timeUnixNano: "1796000169001000000", asDouble: 40 }]
const metrics = [{ name: "claude_code.token.usage", sum: { aggregationTemporality: 1, isMonotonic: true, dataPoints } }]
const body = JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] })
fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body })
  .then(async (r) => process.exit(r.status === 200 && (await r.text()) === "{}" ? 0 : 4))
`

test("a command's agent sends its metrics to the address of its attempt", async () => {
  const { status, task } = await workOnce(`node -e '${exporter}'`)
  expect([status, task.status]).toEqual([0, "done"])
  expect(task.usage).toMatchObject({
    total: { inputTokens: 40 },
    attempts: [{ attempt: `${task.id}.1`, agent: task.assignee, model: "opus", inputTokens: 40 }],
  })
})

test.each([
  ["OTEL_SERVICE_NAME", "shop"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"],
  ["GEMINI_TELEMETRY_ENABLED", "false"],
  ["CLAUDE_CODE_ENABLE_TELEMETRY", "0"],
])("where %s is set, the variables are left alone, which is said once", async (name, value) => {
  const { worker, status } = await workOnce('env | grep -E "OTEL|GEMINI_T|TELEMETRY"', { [name]: value })
  expect(status).toBe(0)
  expect(worker.stdout()).toBe(`${name}=${value}\n`)
  expect(worker.stderr().split(`${name} is set`)).toHaveLength(2)
})

test("the trace of whoever runs the worker is passed on to the command", async () => {
  const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
  const { worker } = await workOnce('echo "[$TRACEPARENT]"', { TRACEPARENT: trace })
  expect(worker.stdout()).toBe(`[${trace}]\n`)
})

test("a token goes with the metrics, but not over plain HTTP to another machine", () => {
  const of = (url: string, token?: string) => metricsVariables({ url, token }, "T-1.1", {})
  const headers = "OTEL_EXPORTER_OTLP_METRICS_HEADERS"
  expect(of("http://127.0.0.1:4445", "a=b,c")).toMatchObject({
    [headers]: "authorization=Bearer%20a%3Db%2Cc",
  })
  expect(of("https://board.example.org/up", "t")).toMatchObject({
    [headers]: "authorization=Bearer%20t",
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "https://board.example.org/up/otlp/T-1.1/v1/metrics",
    GEMINI_TELEMETRY_OTLP_ENDPOINT: "https://board.example.org/up/otlp/T-1.1",
  })
  expect(of("http://board.example.org", "t")).toEqual({})
  expect(whyNoMetrics({ url: "http://board.example.org", token: "t" }, {})).toContain("plain HTTP")
  expect(of("http://board.example.org")).not.toHaveProperty(headers)
  // Others send logs and traces elsewhere, and get no token for that.
  expect(Object.keys(of("http://127.0.0.1:1", "t")).filter((name) => name.endsWith("HEADERS"))).toEqual([
    headers,
  ])
})

test("Codex, which takes no variable, gets the address as an argument, and none where it is left alone", async () => {
  const bin = mkdtempSync(join(tmpdir(), "upnext-bin-"))
  onTestFinished(() => rmSync(bin, { recursive: true }))
  writeFileSync(join(bin, "codex"), `#!/bin/sh\nprintf '%s\\n' "$@" > ${bin}/args\n`)
  chmodSync(join(bin, "codex"), 0o755)
  const path = { PATH: `${bin}:${process.env["PATH"]}` }
  for (const [env, sent] of [
    [
      {},
      /\n-c\notel\.metrics_exporter=\{otlp-http=\{endpoint="(\S+)\/otlp\/(T-\d+)\.1\/v1\/metrics",protocol="json"\}\}\n/,
    ],
    [{ OTEL_SDK_DISABLED: "true" }, undefined],
  ] as const) {
    const project = `p${(projects += 1)}`
    await call(server.url, "POST", "/tasks", { title: "Paint", project })
    const worker = startWorker(["--with", "codex", "--once", "--project", project], {
      ...{ url: server.url, cwd: bin },
      env: { ...path, ...env },
    })
    expect(await worker.exited).toBe(0)
    const args = readFileSync(join(bin, "args"), "utf8")
    expect(args).toMatch(/^exec\n--sandbox\nworkspace-write\n/)
    if (sent) expect(sent.exec(args)?.[1]).toBe(server.url)
    else expect(args).not.toMatch(/otel|\n-c\n/)
  }
})

test("a last line says what was used, beside the other last lines, and is no part of the summary", async () => {
  const { task, status } = await workOnce(
    `echo "Painted it."; echo "lesson: two coats"; echo 'usage: {"inputTokens":900,"outputTokens":80,"cost":0.25,"model":"local-7b"}'`,
  )
  expect(status).toBe(0)
  expect(task).toMatchObject({
    summary: "Painted it.",
    usage: { total: { inputTokens: 900, outputTokens: 80, cost: 0.25 }, attempts: [{ model: "local-7b" }] },
  })
  const failed = await workOnce(`echo 'usage: {"inputTokens":7}'; echo "limit: quota" >&2; exit 75`)
  expect(failed.task.usage.total).toEqual({ inputTokens: 7 })
})

test("a usage line that cannot be right is no reason to fail", async () => {
  const { task, status } = await workOnce(`echo Painted; echo 'usage: {"inputTokens":-5,"cost":"free"}'`)
  expect([status, task.status, task.usage]).toEqual([0, "done", undefined])
})

test.each([
  ['{"inputTokens":5}', { inputTokens: 5 }],
  ['{"inputTokens":5.5,"cost":0.5}', { cost: 0.5 }],
  ['{"inputTokens":1e300,"outputTokens":2,"model":"a\\u001b[31mb"}', { outputTokens: 2, model: "ab" }],
  ['{"model":"m"}', undefined],
  ['{"__proto__":{"inputTokens":5}}', undefined],
  ["{", undefined],
  ["null", undefined],
])("usage: %s says %j", (json, said) => {
  if (said && "model" in said) expect(usageIn(json)).toMatchObject({ outputTokens: 2 })
  else expect(usageIn(json)).toEqual(said)
})

test("each round of an attempt adds its own", () => {
  expect(addRound(undefined, { inputTokens: 1 })).toEqual({ inputTokens: 1 })
  expect(addRound({ inputTokens: 1, model: "a" }, { inputTokens: 2, cost: 0.5, model: "b" })).toEqual({
    ...{ inputTokens: 3, cost: 0.5, model: "b" },
  })
  expect(addRound({ inputTokens: 1 }, undefined)).toEqual({ inputTokens: 1 })
})

test("show, stats, digest and the errors of --usage tell it in words", async () => {
  const project = `p${(projects += 1)}`
  const { body } = await call(server.url, "POST", "/tasks", { title: "Paint", project })
  const id = body["task"].id as string
  const run = async (...args: string[]) => {
    const { status, stdout, stderr } = await upnext(args, { UPNEXT_URL: server.url, UPNEXT_AGENT: "eve" })
    return { status, text: stdout + stderr }
  }
  const usage = { inputTokens: 12_340, outputTokens: 3100, cacheReadTokens: 9000, cost: 0.42, model: "opus" }
  expect((await run("done", id, "--lesson", "x", "--usage", '{"tokens":1}')).text).toContain("usage")
  const done = await run("done", id, "--lesson", "x", "--usage", JSON.stringify(usage))
  expect(done.status, done.text).toBe(0)
  expect((await run("show", id)).text).toContain("12.3k in (9k cached), 3.1k out, $0.42, by opus")
  const stats = (await run("stats", "--project", project)).text
  expect(stats).toContain("used          12.3k in (9k cached), 3.1k out, $0.42, reported by 1 attempt")
  expect(stats).toMatch(new RegExp(`^${project} .* 15.4k +\\$0.42$`, "m"))
  expect((await run("stats")).text).toMatch(/^MODEL .*TOKENS +COST$/m)
  const digest = (await run("digest", "--project", project, "--since", "1h")).text
  expect(digest).toContain("12.3k in (9k cached), 3.1k out, $0.42 reported")
  expect(digest).toMatch(/^eve .* 15.4k, \$0.42/m)
  expect(digest).toContain("opus: 12.3k in")
})
