import { isDeepStrictEqual } from "node:util"
import { expect } from "vitest"

/** As `toEqual`, for what is compared thousands of times: to make an expectation takes longer than to compare. */
export function expectSame(actual: unknown, expected: unknown, message?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message).toEqual(expected)
}
