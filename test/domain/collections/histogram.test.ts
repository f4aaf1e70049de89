import { describe, expect, test } from "vitest"
import { createPercentiles, emptyHistogram, withTime } from "../../../src/domain/collections/histogram.ts"
import { expectSame } from "../../support/same.ts"
import { createRandom } from "../../support/random.ts"

const second = 1_000
const day = 86_400_000

/** The percentile by nearest rank. */
function exact(sorted: readonly number[], percent: number): number {
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? NaN
}

describe("percentiles", () => {
  test.each<[string, (chance: number) => number]>([
    ["below a second", (chance) => chance * second],
    ["from seconds to hours", (chance) => second * Math.exp(chance * 9)],
    ["from a millisecond to a year", (chance) => Math.exp(chance * Math.log(365 * day))],
    ["all the same", () => 3_600_000],
  ])("%s, are those of the exact times, to 2.5 %% of the time and a second", (_, timeOf) => {
    const random = createRandom(23)
    for (const size of [1, 2, 19, 500, 4_000]) {
      const times = Array.from({ length: size }, () => Math.round(timeOf(random.next())))
      const percentiles = createPercentiles()
      // As from several days, in parts.
      for (let from = 0; from < size; from += 100)
        percentiles.add(times.slice(from, from + 100).reduce(withTime, emptyHistogram))
      times.sort((a, b) => a - b)
      expect(percentiles.count).toBe(size)
      for (const percent of [1, 50, 75, 90, 95, 100]) {
        const right = exact(times, percent)
        const off = Math.abs((percentiles.at(percent) ?? NaN) - right)
        expect(off).toBeLessThanOrEqual(0.025 * (right + second))
      }
    }
  })

  test("of nothing are null", () => {
    expect(createPercentiles().at(50)).toBeNull()
  })
})

describe("a histogram", () => {
  test("keeps its buckets sorted, each once, and leaves the histogram it was made from unchanged", () => {
    const random = createRandom(29)
    let histogram = emptyHistogram
    for (let i = 0; i < 2_000; i++) {
      const before = [...histogram]
      const next = withTime(histogram, Math.exp(random.next() * 24))
      expectSame(histogram, before)
      histogram = next
    }
    const buckets = histogram.filter((_, i) => i % 2 === 0)
    const counts = histogram.filter((_, i) => i % 2 === 1)
    expect(buckets).toEqual([...new Set(buckets)].sort((a, b) => a - b))
    expect(counts.reduce((a, b) => a + b)).toBe(2_000)
  })

  test("is bounded, whatever times it is given", () => {
    let histogram = emptyHistogram
    for (let ms = 0; ms < 1e18; ms = Math.ceil(ms * 1.01) + 1) histogram = withTime(histogram, ms)
    expect(histogram.length / 2).toBeLessThanOrEqual(370)
    expect(withTime(emptyHistogram, -5)).toEqual(withTime(emptyHistogram, 0))
  })
})
