import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { recorded } from "../support/otlp/agents.ts"
import { useDatabase } from "../support/postgres.ts"
import {
  call,
  startServer,
  startServerHere,
  temporaryHome,
  type RunningServer,
  type Server,
} from "../support/server.ts"

const database = useDatabase()
let server: RunningServer
const space = await temporaryHome()
beforeAll(async () => {
  server = await startServerHere({ home: space.home })
})
afterAll(async () => {
  await server.stop()
  await space.remove()
})

/** The address of a new attempt. */
async function begin(url: string): Promise<{ id: string; path: string }> {
  const { body } = await call(url, "POST", "/tasks", { title: "Paint" })
  const id = body["task"].id as string
  await call(url, "POST", `/tasks/${id}/claim`, { agent: "ada" })
  return { id, path: `/otlp/${id}.1/v1/metrics` }
}

const usageOf = async (url: string, id: string) =>
  (await call(url, "GET", `/tasks/${id}`)).body["task"].usage as Record<string, unknown> | undefined

let id = ""
let path = ""
beforeEach(async () => {
  ;({ id, path } = await begin(server.url))
})

async function send(body: string | Uint8Array, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: body as BodyInit,
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

const [claude = {}] = recorded.claude
const text = JSON.stringify(claude)
const total = {
  inputTokens: 6000,
  outputTokens: 77,
  cacheReadTokens: 4500,
  cacheWriteTokens: 300,
  cost: 0.01205,
}

test("a body is taken as it is or with gzip, and answered with an empty object", async () => {
  expect(await send(gzipSync(text), { "content-encoding": "gzip" })).toMatchObject({ status: 200, body: {} })
  expect(await send(text)).toMatchObject({ status: 200, body: {} })
  expect(await usageOf(server.url, id)).toMatchObject({ total })
})

test("logs and traces of the same program are taken and not kept", async () => {
  for (const [signal, body] of [
    ["logs", { resourceLogs: [{ scopeLogs: [] }] }],
    ["traces", { resourceSpans: [{}] }],
  ] as const) {
    const { status } = await call(server.url, "POST", path.replace("metrics", signal), body)
    expect(status).toBe(200)
  }
  expect(await usageOf(server.url, id)).toBeUndefined()
})

test("protobuf is refused with the variable that says which form is read", async () => {
  const { status, body } = await send(new Uint8Array([10, 2, 8, 1]), {
    "content-type": "application/x-protobuf",
  })
  expect({ status, body }).toMatchObject({ status: 415, body: { code: "unsupported_media_type" } })
  expect(body["hint"]).toContain("OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=http/json")
})

const nested = (depth: number) => `{"resourceMetrics":${"[".repeat(depth)}${"]".repeat(depth)}}`

test.each([
  ["cut in the middle", text.slice(0, -20), {}, 400],
  ["with cut gzip", gzipSync(text).subarray(0, -9), { "content-encoding": "gzip" }, 400],
  ["that is no gzip", text, { "content-encoding": "gzip" }, 400],
  ["of another compression", text, { "content-encoding": "br" }, 415],
  [
    "that unpacks to more",
    gzipSync(Buffer.alloc(200 * 1024 * 1024, 32)),
    { "content-encoding": "gzip" },
    413,
  ],
  ["that is too long", " ".repeat(5 * 1024 * 1024), {}, 413],
  ["nested a thousand times", nested(1000), {}, 400],
  ["nested a million times", nested(1_000_000), {}, 400],
  ["with keys of prototypes", text.replace('"resource"', '"__proto__"'), {}, 400],
  ["with an attribute twice", text.replace('"name"', '"name":"x","name"'), {}, 400],
  ["with no list", '{"resourceMetrics":{}}', {}, 400],
  ["of another kind", "[]", {}, 400],
  ["that is a number", "7", {}, 400],
  ["with more beside", '{"resourceMetrics":[],"more":1}', {}, 400],
] as const)("a body %s changes nothing", async (_, body, headers, status) => {
  const answer = await send(body, headers)
  expect(answer.status).toBe(status)
  expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/)
  expect(answer.body).toMatchObject({ status, code: expect.any(String), hint: expect.any(String) })
  expect(await usageOf(server.url, id)).toBeUndefined()
})

test("a hundred thousand series are bounded, and the refused ones are counted", async () => {
  const point = (i: number) =>
    `{"attributes":[{"key":"type","value":{"stringValue":"input"}},{"key":"i","value":{"intValue":"${i}"}}],"startTimeUnixNano":"1","timeUnixNano":"2","asInt":"1"}`
  const body = `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"claude_code.token.usage","sum":{"aggregationTemporality":1,"dataPoints":[${Array.from({ length: 20_000 }, (_, i) => point(i)).join()}]}}]}]}]}`
  const answer = await send(gzipSync(body), { "content-encoding": "gzip" })
  expect(answer).toMatchObject({ status: 200, body: { partialSuccess: { rejectedDataPoints: "19900" } } })
  expect(await usageOf(server.url, id)).toMatchObject({ total: { inputTokens: 100 } })
})

test("the counters of /metrics are there once something was told", async () => {
  await send(text)
  const { text: page } = await call(server.url, "GET", "/metrics")
  expect(page).toMatch(/^# TYPE upnext_used_tokens_total counter$/m)
  expect(page).toMatch(/^upnext_used_tokens_total\{kind="output"\} \d+$/m)
  expect(page).toMatch(/^upnext_used_dollars_total 0\.\d+$/m)
})

test("what was acknowledged is there after a kill, and is not counted again", async () => {
  const home = await temporaryHome()
  let own: Server = await startServer({ home: home.home })
  const attempt = await begin(own.url)
  const post = (body: object) => call(own.url, "POST", attempt.path, body)
  for (const body of [...recorded.claude, ...recorded.gemini.slice(0, 1)]) await post(body)
  const before = await usageOf(own.url, attempt.id)
  own.kill("SIGKILL")
  await own.exited
  own = await startServer({ home: home.home, port: own.port })
  expect(await usageOf(own.url, attempt.id)).toEqual(before)
  for (const body of [...recorded.gemini.slice(0, 1), ...recorded.claude]) await post(body)
  expect(await usageOf(own.url, attempt.id)).toEqual(before)
  own.kill("SIGTERM")
  await own.exited
  await home.remove()
})

test("two servers of one board count a body once, whichever it is sent to", async () => {
  const homes = await Promise.all([temporaryHome(), temporaryHome()])
  const servers = await Promise.all(
    homes.map(({ home }) => startServerHere({ home, env: { UPNEXT_DATABASE: database.url } })),
  )
  const [a, b] = servers.map(({ url }) => url) as [string, string]
  const attempt = await begin(a)
  const all = [...recorded.claude, ...recorded.codex, ...recorded.gemini]
  const sent = await Promise.all(
    [...all, ...all].map((body, i) => call(i % 2 ? a : b, "POST", attempt.path, body)),
  )
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
  const seen = await Promise.all(
    [a, b].map(async (url) => {
      const { body } = await call(url, "POST", `/tasks/${attempt.id}/heartbeat`, { agent: "ada" })
      expect(body).toHaveProperty("lease")
      return usageOf(url, attempt.id)
    }),
  )
  expect(seen[0]).toEqual(seen[1])
  expect(seen[0]).toMatchObject({
    total: {
      inputTokens: 6000 + 1500 + 4521,
      outputTokens: 77 + 220 + 660,
      cacheReadTokens: 8900,
      cost: 0.01205,
    },
  })
  await Promise.all(servers.map((each) => each.stop()))
  await Promise.all(homes.map(({ remove }) => remove()))
})
