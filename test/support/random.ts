/** Seeded random numbers (mulberry32). The same seed repeats a run. */
export interface Random {
  readonly seed: number
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from 0 up to, but not including, `n`. */
  below(n: number): number
  chance(of: number): boolean
  pick<T>(items: readonly T[]): T
}

/** UPNEXT_SEED overrides the seed given. */
export function createRandom(given: number): Random {
  const seed = Number(process.env["UPNEXT_SEED"] ?? given)
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    seed,
    next,
    below,
    chance: (of) => next() < of,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error("nothing to pick from")
      return items[below(items.length)] as T
    },
  }
}
