import { expect, test } from "vitest"
import { isSameName, nameKey, numberOf, taskId, taskNumber } from "../../../src/domain/wire/names.ts"

test.each([
  ["Ann", "ann", true],
  ["ÉMILE", "émile", true],
  ["e\u0301mile", "\u00e9mile", true],
  ["ann", "anna", false],
  ["ann", "an n", false],
])("names compare without regard to case and Unicode form: %s and %s", (a, b, same) => {
  expect(isSameName(a, b)).toBe(same)
  expect(nameKey(a) === nameKey(b)).toBe(same)
})

test("null equals no name, not even null", () => {
  expect(isSameName(null, null)).toBe(false)
  expect(isSameName("ann", null)).toBe(false)
})

test.each([
  ["T-1", 1],
  ["t-42", 42],
  ["T-999999999999999", 999_999_999_999_999],
])("%s is the id of task %i", (id, n) => {
  expect(taskNumber(id)).toBe(n)
  expect(numberOf(taskId(n))).toBe(n)
})

test.each([
  "",
  "T-",
  "T-0",
  "T-01",
  "T1",
  "1",
  "X-1",
  "T-1 ",
  " T-1",
  "T-1.5",
  "T--1",
  "T-1e3",
  "T-1234567890123456",
  "next",
])("%j is no task id", (id) => {
  expect(taskNumber(id)).toBeUndefined()
})
