import { describe, expect, test } from "vitest"
import { bars, gather } from "../../../src/commands/stats/bars.ts"
import { statsPage, type Stats } from "../../../src/commands/stats/page.ts"

describe("bars", () => {
  test.each<[number[], string, string]>([
    [[0, 0], "▁▁", "__"],
    [[0, 1, 7], "▁▂█", "_.#"],
    [[1, 1000], "▂█", ".#"],
    [[], "", ""],
  ])("%j", (numbers, blocks, ascii) => {
    expect(bars(numbers, false)).toBe(blocks)
    expect(bars(numbers, true)).toBe(ascii)
  })

  test("neighbouring numbers are added up until the bars fit, and the sum stays the same", () => {
    expect(gather([1, 2, 3], 3)).toEqual({ sums: [1, 2, 3], size: 1 })
    expect(gather([1, 2, 3, 4, 5], 2)).toEqual({ sums: [3, 12], size: 3 })
    const { sums } = gather(
      Array.from({ length: 365 }, () => 1),
      60,
    )
    expect(sums.length).toBeLessThanOrEqual(60)
    expect(sums.reduce((a, b) => a + b, 0)).toBe(365)
  })
})

const count = (created: number, done: number, cancelled: number) => ({
  ...{ created, done, cancelled },
  ...{ tasksCreated: created, tasksDone: done, tasksCancelled: cancelled },
})
const empty: Stats = {
  from: "2030-01-01",
  to: "2030-01-02",
  wip: { todo: 0, doing: 0, blocked: 0, review: 0 },
  throughput: [
    { day: "2030-01-01", ...count(0, 0, 0) },
    { day: "2030-01-02", ...count(0, 0, 0) },
  ],
  cycleTime: { count: 0, p50: null, p75: null, p90: null, p95: null },
  timeInState: { todo: null, doing: null, blocked: null, review: null },
  since: null,
  forecast: {
    ...{ left: 0, days: 0, done: 0, tasksDone: 0, needs: { days: 7, done: 5 } },
    ...{ p5: null, p50: null, p85: null, p95: null },
  },
  flow: [],
  agents: [],
  projects: [],
}

test("the page of an empty board shows zeros and says that nothing was finished", () => {
  expect(statsPage(empty, true)).toBe(
    [
      "2 days  2030-01-01 to 2030-01-02, UTC",
      "now           0 todo · 0 doing · 0 blocked · 0 review",
      "created       __  0",
      "done          __  0",
      "cycle time    nothing was finished",
    ].join("\n"),
  )
})

test("the page of a busy board shows every number", () => {
  const hour = 3_600_000
  const page = statsPage(
    {
      ...empty,
      throughput: [
        { day: "2030-01-01", ...count(2, 0, 0) },
        { day: "2030-01-02", ...count(0, 7, 1) },
      ],
      cycleTime: { count: 7, p50: hour, p75: 2 * hour, p90: 26 * hour, p95: 26 * hour },
      forecast: {
        ...{ left: 12, days: 9, done: 30, tasksDone: 30, needs: { days: 7, done: 5 } },
        ...{ p5: "2030-01-04", p50: "2030-01-05", p85: "2030-01-07", p95: "2030-01-09" },
      },
      timeInState: { todo: 500, doing: hour, blocked: 0, review: 60_000 },
      agents: [{ agent: "ann", wip: 1, done: 7, tasksDone: 7, firstTime: 5, doingMs: hour, p50: hour }],
      projects: [{ project: "web", wip: 0, done: 7, tasksDone: 7, firstTime: 5, doingMs: 0, p50: null }],
    },
    true,
  )
  expect(page).toContain("done          _#  7\n")
  expect(page).toContain("cancelled     _#  1\n")
  expect(page).toContain("median 1h · 75 % 2h · 90 % 1d 2h · 95 % 1d 2h\n")
  expect(page).toContain("mean time in  todo <1s · doing 1h · blocked - · review 1m\n")
  expect(page).toContain(
    "forecast      12 open: 85% likely to be done by 2030-01-07 (2030-01-04 to 2030-01-09; based on 9 days)\n",
  )
  expect(page).toMatch(/\nAGENT +DONE +FIRST TIME +REOPENED +DOING +MEDIAN\nann +7 +5 +0 +1 +1h\n/)
  expect(page).toMatch(/\nPROJECT +DONE +FIRST TIME +REOPENED +DOING +MEDIAN\nweb +7 +5 +0 +0 +-$/)
})

test("the number beside tokens and cost says that it is of attempts that reported them", () => {
  const used = { attempts: 2, inputTokens: 1200, cost: 0.5 }
  const row = { wip: 0, done: 7, tasksDone: 7, firstTime: 5, doingMs: 0, p50: null, usage: used }
  const page = statsPage({ ...empty, agents: [{ agent: "ann", ...row }] }, true)
  expect(page).toMatch(/\nAGENT .* MEASURED +TOKENS +COST\nann .* 2 +1\.2k +\$0\.50$/)
})
