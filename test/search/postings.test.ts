import { expect, test } from "vitest"
import { createPostings } from "../../src/search/postings.ts"
import { createRandom } from "../support/random.ts"

test("each list gives what was added and not swept out, the last added first", () => {
  const random = createRandom(5)
  const postings = createPostings()
  const expected = new Map<number, number[]>()
  const valuesOf = (list: number) => {
    const values: number[] = []
    postings.each(list, (value) => values.push(value))
    return values
  }
  for (let step = 0; step < 30_000; step++) {
    const lists = [...expected.keys()]
    const list = lists.length === 0 || random.chance(0.002) ? postings.open() : random.pick(lists)
    const values = expected.get(list) ?? []
    if (random.chance(0.998)) {
      const value = random.below(2 ** 32)
      postings.add(list, value)
      values.push(value)
      expected.set(list, values)
      continue
    }
    const rest = random.pick([0, 1, 2, 3])
    const kept = values.filter((value) => value % 3 !== rest)
    const swept = rest === 0 ? [] : kept
    expect(postings.sweep(list, (value) => rest !== 0 && value % 3 !== rest)).toBe(swept.length)
    if (swept.length > 0) expected.set(list, swept)
    else {
      postings.close(list)
      expected.delete(list)
    }
  }
  expect(expected.size).toBeGreaterThan(20)
  for (const [list, values] of expected) {
    expect(postings.size(list)).toBe(values.length)
    expect(valuesOf(list)).toEqual(values.reverse())
  }
})

test("what was swept out makes room for what comes", () => {
  const postings = createPostings()
  const list = postings.open()
  const fill = () => {
    for (let i = 0; i < 100_000; i++) postings.add(list, i)
  }
  fill()
  const before = process.memoryUsage().arrayBuffers
  for (let round = 0; round < 20; round++) {
    expect(postings.sweep(list, (value) => value % 2 === 0)).toBe(50_000)
    postings.sweep(list, () => false)
    fill()
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
})
