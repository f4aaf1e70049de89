import { expect, test } from "vitest"
import type { PublicEvent } from "../../../src/domain/events/shown.ts"
import { toBursts } from "../../../src/dashboard/words/bursts.ts"

const minute = 60_000
const event = (seq: number, actor: string, task: string | undefined, at = 0): PublicEvent => ({
  ...{ seq, actor, type: "task.edited", at: new Date(Date.UTC(2030, 0, 1) + at).toISOString() },
  ...(task !== undefined && { task }),
  data: { fields: ["title"] },
})
const shape = (events: readonly PublicEvent[]) =>
  toBursts(events).map(({ first, rest }) => [first.seq, ...rest.map(({ seq }) => seq)])

test("what one agent does on one task, one right after the other, is one burst; fewer than three stand alone", () => {
  expect(shape([event(9, "ann", "T-1"), event(8, "ann", "T-1"), event(7, "ann", "T-1")])).toEqual([[9, 8, 7]])
  expect(shape([event(9, "ann", "T-1"), event(8, "ann", "T-1")])).toEqual([[9], [8]])
  expect(shape([])).toEqual([])
})

test.each<[string, PublicEvent[]]>([
  ["another agent", [event(9, "ann", "T-1"), event(8, "bob", "T-1"), event(7, "ann", "T-1")]],
  ["another task", [event(9, "ann", "T-1"), event(8, "ann", "T-2"), event(7, "ann", "T-1")]],
  ["no task", [event(9, "ann", undefined), event(8, "ann", undefined), event(7, "ann", undefined)]],
  [
    "a long pause",
    [event(9, "ann", "T-1", 40 * minute), event(8, "ann", "T-1", 20 * minute), event(7, "ann", "T-1")],
  ],
])("%s ends a burst", (_, events) => {
  expect(shape(events)).toEqual([[9], [8], [7]])
})
