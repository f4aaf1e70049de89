import { expect, test } from "vitest"
import { formatDuration, parseDuration } from "../../../src/domain/wire/duration.ts"

const hour = 3_600_000

test.each([
  ["30s", 30_000],
  ["45m", 45 * 60_000],
  ["2h", 2 * hour],
  ["1h30m", 1.5 * hour],
  ["3d", 72 * hour],
  ["1w", 168 * hour],
  ["~2h", 2 * hour],
  [" 2H ", 2 * hour],
  ["1w1d1h1m1s", (168 + 24 + 1) * hour + 61_000],
])("the duration %s is %i ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each([
  "",
  "~",
  "0s",
  "0h0m",
  "2",
  "h",
  "2x",
  "-2h",
  "1.5h",
  "30m1h",
  "1h1h",
  "2 h",
  "~~2h",
  "2h~",
  "1e3s",
])("%j is no duration", (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

test.each([
  [0, "0s"],
  [-5, "0s"],
  [40_000, "40s"],
  [65 * 60_000, "1h 5m"],
  [hour + 1000, "1h 1s"],
  [8 * 24 * hour + 3 * hour + 60_000, "1w 1d"],
])("%i ms are said as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
