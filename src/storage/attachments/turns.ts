/** Lets so many work at the same time. The others wait, in the order they came. */
export interface Turns {
  /** Resolves with how to end the turn. Rejects with the signal's reason where it aborts before. */
  take(signal?: AbortSignal): Promise<() => void>
}

export function createTurns(most: number): Turns {
  const waiting = new Set<() => void>()
  let taken = 0

  function leave(): void {
    taken -= 1
    const [next] = waiting
    if (next) next()
  }

  return {
    take(signal) {
      signal?.throwIfAborted()
      return new Promise((resolve, reject) => {
        const begin = () => {
          waiting.delete(begin)
          signal?.removeEventListener("abort", giveUp)
          taken += 1
          resolve(leave)
        }
        const giveUp = () => {
          waiting.delete(begin)
          reject(signal?.reason as Error)
        }
        if (taken < most) return begin()
        waiting.add(begin)
        signal?.addEventListener("abort", giveUp, { once: true })
      })
    },
  }
}
