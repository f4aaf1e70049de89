import { expect, onTestFinished, test } from "vitest"
import { createDistribution } from "../../src/metrics/distribution.ts"
import { renderFamilies } from "../../src/metrics/family.ts"
import { hashToken } from "../../src/config/token.ts"
import { readMetrics, type Metric } from "../support/prometheus.ts"
import { authBy, startServer as startHttp } from "../support/http.ts"
import { call, startServer, temporaryHome } from "../support/server.ts"

const valueOf = (metrics: ReadonlyMap<string, Metric>, sample: string): number | undefined =>
  [...metrics.values()].map(({ values }) => values.get(sample)).find((value) => value !== undefined)

test("the numbers of /metrics are in the format of Prometheus and move with what happens", async () => {
  const { home, remove } = await temporaryHome()
  onTestFinished(remove)
  const begun = Date.now()
  const first = await startServer({ home })
  onTestFinished(() => first.kill("SIGKILL"))
  const { url } = first
  const scrape = async (at = url) => {
    const { status, text, headers } = await call(at, "GET", "/metrics")
    expect(status).toBe(200)
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8")
    return { text, metrics: readMetrics(text) }
  }
  const before = (await scrape()).metrics
  expect(before.has("upnext_checkpoint_age_seconds")).toBe(false)
  expect(valueOf(before, "upnext_commits_total")).toBe(0)

  const stream = await fetch(`${url}/events`)
  const secret = { title: "a secret title", project: "hush", createdBy: "nobody-else" }
  for (let i = 0; i < 3; i += 1) expect((await call(url, "POST", "/tasks", secret)).status).toBe(201)
  await call(url, "POST", "/tasks/next/claim", { agent: "ann-the-agent" })
  await call(url, "POST", "/tasks", {})
  await call(url, "GET", "/tasks/T-99")
  await call(url, "GET", "/nothing-here")
  const { text, metrics } = await scrape()
  const expected = {
    'upnext_requests_total{operation="task.create",status="2xx"}': 3,
    'upnext_requests_total{operation="task.create",status="4xx"}': 1,
    'upnext_request_seconds_count{operation="task.create"}': 4,
    'upnext_requests_total{operation="task.claimNext",status="2xx"}': 1,
    'upnext_requests_total{operation="task.read",status="4xx"}': 1,
    'upnext_requests_total{operation="unknown",status="4xx"}': 1,
    'upnext_requests_total{operation="events",status="2xx"}': 1,
    'upnext_requests_total{operation="metrics",status="2xx"}': 1,
    'upnext_request_seconds_count{operation="events"}': 0,
    upnext_commits_total: 4,
    upnext_commit_failures_total: 0,
    upnext_commit_sync_seconds_count: 4,
    upnext_commit_commands_sum: 4,
    'upnext_tasks{status="todo"}': 2,
    'upnext_tasks{status="doing"}': 1,
    'upnext_tasks{status="done"}': 0,
    upnext_tasks_ready: 2,
    upnext_tasks_working: 1,
    upnext_tasks_stuck: 0,
    upnext_streams: 1,
    upnext_writable: 1,
  }
  for (const [sample, value] of Object.entries(expected))
    expect([sample, valueOf(metrics, sample)]).toEqual([sample, value])
  const seq = Number((await call(url, "GET", "/health")).body["seq"])
  expect(valueOf(metrics, "upnext_seq")).toBe(seq)
  expect(valueOf(metrics, "upnext_commit_sync_seconds_sum")).toBeGreaterThan(0)
  for (const name of ["heap_used_bytes", "resident_memory_bytes", "event_loop_delay_max_seconds"])
    expect([name, valueOf(metrics, `upnext_${name}`) ?? -1]).toEqual([name, expect.any(Number)])
  expect(valueOf(metrics, "upnext_heap_used_bytes")).toBeGreaterThan(1_000_000)
  expect(text).not.toMatch(/secret|hush|nobody-else|ann-the-agent|T-99|nothing-here/)

  await stream.body?.cancel()
  await expect.poll(async () => valueOf((await scrape()).metrics, "upnext_streams")).toBe(0)
  first.kill("SIGTERM")
  expect(await first.exited).toBe(0)
  const second = await startServer({ home })
  onTestFinished(() => second.kill("SIGKILL"))
  const age = valueOf((await scrape(second.url)).metrics, "upnext_checkpoint_age_seconds")
  expect(age).toBeGreaterThanOrEqual(0)
  // It was written after this test began.
  expect(age).toBeLessThanOrEqual((Date.now() - begun) / 1000)
})

test("/metrics asks for a token where the server does", async () => {
  const server = await startHttp({ auth: authBy([{ hash: hashToken("sesame") }]) })
  expect((await server.ask("/metrics")).status).toBe(401)
  expect((await server.ask("/metrics", { headers: { host: "evil.example" } })).status).toBe(403)
})

test("a distribution counts each value in the first bucket that holds it, and all buckets below the next", () => {
  const distribution = createDistribution([1, 2.5])
  for (const value of [0, 1, 1.1, 2.5, 99]) distribution.observe(value)
  const text = renderFamilies([
    { name: "x", help: "Some", type: "histogram", samples: distribution.samples({ kind: 'a "b" \\' }) },
    { name: "empty", help: "None", type: "gauge", samples: [] },
  ])
  expect(text).toBe(`# HELP upnext_x Some
# TYPE upnext_x histogram
upnext_x_bucket{kind="a \\"b\\" \\\\",le="1"} 2
upnext_x_bucket{kind="a \\"b\\" \\\\",le="2.5"} 4
upnext_x_bucket{kind="a \\"b\\" \\\\",le="+Inf"} 5
upnext_x_sum{kind="a \\"b\\" \\\\"} 103.6
upnext_x_count{kind="a \\"b\\" \\\\"} 5
`)
  expect(readMetrics(text).get("upnext_x")?.type).toBe("histogram")
})

test.each([
  ["a sample without its type", "upnext_x 1\n"],
  ["a sample twice", "# HELP a b\n# TYPE a gauge\na 1\na 2\n"],
  ["a counter without _total", "# HELP a b\n# TYPE a counter\na 1\n"],
  ["a label that is not quoted", "# HELP a b\n# TYPE a gauge\na{x=1} 1\n"],
  [
    "buckets that fall",
    '# HELP a b\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
  ],
  ["a last line that is cut off", "# HELP a b\n# TYPE a gauge\na 1"],
])("the reader of these tests refuses %s", (_, text) => {
  expect(() => readMetrics(text)).toThrow()
})
