/** Lets a limited number of callers work at the same time, and half as many of one owner. The others wait. */
export type Turns = ReturnType<typeof createTurns>

export interface Taker {
  /**
   * The owner of the turn. The next turn goes to the owner with the fewest turns, and among equals to the caller
   * who came first.
   */
  readonly owner?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export function createTurns(most: number) {
  const waiting = new Map<() => void, string>()
  const taken = new Map<string, number>()
  const mostOfOwner = Math.max(1, most / 2)
  let all = 0

  const takenBy = (owner: string) => taken.get(owner) ?? 0

  function goOn(): void {
    if (all >= most) return
    let next: { begin: () => void; taken: number } | undefined
    for (const [begin, owner] of waiting) {
      const has = takenBy(owner)
      if (has < (next?.taken ?? mostOfOwner)) next = { begin, taken: has }
    }
    next?.begin()
  }

  function leave(owner: string): void {
    all -= 1
    const left = takenBy(owner) - 1
    if (left === 0) taken.delete(owner)
    else taken.set(owner, left)
    goOn()
  }

  return {
    /**
     * Resolves with a function that ends the turn. Rejects with the signal's reason if the signal aborts before
     * that.
     */
    take({ owner = "", signal }: Taker): Promise<() => void> {
      signal?.throwIfAborted()
      return new Promise((resolve, reject) => {
        const begin = () => {
          waiting.delete(begin)
          signal?.removeEventListener("abort", giveUp)
          all += 1
          taken.set(owner, takenBy(owner) + 1)
          resolve(() => leave(owner))
        }
        const giveUp = () => {
          waiting.delete(begin)
          reject(signal?.reason as Error)
        }
        waiting.set(begin, owner)
        signal?.addEventListener("abort", giveUp, { once: true })
        goOn()
      })
    },
  }
}
