import { expect, test } from "vitest"
import { createDays, dateOf, dayOf, type DayCounts } from "../../../src/domain/board/days.ts"
import { createUndo } from "../../../src/domain/collections/table.ts"

function dayIn(day: number, scope: string, done = 0): DayCounts {
  return { day, scope, created: 0, done, cancelled: 0, cycle: [], spent: [0, 0, 0, 0], before: null }
}

const keysOf = (days: ReturnType<typeof createDays>) =>
  [...days.values()].map(({ day, scope, done }) => `${day} ${scope} ${done}`).sort()

test("a day ends at midnight of UTC", () => {
  const midnight = Date.UTC(2030, 1, 1)
  expect([midnight - 1, midnight].map(dayOf).map(dateOf)).toEqual(["2030-01-31", "2030-02-01"])
})

test("400 days are kept of the whole board, today included, and 120 of one agent or project", () => {
  const days = createDays(createUndo())
  for (let day = 0; day <= 500; day++)
    for (const scope of ["", "a\nann", "p\ndocs"]) days.put(dayIn(day, scope))
  days.forget(500)
  const kept = (scope: string) =>
    [...days.values()].filter((each) => each.scope === scope).map(({ day }) => day)
  expect([kept("").length, Math.min(...kept(""))]).toEqual([400, 101])
  expect([kept("a\nann").length, Math.min(...kept("a\nann"))]).toEqual([120, 381])
  expect(kept("p\ndocs")).toEqual(kept("a\nann"))
})

test("days that were put, replaced and forgotten are taken back", () => {
  const undo = createUndo()
  const days = createDays(undo)
  for (const day of [1, 450]) for (const scope of ["", "a\nann"]) days.put(dayIn(day, scope))
  const before = keysOf(days)
  undo.begin()
  days.put(dayIn(450, "", 7))
  days.put(dayIn(451, "p\ndocs"))
  const mark = undo.mark()
  const between = keysOf(days)
  days.forget(451)
  expect(keysOf(days)).toEqual(["450  7", "450 a\nann 0", "451 p\ndocs 0"])
  undo.rollback(mark)
  expect(keysOf(days)).toEqual(between)
  undo.rollback()
  expect(keysOf(days)).toEqual(before)
  expect([...days.on(451)]).toEqual([])
})
