import { expect, test } from "vitest"
import { criteriaFields, readCriterion, writeCriterion } from "../../src/domain/wire/tasks/criterion-form.ts"

test.each([
  ["all tests pass (check: test)", "all tests pass", "test"],
  ["all tests pass(check:test)", "all tests pass", "test"],
  ["it works (on Linux) (check: my test)", "it works (on Linux)", "my test"],
  ["a (check: b) (check: c)", "a (check: b)", "c"],
  ["all tests pass", "all tests pass", undefined],
  ["(check: test)", "(check: test)", undefined],
  ["see (check: )", "see (check: )", undefined],
  ["see (check: a) later", "see (check: a) later", undefined],
])("%s is read as %s, on %s", (written, text, check) => {
  expect(readCriterion(written)).toEqual({ text, check })
  if (check !== undefined) expect(readCriterion(writeCriterion(text, check))).toEqual({ text, check })
})

test("only criteria that stand on a check make a second field", () => {
  expect(criteriaFields(["a", "b"])).toEqual({ done_criteria: ["a", "b"] })
  expect(criteriaFields(["a (check: x)", "b"])).toEqual({
    done_criteria: ["a", "b"],
    criteriaChecks: { a: "x" },
  })
})
