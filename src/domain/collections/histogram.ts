/**
 * How often each duration occurred: bucket, count, bucket, count and so on, sorted by bucket. From one second on, a
 * bucket is 5 % wide; below that, about 50 ms. Two years have 370 buckets, so a histogram stays small.
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

/** Adds up many histograms and returns the percentiles of the total. */
export function createPercentiles() {
  const counts: number[] = []
  let count = 0
  return {
    add(histogram: Histogram): void {
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
    /**
     * A percentile by nearest rank, in ms; null if there are no durations. For a true value `t` the error is at most
     * 2.5 % of `t` + 1 s.
     */
    at(percent: number): number | null {
      if (count === 0) return null
      let left = Math.ceil((percent / 100) * count)
      const bucket = counts.findIndex((each) => (left -= each) <= 0)
      return middleOf(bucket)
    },
  }
}

// --- internal ---

const width = Math.log(1.05)

/** Two years. A longer time is counted as this. */
const longest = 2 * 365 * 86_400_000

function bucketOf(ms: number): number {
  return Math.floor(Math.log1p(Math.min(Math.max(ms, 0), longest) / 1000) / width)
}

/** The time in ms that is equally far from both ends of the bucket, in percent. */
function middleOf(bucket: number): number {
  return Math.round(Math.expm1((bucket + 0.5) * width) * 1000)
}
