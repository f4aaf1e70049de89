import { expect, test } from "vitest"
import { pageDown, pageOf } from "../../../src/domain/read-models/page.ts"

const numbers = [2, 3, 5, 8, 13]

test.each([
  [{ limit: 2 }, [2, 3], "C-3"],
  [{ limit: 2, cursor: "C-3" }, [5, 8], "C-8"],
  [{ limit: 2, cursor: "C-8" }, [13], null],
  [{ limit: 5 }, numbers, null],
  [{ limit: 1, cursor: "C-8" }, [13], null],
  [{ limit: 2, cursor: "C-4" }, [5, 8], "C-8"],
  [{ limit: 2, cursor: "C-99" }, [], null],
])("the page %j goes on after the last number of the one before, gone or not", (asked, items, next) => {
  expect(pageOf(numbers, asked, "C")).toEqual({ items, next, total: 5 })
})

test.each(["R-3", "3", "C-", "c-3", "C-3x", ""])("%j is refused as a cursor of comments", (cursor) => {
  expect(() => pageOf(numbers, { limit: 2, cursor }, "C")).toThrow(
    expect.objectContaining({ code: "invalid_input", errors: [expect.objectContaining({ path: "cursor" })] }),
  )
})

test.each([
  [{ limit: 2 }, [13, 5], "R-5"],
  [{ limit: 2, cursor: "R-5" }, [3], null],
  [{ limit: 3 }, [13, 5, 3], null],
  [{ limit: 1, cursor: "R-7" }, [5], "R-5"],
  [{ limit: 9, cursor: "R-0" }, [], null],
])("the page %j from the end goes on before the last number of the one before", (asked, items, next) => {
  const find = (n: number) => (n % 2 === 1 ? n : undefined)
  expect(pageDown(numbers, asked, "R", find, false)).toEqual({ items, next, total: 3 })
})
