import { expect, test } from "vitest"
import { bodyOf, recorded, type Otlp, type Point } from "../support/otlp/agents.ts"
import { createRandom } from "../support/random.ts"
import { problemsOf, startService, type Service } from "../support/service.ts"

const hour = 3_600_000
const minute = 60_000

async function atWork() {
  const service = await startService()
  await service.run("task.create", { title: "Paint", project: "web" })
  await service.run("task.claim", { id: "T-1", agent: "ada", lease: "off" })
  const send = (body: Otlp, attempt = "T-1.1") => service.run("usage.collect", { attempt, ...body })
  const usage = async () => (await service.run("task.read", { id: "T-1" })).task.usage
  return { service, send, usage }
}

test("what real agents sent is counted to the token, each input with its cache and each output with its thoughts", async () => {
  const { send, usage } = await atWork()
  expect(await usage()).toBeUndefined()
  for (const body of recorded.claude) expect(await send(body)).toEqual({})
  const claude = { inputTokens: 6000, outputTokens: 77, cacheReadTokens: 4500, cacheWriteTokens: 300 }
  const cost = { cost: 0.01205 }
  const told = { attempt: "T-1.1", agent: "ada", at: "2030-01-01T00:00:00.000Z" }
  expect(await usage()).toEqual({
    total: { ...claude, ...cost },
    attempts: [{ ...told, model: "claude-opus-4-8[1m]", ...claude, ...cost }],
  })
  for (const body of recorded.codex) await send(body)
  const codex = { inputTokens: 1500, outputTokens: 220, cacheReadTokens: 1100 }
  expect((await usage()).attempts).toContainEqual({ ...told, model: "gpt-5", ...codex })
  // Cumulative, and under two names: the last one that was sent is all of it.
  for (const body of recorded.gemini) await send(body)
  const gemini = { inputTokens: 4500 + 21, outputTokens: 468 + 192, cacheReadTokens: 3300 }
  expect((await usage()).attempts).toContainEqual({ ...told, model: "gemini-2.5-pro", ...gemini })
  expect((await usage()).total).toEqual({
    inputTokens: 6000 + 1500 + 4521,
    outputTokens: 77 + 220 + 660,
    cacheReadTokens: 4500 + 1100 + 3300,
    cacheWriteTokens: 300,
    ...cost,
  })
})

test("what comes again writes nothing", async () => {
  const { service, send } = await atWork()
  const all = [...recorded.claude, ...recorded.codex, ...recorded.gemini]
  for (const body of all) await send(body)
  const { seq } = service.engine
  for (const body of [...all].reverse()) expect(await send(body)).toEqual({})
  expect(service.engine.seq).toBe(seq)
})

/** Bodies of three programs, and what they used together, which is added up where it is used. */
function runOf(random: () => number): { bodies: Otlp[]; input: number; output: number } {
  const bodies: Otlp[] = []
  const used = { input: 0, output: 0 }
  const start = 1_796_000_000_000_000_000n
  const use = (type: "input" | "output") => {
    const value = Math.floor(random() * 5000)
    used[type] += value
    return value
  }
  const types = ["input", "output"] as const
  const exports = 2 + Math.floor(random() * 4)
  const at = (n: number) => start + BigInt(n) * 60_000_000_001n

  for (let n = 0; n < exports; n += 1) {
    const points = types.map((type): Point => ({
      attributes: { type, model: "opus", "session.id": "one" },
      // Each series begins when it is first used.
      ...{ from: at(n) + (type === "input" ? 1n : 3n), to: at(n + 1), value: use(type) },
    }))
    bodies.push(
      bodyOf("claude_code.token.usage", points, { kind: "sum", temporality: 1, service: "claude-code" }),
    )
  }
  // Two runs of a program that does not name its session differ in their times alone.
  for (const run of [0n, 7n])
    for (let n = 0; n < exports; n += 1) {
      const points = types.map((type): Point => ({
        attributes: { token_type: type, model: "gpt" },
        ...{ from: at(n) + run, to: at(n + 1) + run, value: use(type) },
      }))
      bodies.push(
        bodyOf("codex.turn.token_usage", points, {
          ...{ kind: "histogram", service: "codex_exec" },
          temporality: "AGGREGATION_TEMPORALITY_DELTA",
        }),
      )
    }
  // A counter that starts again at 0 has a new start.
  for (const from of [at(0), at(9)]) {
    const sums = { input: 0, output: 0 }
    for (let n = 0; n < exports; n += 1) {
      const points = types.map((type): Point => {
        if (random() < 0.7) sums[type] += use(type)
        return { attributes: { type, model: "pro" }, from, to: from + BigInt(n + 1), value: sums[type] }
      })
      const temporality = n % 2 === 0 ? 2 : "AGGREGATION_TEMPORALITY_CUMULATIVE"
      bodies.push(
        bodyOf("gemini_cli.token.usage", points, { kind: "sum", temporality, service: "gemini-cli" }),
      )
    }
  }
  return { bodies, ...used }
}

/** The numbers of a body in two bodies. */
function cut(body: Otlp): Otlp[] {
  const text = JSON.stringify(body)
  const part = (keep: (i: number) => boolean) =>
    JSON.parse(text, (key, value: unknown) =>
      key === "dataPoints" ? (value as unknown[]).filter((_, i) => keep(i)) : value,
    ) as Otlp
  return [part((i) => i === 0), part((i) => i > 0)]
}

function shuffle<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((each) => ({ each, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each)
}

/** So many in the suite; with UPNEXT_LONG 240. */
const seeds = Array.from({ length: process.env["UPNEXT_LONG"] ? 240 : 80 }, (_, seed) => seed)

test.each(seeds)(
  "repeated, reordered, cut and late bodies of three agents count once, delta or cumulative (seed %i)",
  async (seed) => {
    const random = createRandom(seed).next
    const { service, send, usage } = await atWork()
    const { bodies, input, output } = runOf(random)
    const repeated = bodies.flatMap((body) => [
      body,
      ...(random() < 0.4 ? cut(body) : []),
      ...(random() < 0.3 ? [body] : []),
    ])
    const sent = shuffle(repeated, random)
    const end = Math.floor(random() * sent.length)
    let last = 0
    for (const [i, body] of sent.entries()) {
      if (i === end) await service.run("task.complete", { id: "T-1", agent: "ada" })
      await service.pass(3000)
      if (random() < 0.05) await service.restart()
      await send(body)
      const { inputTokens = 0 } = (await usage())?.total ?? {}
      expect(inputTokens).toBeGreaterThanOrEqual(last)
      last = inputTokens
    }
    const { total, attempts } = await usage()
    expect(total).toEqual({ inputTokens: input, outputTokens: output })
    expect(
      attempts
        .map((each: { inputTokens: number }) => each.inputTokens)
        .reduce((a: number, b: number) => a + b),
    ).toBe(input)
    const { stats } = await service.run("stats.read", {})
    expect(stats.usage).toMatchObject({ attempts: 1, inputTokens: input, outputTokens: output })
    await service.expectFold()
  },
)

const oneOf = (value: unknown, more: object = {}): Otlp => ({
  resourceMetrics: [
    {
      scopeMetrics: [
        {
          metrics: [
            {
              name: "claude_code.token.usage",
              sum: {
                aggregationTemporality: 1,
                dataPoints: [
                  {
                    attributes: [{ key: "type", value: { stringValue: "input" } }],
                    ...{ startTimeUnixNano: "1", timeUnixNano: "2", asInt: value, ...more },
                  },
                ],
              },
            },
          ],
        },
      ],
    },
  ],
})

test("numbers that cannot be right are refused, and the others of the body count", async () => {
  const { send, usage } = await atWork()
  for (const wrong of [-1, "-1", "NaN", 1e308, "9223372036854775808", "1e3", true, null, {}, []])
    expect((await send(oneOf(wrong))).partialSuccess, JSON.stringify(wrong)).toMatchObject({
      rejectedDataPoints: "1",
    })
  for (const more of [
    { timeUnixNano: "-2" },
    { timeUnixNano: "99999999999999999999" },
    { startTimeUnixNano: "3" },
    { startTimeUnixNano: {} },
  ])
    expect((await send(oneOf("5", more))).partialSuccess).toMatchObject({ rejectedDataPoints: "1" })
  expect(await usage()).toBeUndefined()
  const { resourceMetrics: wrong } = oneOf(-1) as { resourceMetrics: unknown[] }
  const { resourceMetrics: right } = oneOf("5") as { resourceMetrics: unknown[] }
  await send({ resourceMetrics: [...wrong, 7, null, "x", { scopeMetrics: { metrics: 1 } }, ...right] })
  expect((await usage()).total).toEqual({ inputTokens: 5 })
})

test("a flood of series and of writes is bounded, and what is refused can be sent again", async () => {
  const { service, send, usage } = await atWork()
  const points = (count: number): Point[] =>
    Array.from({ length: count }, (_, i) => ({
      attributes: { type: "input", model: `m${i}` },
      ...{ from: 1n, to: 2n, value: 1 },
    }))
  const form = { kind: "sum", temporality: 1, service: "x" } as const
  const { partialSuccess } = await send(bodyOf("claude_code.token.usage", points(5000), form))
  expect(partialSuccess.rejectedDataPoints).toBe("4900")
  const { task } = await service.run("task.read", { id: "T-1" })
  expect(task.usage.attempts).toHaveLength(9)
  expect(task.usage.total).toEqual({ inputTokens: 100 })
  const later = (n: number) =>
    bodyOf(
      "claude_code.token.usage",
      [{ attributes: { type: "input", model: "m1" }, from: 1n, to: BigInt(n), value: 1 }],
      form,
    )
  for (let n = 3; n < 32; n += 1) await send(later(n))
  await expect(send(later(99))).rejects.toMatchObject({ code: "too_many_reports", facts: { retryAfter: 60 } })
  expect(await send(later(3))).toEqual({})
  await service.pass(minute)
  expect(await send(later(99))).toEqual({})
  // Some programs never move the start of a delta: its end tells two apart.
  expect((await usage()).total).toEqual({ inputTokens: 130 })
})

test("of a very long attempt the early numbers are kept as a sum, and one that comes again is not counted again", async () => {
  const { service, send, usage } = await atWork()
  const body = (n: number) =>
    bodyOf(
      "claude_code.token.usage",
      [{ attributes: { type: "input" }, from: BigInt(n), to: BigInt(n + 1), value: 10 }],
      { kind: "sum", temporality: 1, service: "x" },
    )
  for (let n = 1; n <= 600; n += 1) {
    await send(body(n))
    await service.pass(3000)
  }
  expect((await usage()).total).toEqual({ inputTokens: 6000 })
  for (const n of [1, 2, 300, 599, 600]) await send(body(n))
  expect((await usage()).total).toEqual({ inputTokens: 6000 })
  const [task] = [...service.board.usage.values()]
  expect(task?.attempts[0]?.series?.[0]?.known.length).toBeLessThanOrEqual(256)
})

test("the numbers of an attempt are taken until an hour after its end, and then only their sum is kept", async () => {
  const { service, send, usage } = await atWork()
  await send(oneOf("5"))
  await service.run("task.complete", { id: "T-1", agent: "ada" })
  await service.pass(hour - minute)
  await send(oneOf("6", { timeUnixNano: "3" }))
  expect((await usage()).total).toEqual({ inputTokens: 11 })
  const series = () => [...service.board.usage.values()][0]?.attempts[0]?.series
  expect(series()).toHaveLength(1)
  await service.pass(minute)
  await expect(send(oneOf("7", { timeUnixNano: "4" }))).rejects.toMatchObject({ code: "lease_lost" })
  await service.run("task.create", { title: "Next" })
  expect(series()).toBeUndefined()
  expect((await usage()).total).toEqual({ inputTokens: 11 })
})

test("each attempt has its own numbers, also when they come after the next one has begun", async () => {
  const { service, send, usage } = await atWork()
  await send(oneOf("5"))
  await service.run("task.release", { id: "T-1", agent: "ada" })
  await service.run("task.claim", { id: "T-1", agent: "bob", lease: "off" })
  await send(oneOf("6", { timeUnixNano: "3" }))
  await send(oneOf("7"), "t-1.3")
  expect((await usage()).attempts).toMatchObject([
    { attempt: "T-1.3", agent: "bob", inputTokens: 7 },
    { attempt: "T-1.1", agent: "ada", inputTokens: 11 },
  ])
  for (const attempt of ["T-1.2", "T-1.4", "T-1.0"])
    await expect(send(oneOf("1"), attempt)).rejects.toMatchObject({ code: "lease_lost" })
  await expect(send(oneOf("1"), "T-9.1")).rejects.toMatchObject({ code: "task_not_found" })
  for (const attempt of ["T-1", "1.1", "T-1.1.1", "__proto__"])
    expect(problemsOf("usage.collect", { attempt }), attempt).not.toEqual([])
})

const said = { inputTokens: 900, outputTokens: 80, cost: 0.25, model: "local-7b" }

test("what is said with a heartbeat, the end or a release counts as it was said last", async () => {
  const { service, usage } = await atWork()
  await service.run("task.heartbeat", { id: "T-1", agent: "ada", usage: { inputTokens: 5000 } })
  await service.run("task.release", { id: "T-1", agent: "ada", usage: said })
  await service.run("task.claim", { id: "T-1", agent: "ada" })
  await service.run("task.heartbeat", { id: "T-1", agent: "ada", usage: { ...said, inputTokens: 1 } })
  await service.run("task.complete", { id: "T-1", agent: "ada", usage: { ...said, inputTokens: 2 } })
  const { seq } = service.engine
  await service.run("task.complete", { id: "T-1", agent: "ada", usage: { ...said, inputTokens: 2 } })
  expect(service.engine.seq).toBe(seq)
  expect(await usage()).toMatchObject({
    total: { inputTokens: 902, outputTokens: 160, cost: 0.5 },
    attempts: [
      { attempt: "T-1.3", inputTokens: 2, model: "local-7b" },
      { attempt: "T-1.1", ...said },
    ],
  })
  const { stats } = await service.run("stats.read", { days: 1 })
  expect(stats.usage).toMatchObject({ attempts: 2, inputTokens: 902, outputTokens: 160, cost: 0.5 })
})

test("what an agent measures counts more than what is said", async () => {
  const { service, send, usage } = await atWork()
  await service.run("task.heartbeat", { id: "T-1", agent: "ada", usage: said })
  await send(oneOf("5"))
  await service.run("task.complete", { id: "T-1", agent: "ada", usage: { ...said, model: "other" } })
  expect((await usage()).total).toEqual({ inputTokens: 5 })
})

test("a task finished in one step with its claim has its usage on that attempt", async () => {
  const service = await startService()
  await service.run("task.create", { title: "Paint" })
  const { task } = await service.run("task.complete", { id: "T-1", agent: "ada", claim: true, usage: said })
  expect(task.usage.attempts).toMatchObject([{ attempt: "T-1.1", agent: "ada", ...said }])
})

test("said usage is refused where it cannot be right", () => {
  for (const usage of [
    { inputTokens: -1 },
    { inputTokens: 1.5 },
    { inputTokens: 1e308 },
    { cost: -0.1 },
    { cost: 1e9 },
    { model: "m".repeat(101) },
    { tokens: 5 },
    [],
    "5",
  ])
    expect(problemsOf("task.complete", { id: "T-1", agent: "ada", usage })).not.toEqual([])
})

test("usage leaves the task's version, its past and its last change as they are", async () => {
  const { service, send } = await atWork()
  const shown = async (s: Service) => {
    const { task } = await s.run("task.read", { id: "T-1" })
    const { entries } = await s.run("task.history", { id: "T-1" })
    return { version: task.version, updatedAt: task.updatedAt, entries: entries?.length }
  }
  const before = await shown(service)
  await service.pass(minute)
  await send(oneOf("5"))
  expect(await shown(service)).toEqual(before)
})
