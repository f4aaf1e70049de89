import { expect, test } from "vitest"
import { createNumberSet } from "../../../src/domain/collections/number-set.ts"
import { createRandom } from "../../support/random.ts"
import { expectSame } from "../../support/same.ts"

test("a set of numbers does what a Set does, and is walked in ascending order", () => {
  const random = createRandom(5)
  const set = createNumberSet()
  const members = new Set<number>()
  for (let i = 0; i < 20_000; i++) {
    const n = random.below(i < 10_000 ? 500 : 50_000)
    if (random.chance(0.5)) {
      set.add(n)
      members.add(n)
    } else {
      set.delete(n)
      members.delete(n)
    }
    expectSame([set.size, set.has(n)], [members.size, members.has(n)])
    if (i % 1000 === 0) expect([...set]).toEqual([...members].sort((a, b) => a - b))
  }
})

test("a set of numbers does not hold a number beyond its largest, nor a fraction", () => {
  const set = createNumberSet()
  set.add(3)
  set.delete(10 ** 14)
  expect([set.has(10 ** 14), set.has(3.5), set.has(Number.NaN), set.size]).toEqual([false, false, false, 1])
})
