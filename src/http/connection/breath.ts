/**
 * Runs work immediately as long as the current turn of the event loop has not taken long. After that the remaining
 * work waits for the next turn, so that connections, `/health` and timers get their turn in between.
 * @param longMs how long a turn may have taken before it starts more work
 */
export function createBreath(longMs = 20): (work: () => void) => void {
  let waiting: (() => void)[] = []
  /** When the first work of this turn began. */
  let began: number | undefined

  function nextTurn(): void {
    began = undefined
    if (waiting.length === 0) return
    const queue = waiting
    waiting = []
    let done = 0
    while (done < queue.length && mayBegin()) queue[done++]?.()
    waiting = [...queue.slice(done), ...waiting]
  }

  /** Whether there is time for more work in this turn. The first work always has time. */
  function mayBegin(): boolean {
    if (began !== undefined) return performance.now() - began < longMs
    began = performance.now()
    setImmediate(nextTurn)
    return true
  }

  return (work) => {
    if (waiting.length === 0 && mayBegin()) work()
    else waiting.push(work)
  }
}
