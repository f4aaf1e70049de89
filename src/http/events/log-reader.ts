import type { PublicEvent } from "../../domain/events/shown.ts"
import type { Engine } from "../../engine/api.ts"

/** The events after this one, in order, until the reader has caught up. */
export type ReadLog = (after: number) => AsyncIterable<readonly PublicEvent[]>

/**
 * Reads the log for one stream at a time, a slice for each in turn. Otherwise, hundreds of streams that resume at
 * once would leave no time for other requests. While other streams wait, a stream drops its read-ahead data, which
 * is several megabytes, and finds its position again when its turn comes.
 */
export function createLogReader(engine: Pick<Engine, "history">): ReadLog {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function inTurn<T>(read: () => Promise<T>): Promise<T> {
    waiting += 1
    const slice = last.then(read).finally(() => (waiting -= 1))
    last = slice.catch(() => undefined)
    return slice
  }

  return async function* (after) {
    let commits: AsyncIterator<readonly PublicEvent[]> | undefined
    let sent = after
    async function leave(): Promise<void> {
      const left = commits
      commits = undefined
      await left?.return?.()
    }
    try {
      for (;;) {
        const { events, isEnd } = await inTurn(async () => {
          commits ??= engine.history(sent)[Symbol.asyncIterator]()
          const slice = await readSlice(commits)
          if (waiting > 1) await leave()
          return slice
        })
        sent = events.at(-1)?.seq ?? sent
        if (events.length > 0) yield events
        if (isEnd) return
      }
    } finally {
      await leave()
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
