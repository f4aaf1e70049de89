import { expect, test } from "vitest"
import { ascending, createKeyedSets } from "../../../src/domain/collections/keyed-sets.ts"
import { createRandom } from "../../support/random.ts"

test("keyed sets hold each number under the key it was last moved to, and keep no empty set", () => {
  const random = createRandom(11)
  const sets = createKeyedSets(ascending)
  const keys = ["a", "b", "c", "d", "e"]
  const places = new Map<number, { keys: string[]; rank: number }>()
  for (let i = 0; i < 4_000; i++) {
    const n = random.below(60)
    const before = places.get(n) ?? { keys: [], rank: 0 }
    const after = {
      keys: keys.filter(() => random.chance(0.3)),
      rank: random.chance(0.5) ? before.rank : n + 1000 * random.below(4),
    }
    if (before.keys.length === 0) after.rank = n + 1000 * random.below(4)
    for (const key of before.keys) sets.delete(key, before.rank)
    for (const key of after.keys) sets.add(key, after.rank)
    places.set(n, after)
    if (i % 100 !== 0) continue
    const plain = keys.map((key): [string, number[]] => [
      key,
      [...places.values()].filter((place) => place.keys.includes(key)).map((place) => place.rank),
    ])
    for (const [key, ranks] of plain)
      expect([...(sets.get(key)?.values() ?? [])]).toEqual(ranks.sort((a, b) => a - b))
    expect(sets.dump()).toEqual(plain.filter(([, ranks]) => ranks.length > 0).sort())
  }
})

test("an empty set is gone, and deleting an absent number does nothing", () => {
  const sets = createKeyedSets(ascending)
  sets.add("a", 7)
  sets.delete("a", 3)
  sets.delete("b", 7)
  expect(sets.dump()).toEqual([["a", [7]]])
  sets.delete("a", 7)
  expect(sets.get("a")).toBeUndefined()
})
