import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { limitOf, parseLimit, tellLimit, type GivenBack } from "../../../src/attempts/work/limit.ts"
import { createTail } from "../../../src/attempts/processes/tail.ts"
import { UpnextError } from "../../../src/errors.ts"

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-24T12:00:00Z"), toFake: ["Date"] })
  vi.stubEnv("TZ", "UTC")
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe("what a last line says of a limit", () => {
  test.each<[string, string | undefined, string | undefined]>([
    ["until 18:30", "2026-11-24T18:30:00.000Z", undefined],
    ["until 18:30: the quota is used up", "2026-11-24T18:30:00.000Z", "the quota is used up"],
    ["until 18:30, the quota: all of it", "2026-11-24T18:30:00.000Z", "the quota: all of it"],
    ["until 9am – nightly cap", "2026-11-25T09:00:00.000Z", "nightly cap"],
    ["until fri 17:00 weekly cap", "2026-11-27T17:00:00.000Z", "weekly cap"],
    ["until 2026-11-24T15:00:00+01:00 quota", "2026-11-24T14:00:00.000Z", "quota"],
    ["until 2026-11-24 14:00", "2026-11-24T14:00:00.000Z", undefined],
    ["until 2h", "2026-11-24T14:00:00.000Z", undefined],
    ["2h30m", "2026-11-24T14:30:00.000Z", undefined],
    ["until the quota is back", undefined, "until the quota is back"],
    ["5 hours of work are used up", undefined, "5 hours of work are used up"],
    ["", undefined, undefined],
  ])("%j is until %s, because of %s", (said, until, reason) => {
    expect(parseLimit(` ${said} `)).toEqual({ until, reason })
  })
})

test.each<[string, number | "SIGKILL", string, string, unknown]>([
  [
    "the last line of standard output",
    0,
    "work\nlimit: until 2h\n",
    "",
    { until: "2026-11-24T14:00:00.000Z" },
  ],
  ["the last line of standard error", 1, "work\n", "Limit: full\n", { reason: "full" }],
  ["exit status 75", 75, "", "", {}],
  ["exit status 75 with a reason", 75, "out\n", "no quota left\n", { reason: "no quota left" }],
  ["exit status 75 with a last line", 75, "limit: 1h\n", "bye\n", { until: "2026-11-24T13:00:00.000Z" }],
  ["no line before the last one", 1, "limit: until 2h\nend\n", "", undefined],
  ["no other exit status", 74, "no quota left\n", "", undefined],
  ["no signal", "SIGKILL", "no quota left\n", "", undefined],
])("a limit is met by %s", (_, exit, out, err, expected) => {
  const tail = (text: string) => {
    const kept = createTail()
    kept.push(Buffer.from(text))
    kept.end()
    return kept
  }
  expect(limitOf({ exit, stdout: tail(out), stderr: tail(err) })).toEqual(
    expected && { until: undefined, reason: undefined, ...expected },
  )
})

describe("a limit that is told", () => {
  const refuse = () => Promise.reject(new UpnextError("invalid_input", { detail: "no" }))

  test.each([
    ["over already", "2026-11-24T11:00:00.000Z", "2026-11-24T12:01:00.000Z"],
    ["more than a day away", "2026-12-24T12:00:00.000Z", "2026-11-25T11:59:00.000Z"],
  ])("whose time is refused as %s is told again with the nearest that is not", async (_, until, nearest) => {
    const told: GivenBack[] = []
    const settled = await tellLimit("ann", { until, reason: "quota" }, (each) => {
      told.push(each)
      return told.length === 1 ? refuse() : Promise.resolve({ closed: ["gpu", "claude-max"] })
    })
    expect(told.map(({ limit }) => limit?.until)).toEqual([until, nearest])
    expect(settled).toMatchObject({ outcome: "limit", until: nearest })
    expect(settled.detail).toMatch(/^gpu, claude-max are closed until .*: quota$/)
  })

  test("without a time is told once, and a refusal is passed on", async () => {
    const told: GivenBack[] = []
    const met = { until: undefined, reason: undefined }
    await expect(
      tellLimit("ann", met, (each) => {
        told.push(each)
        return refuse()
      }),
    ).rejects.toMatchObject({ code: "invalid_input" })
    expect(told).toEqual([{ reason: undefined, limit: { until: undefined, reason: undefined } }])
  })

  test("says what it brought", async () => {
    const say = async (answer: Awaited<ReturnType<Parameters<typeof tellLimit>[2]>>) =>
      (await tellLimit("ann", { until: undefined, reason: "a\nb" }, () => Promise.resolve(answer))).detail
    expect(await say({ closed: ["gpu"] })).toBe("gpu is closed for an hour: a b")
    expect(await say({ paused: "2026-11-24T13:00:00.000Z" })).toMatch(/^ann is paused until Tue .*: a b$/)
    expect(await say({})).toBe("already known: a b")
  })
})
