import { expect, test } from "vitest"
import { createSortedSet } from "../../../src/domain/collections/sorted-set.ts"
import { expectSame } from "../../support/same.ts"
import { createRandom } from "../../support/random.ts"

const ascending = (a: number, b: number) => a - b

test.each([
  ["few values, so that chunks empty", 300, 8_000, 0.5],
  ["many values, so that chunks split", 100_000, 8_000, 0.8],
])("a sorted set does what a plain sorted array does: %s", (_, range, rounds, growth) => {
  const random = createRandom(7)
  const set = createSortedSet<number>(ascending)
  const members = new Set<number>()
  for (let i = 0; i < rounds; i++) {
    const item = random.below(range)
    if (random.chance(growth)) {
      set.add(item)
      members.add(item)
    } else {
      set.delete(item)
      members.delete(item)
    }
    expectSame(set.size, members.size)
    expectSame(set.has(item), members.has(item))
    if (i % 500 !== 0) continue
    const plain = [...members].sort(ascending)
    const from = random.below(range)
    expect([...set.values()]).toEqual(plain)
    expect([...set.reversed()]).toEqual([...plain].reverse())
    expect([...set.values(from)]).toEqual(plain.filter((each) => each > from))
    expect([...set.reversed(from)]).toEqual(plain.filter((each) => each < from).reverse())
    expect(set.first()).toBe(plain[0])
  }
})

test("a walk of a sorted set can begin after any item, also at the borders of chunks", () => {
  const set = createSortedSet<number>(ascending)
  const all = Array.from({ length: 1_500 }, (_, i) => i * 2)
  for (const item of [...all].reverse()) set.add(item)
  for (const item of all) {
    expect(set.values(item).next().value).toBe(item === 2_998 ? undefined : item + 2)
    expect(set.values(item + 1).next().value).toBe(item === 2_998 ? undefined : item + 2)
    expect(set.reversed(item).next().value).toBe(item === 0 ? undefined : item - 2)
    expect(set.reversed(item + 1).next().value).toBe(item)
  }
})

test("a sorted set that was emptied takes items again", () => {
  const set = createSortedSet<number>(ascending)
  for (const item of [1, 2, 3]) set.add(item)
  for (const item of [3, 1, 2, 2, 9]) set.delete(item)
  expect([set.size, set.first(), [...set.values()], set.has(1)]).toEqual([0, undefined, [], false])
  set.add(5)
  set.add(5)
  expect([set.size, set.first(), [...set.reversed()]]).toEqual([1, 5, [5]])
})
