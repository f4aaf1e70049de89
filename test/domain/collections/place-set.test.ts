import { expect, test } from "vitest"
import { comparePlaces, createPlaceSet, type SetPlace } from "../../../src/domain/collections/place-set.ts"
import { expectSame } from "../../support/same.ts"
import { createRandom } from "../../support/random.ts"

test.each([
  ["few keys, so that numbers decide and chunks empty", 20, 30, 0.5, 6_000],
  ["many keys, so that chunks split", 10_000, 5, 0.8, 6_000],
  ["keys that grow, as times do", 0, 5, 0.8, 6_000],
])("a set of places does what a plain sorted array does: %s", (_, keys, numbers, growth, rounds) => {
  const random = createRandom(11)
  const set = createPlaceSet()
  const members = new Map<string, SetPlace>()
  for (let i = 0; i < rounds; i++) {
    const place = {
      key: keys === 0 ? i - random.below(3) : random.below(keys) - 5,
      n: 1 + random.below(numbers),
    }
    const old = [...members.values()][random.below(members.size)] ?? place
    if (random.chance(growth)) {
      set.add(place.key, place.n)
      members.set(`${place.key} ${place.n}`, place)
    } else {
      set.delete(old.key, old.n)
      members.delete(`${old.key} ${old.n}`)
    }
    expectSame(set.size, members.size)
    if (i % 200 !== 0) continue
    const plain = [...members.values()].sort(comparePlaces)
    expect([...set.values()]).toEqual(plain)
    expect([...set.reversed()]).toEqual([...plain].reverse())
    expect(set.first()).toEqual(plain[0])
    for (const from of [place, old, { key: -99, n: 1 }, { key: 1e9, n: 1 }]) {
      const behind = plain.filter((each) => comparePlaces(each, from) > 0)
      const before = plain.filter((each) => comparePlaces(each, from) < 0)
      expect([...set.values(from)]).toEqual(behind)
      expect([...set.reversed(from)]).toEqual(before.reverse())
      expect(set.countFrom(from)).toBe(plain.length - before.length)
    }
  }
})

test("a set of places that was emptied takes places again", () => {
  const set = createPlaceSet()
  set.add(1, 1)
  set.add(1, 1)
  set.delete(2, 2)
  set.delete(1, 1)
  set.delete(1, 1)
  expect([
    set.size,
    set.first(),
    [...set.values()],
    [...set.reversed()],
    set.countFrom({ key: 0, n: 0 }),
  ]).toEqual([0, undefined, [], [], 0])
  set.add(5, 2)
  expect([set.size, set.first()]).toEqual([1, { key: 5, n: 2 }])
})
