import { expect, test } from "vitest"
import { pageOfRanking } from "../../../src/domain/read-models/ranking.ts"

const ranking = [9, 2, 7, 4, 5]
const odd = (n: number) => (n % 2 === 1 ? `#${n}` : undefined)
const all = (n: number) => `#${n}`

test("the pages of a ranking hold each listed item once, in order", () => {
  const first = pageOfRanking(ranking, { limit: 2 }, odd)
  expect(first).toEqual({ items: ["#9", "#7"], next: "2.7", total: 3 })
  expect(pageOfRanking(ranking, { limit: 2, cursor: "2.7" }, odd)).toEqual({
    items: ["#5"],
    next: null,
    total: 3,
  })
  expect(pageOfRanking(ranking, { limit: 5 }, all).next).toBeNull()
})

test.each([
  ["has moved", [2, 9, 7], ["#7"]],
  ["has gone, and the next one stands in its place", [2, 7, 4], ["#2", "#7", "#4"]],
  ["has gone with all the others", [], []],
])("a page goes on behind the last one of the page before, also when that %s", (_, now, items) => {
  expect(pageOfRanking(now, { limit: 5, cursor: "0.9" }, all).items).toEqual(items)
})

test.each(["T-2", "2", "2.", ".7", "1.2.3", "-1.2", ""])(
  "%j is refused as a cursor of a ranking",
  (cursor) => {
    expect(() => pageOfRanking(ranking, { limit: 2, cursor }, all)).toThrow(
      expect.objectContaining({
        code: "invalid_input",
        errors: [expect.objectContaining({ path: "cursor" })],
      }),
    )
  },
)
