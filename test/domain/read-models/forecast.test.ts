import { expect, test } from "vitest"
import { forecastOf } from "../../../src/domain/read-models/forecast.ts"

const none = { p5: null, p50: null, p85: null, p95: null }
const week = (done: number) => Array.from({ length: 7 }, () => done)

test("where every day finishes the same, every course ends on the same day", () => {
  // 5 tasks at 2 a day take three days; 6 take three as well, 7 take four.
  expect(forecastOf(5, week(2))).toEqual({ p5: 3, p50: 3, p85: 3, p95: 3 })
  expect(forecastOf(6, week(2))).toEqual({ p5: 3, p50: 3, p85: 3, p95: 3 })
  expect(forecastOf(7, week(2))).toEqual({ p5: 4, p50: 4, p85: 4, p95: 4 })
})

test("where days differ, the shares of the courses are those of the days", () => {
  // One day in two finishes all. Of 100 courses 50 end within 1 day, 75 within 2, 88 within 3, 94 within 4, 97 within 5.
  const { p5, p85, p95 } = forecastOf(4, [0, 4, 0, 4, 0, 4, 0, 4])
  expect([p5, p85, p95]).toEqual([1, 3, 5])
  // One day in four does. Within 2 days 44 of 100 courses end, within 3 58; within 6 82, within 7 87.
  const rare = forecastOf(5, [0, 0, 0, 5, 0, 0, 0, 5])
  expect([rare.p5, rare.p50, rare.p85]).toEqual([1, 3, 7])
})

test("the same past gives the same forecast", () => {
  const past = [3, 0, 7, 1, 4, 4, 0, 2, 9]
  expect(forecastOf(123, past)).toEqual(forecastOf(123, past))
})

test("what takes longer than a year has no day", () => {
  // One task a day: 365 tasks take 365 days, 366 take a day more.
  expect(forecastOf(365, week(1))).toEqual({ p5: 365, p50: 365, p85: 365, p95: 365 })
  expect(forecastOf(366, week(1))).toEqual(none)
})

test("without a week of days, or without five finished tasks, there is no forecast", () => {
  expect(forecastOf(5, [2, 2, 2, 2, 2, 2])).toEqual(none)
  expect(forecastOf(5, [4, 0, 0, 0, 0, 0, 0])).toEqual(none)
  expect(forecastOf(5, [5, 0, 0, 0, 0, 0, 0]).p50).not.toBeNull()
  expect(forecastOf(5, [])).toEqual(none)
})

test("where nothing is left, there is nothing to forecast", () => {
  expect(forecastOf(0, week(2))).toEqual(none)
})
