import type { PublicEvent } from "../../domain/read-models/public-events.ts"
import type { Engine } from "../../engine/api.ts"

/** The events after this one, in order, until it has caught up. */
export type ReadLog = (after: number) => AsyncIterable<readonly PublicEvent[]>

/**
 * Reads the log for one stream at a time, a slice of it for each in turn. Hundreds of streams that resume at once would
 * otherwise leave no time for other requests.
 */
export function createLogReader(engine: Pick<Engine, "history">): ReadLog {
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(read: () => Promise<T>): Promise<T> {
    const slice = last.then(read)
    last = slice.catch(() => undefined)
    return slice
  }

  return async function* (after) {
    const commits = engine.history(after)[Symbol.asyncIterator]()
    try {
      for (;;) {
        const { events, isEnd } = await inTurn(() => readSlice(commits))
        if (events.length > 0) yield events
        if (isEnd) return
      }
    } finally {
      await commits.return?.()
    }
  }
}

// --- internal ---

/** How many events make a slice. */
const sliceSize = 100

async function readSlice(commits: AsyncIterator<readonly PublicEvent[]>) {
  const events: PublicEvent[] = []
  while (events.length < sliceSize) {
    const step = await commits.next()
    if (step.done === true) return { events, isEnd: true }
    events.push(...step.value)
  }
  return { events, isEnd: false }
}
