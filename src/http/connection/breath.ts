/**
 * Runs work at once, until some of it has taken long: then the rest waits for the next turn of the event loop, so that
 * what waits for it (connections, `/health`, timers) comes between.
 * @param longMs how much work is done in a turn, in ms
 */
export function createBreath(longMs = 20): (work: () => void) => void {
  let waiting: (() => void)[] = []
  let isResting = false

  function rest(): void {
    isResting = true
    setImmediate(goOn)
  }

  function goOn(): void {
    const queue = waiting
    const began = performance.now()
    let done = 0
    while (done < queue.length && performance.now() - began < longMs) queue[done++]?.()
    waiting = done < queue.length ? queue.slice(done) : []
    if (done > 0) rest()
    else isResting = false
  }

  return (work) => {
    if (isResting) {
      waiting.push(work)
      return
    }
    const began = performance.now()
    work()
    if (performance.now() - began >= longMs) rest()
  }
}
