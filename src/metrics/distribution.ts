import type { Labels, Sample } from "./family.ts"

/** How often values came, by size: a histogram of Prometheus. */
export type Distribution = ReturnType<typeof createDistribution>

/** @param bounds the upper ends of the buckets, ascending; the last bucket has none. */
export function createDistribution(bounds: readonly number[]) {
  const counts = new Float64Array(bounds.length + 1)
  let sum = 0
  return {
    observe(value: number): void {
      let place = 0
      while (place < bounds.length && value > (bounds[place] ?? 0)) place += 1
      counts[place] = (counts[place] ?? 0) + 1
      sum += value
    },
    samples(labels?: Labels): Sample[] {
      let count = 0
      const buckets = [...bounds, Infinity].map((bound, place): Sample => {
        count += counts[place] ?? 0
        return {
          suffix: "_bucket",
          labels: { ...labels, le: bound === Infinity ? "+Inf" : String(bound) },
          value: count,
        }
      })
      return [...buckets, { suffix: "_sum", labels, value: sum }, { suffix: "_count", labels, value: count }]
    },
  }
}

/** Upper ends in seconds: from a query that is answered from memory to a request that waits for work. */
export const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
