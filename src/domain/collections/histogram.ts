/**
 * How often each length of time came up, in buckets of 5 % width from one second on (below, of some 50 ms): pairs of
 * bucket and count, side by side, sorted by bucket. Two years have 370 buckets, which bounds the length.
 */
export type Histogram = readonly number[]

export const emptyHistogram: Histogram = []

/** A copy with one more length of time, in ms. */
export function withTime(histogram: Histogram, ms: number): Histogram {
  const bucket = bucketOf(ms)
  let low = 0
  let high = histogram.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if ((histogram[2 * middle] ?? 0) < bucket) low = middle + 1
    else high = middle
  }
  const place = 2 * low
  const copy = histogram.slice()
  if (copy[place] === bucket) copy[place + 1] = (copy[place + 1] ?? 0) + 1
  else copy.splice(place, 0, bucket, 1)
  return copy
}

/** Gathers many histograms, and says of all of them together where the percentiles are. */
export interface Percentiles {
  add(histogram: Histogram): void
  readonly count: number
  /**
   * The time, in ms, that so many percent did not exceed (nearest rank); null of nothing. Where the true one is `t`,
   * it is off by 2.5 % of `t` + 1 s at most.
   */
  at(percent: number): number | null
}

export function createPercentiles(): Percentiles {
  const counts: number[] = []
  let count = 0
  return {
    add(histogram) {
      for (let i = 0; i < histogram.length; i += 2) {
        const bucket = histogram[i] ?? 0
        const more = histogram[i + 1] ?? 0
        while (counts.length <= bucket) counts.push(0)
        counts[bucket] = (counts[bucket] ?? 0) + more
        count += more
      }
    },
    get count() {
      return count
    },
    at(percent) {
      if (count === 0) return null
      let left = Math.ceil((percent / 100) * count)
      const bucket = counts.findIndex((each) => (left -= each) <= 0)
      return middleOf(bucket)
    },
  }
}

// --- internal ---

const width = Math.log(1.05)

/** Two years: more is counted as that. */
const longest = 2 * 365 * 86_400_000

function bucketOf(ms: number): number {
  return Math.floor(Math.log1p(Math.min(Math.max(ms, 0), longest) / 1000) / width)
}

/** From its middle both ends of the bucket are as far away, in percent. */
function middleOf(bucket: number): number {
  return Math.round(Math.expm1((bucket + 0.5) * width) * 1000)
}
