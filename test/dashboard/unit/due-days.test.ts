import { expect, test } from "vitest"
import { dueDays, readDue } from "../../../src/dashboard/words/due-days.ts"

/** A Tuesday at noon, where the test runs. */
const now = new Date(2026, 11, 1, 12).getTime()
const at = (...[month, day, hour = 0, minute = 0]: number[]) =>
  new Date(2026, month ?? 0, day, hour, minute).toISOString()
const end = (day: number) => new Date(new Date(2026, 11, day + 1).getTime() - 1000).toISOString()

test("the days ahead have the names that people use, and end at their last second", () => {
  const days = dueDays(now)
  expect(days.map(([name]) => name)).toEqual([
    ...["Today", "Tomorrow", "Thursday", "Friday", "Saturday", "Sunday", "Monday", "In a week"],
  ])
  expect(days.map(([, iso]) => iso)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(end))
})

test.each([
  ["3d", at(11, 4, 12)],
  ["1h30m", at(11, 1, 13, 30)],
  ["2026-12-05", end(5)],
  [" 2026-12-05 17:00 ", at(11, 5, 17)],
  ["2026-12-05T17:00", at(11, 5, 17)],
  ["2026-11-31", null],
  ["2026-13-01", null],
  ["2026-12-05 25:00", null],
  ["soon", null],
  ["", null],
])("“%s” is due at %s", (text, iso) => {
  expect(readDue(text, now)).toBe(iso)
})
