import { expect, test } from "vitest"
import { byUrgency } from "../../../src/dashboard/board/columns.ts"
import { look, placeOf } from "../../../src/dashboard/board/order.ts"
import { ranksOf } from "../../../src/dashboard/board/ranks.ts"
import type { Card } from "../../../src/dashboard/state/state.ts"
import { createRandom } from "../../support/random.ts"

const column = (cards: ReadonlyMap<string, Card>) => [...cards.values()].sort(byUrgency)

function boardOf(ranks: readonly (string | null)[]): Map<string, Card> {
  return new Map(
    ranks.map((rank, i) => {
      const id = `T-${i + 1}`
      return [id, { id, rank, priority: `P${i % 3}`, status: "todo" } as Card]
    }),
  )
}

/** What one sees of it: the others stay in their order, and the card stands where it was put, among its priority. */
function expected(before: readonly Card[], id: string, at: string | null): string[] {
  const others = before.filter((task) => task.id !== id)
  const { priority = "" } = before.find((task) => task.id === id) ?? {}
  const end = at === null || at === id ? -1 : others.findIndex((task) => task.id === at)
  const dropped = at === id ? before.findIndex((task) => task.id === id) : end < 0 ? others.length : end
  const [first, last] = [
    others.filter((task) => task.priority < priority).length,
    others.filter((task) => task.priority <= priority).length,
  ]
  const place = Math.min(Math.max(dropped, first), last)
  return [...others.slice(0, place), ...before.filter((task) => task.id === id), ...others.slice(place)].map(
    (task) => task.id,
  )
}

test.each([
  ["without ranks", Array.from({ length: 20 }, () => null)],
  [
    "with ranks that somebody wrote",
    ["a", "zz", null, "0", "0", "a0", null, "b1", "zzzzzzzz", "a0V", null, "0"],
  ],
])("a card that is put somewhere stands there in the order of `next`, on a board %s", (_, ranks) => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = createRandom(seed)
    const cards = boardOf(ranks)
    for (let step = 0; step < 100; step += 1) {
      const before = column(cards)
      const { id } = random.pick(before)
      const at = random.chance(0.1) ? null : random.pick(before).id
      const should = expected(before, id, at)
      const place = placeOf(before, id, at)
      for (const [each, rank] of ranksOf(look(before, id, at), id)) {
        expect(rank).toMatch(/^[0-9A-Za-z]{1,8}$/)
        cards.set(each, { ...(cards.get(each) as Card), rank })
      }
      expect(
        column(cards).map((task) => task.id),
        `seed ${seed}, step ${step}: ${id} before ${at}`,
      ).toEqual(should)
      // The line that is shown stands where the card comes to stand.
      if (place !== undefined) expect(should[should.indexOf(id) + 1] ?? null).toBe(place)
      else expect(should).toEqual(before.map((task) => task.id))
    }
  }
})
