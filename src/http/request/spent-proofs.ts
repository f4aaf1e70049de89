/** A proof of the home is good once, so that nobody who saw it can send it again. */
export interface SpentProofs {
  /** False for one that came before. */
  take(proof: string): boolean
}

/** @param now by the monotonic clock, in ms */
export function createSpentProofs(now: () => number = () => performance.now()): SpentProofs {
  const spent = new Map<string, number>()
  return {
    take(proof) {
      for (const [old, at] of spent) if (now() - at > keptMs) spent.delete(old)
      if (spent.has(proof)) return false
      spent.set(proof, now())
      return true
    },
  }
}

// --- internal ---

/** Longer than a proof is good on both sides of the clock. */
const keptMs = 180_000
