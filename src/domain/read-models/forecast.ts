/** When work will be done, in days from now, by the percentage of the simulated runs in which it is done. */
export interface ForecastDays {
  readonly p5: number | null
  readonly p50: number | null
  readonly p85: number | null
  readonly p95: number | null
}

/** A forecast requires at least this many days and this many finished tasks. */
export const leastKnown = { days: 7, done: 5 }

/**
 * Simulates many runs of the coming days (Monte Carlo). Each day of a run finishes as many tasks as a randomly chosen
 * past day did. The runs use a fixed seed, so the same history gives the same forecast. Null if too little is known, if
 * nothing is left, and for runs longer than a year.
 * @param left how many tasks are left
 * @param done how many tasks each full past day finished
 */
export function forecastOf(left: number, done: readonly number[]): ForecastDays {
  const total = done.reduce((sum, each) => sum + each, 0)
  if (left === 0 || done.length < leastKnown.days || total < leastKnown.done)
    return { p5: null, p50: null, p85: null, p95: null }
  const ends = endsOf(left, done)
  const within = (percent: number) => {
    let courses = 0
    for (const [day, count] of ends.entries()) {
      courses += count
      if (courses * 100 >= percent * courseCount) return day
    }
    return null
  }
  return { p5: within(5), p50: within(50), p85: within(85), p95: within(95) }
}

// --- internal ---

/** It takes 2 ms where each of them lasts a year. */
const courseCount = 1000
const longestDays = 365

/** How many courses end on each day from now. */
function endsOf(left: number, done: readonly number[]): number[] {
  const random = randomFrom(1)
  const ends = Array.from({ length: longestDays + 1 }, () => 0)
  for (let course = 0; course < courseCount; course++) {
    let rest = left
    let day = 0
    while (rest > 0 && day <= longestDays) {
      rest -= done[Math.floor(random() * done.length)] ?? 0
      day++
    }
    if (day <= longestDays) ends[day] = (ends[day] ?? 0) + 1
  }
  return ends
}

/** Numbers from 0 up to 1: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
