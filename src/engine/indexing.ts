import { setImmediate as nextTurn } from "node:timers/promises"
import { IndexMissing, type Gradual } from "../domain/board/gradual.ts"
import { fail } from "../errors.ts"
import type { Engine } from "./api.ts"
import type { Call, CallResult } from "./call.ts"

/** So many tasks are taken into an index at once, which takes some ms. On a larger board it is made in slices. */
export const tasksAtOnce = 10_000

/** Makes the indexes that answers rest on, while other requests are served. */
export interface Indexing {
  /**
   * What to do with the failure of a call. Where an index was missing, it is made, and the call is run again; any other
   * failure is thrown. A failed call has changed nothing.
   */
  again(error: unknown, call: Call, run: Engine["run"]): Promise<CallResult>
  close(): void
}

export function createIndexing(): Indexing {
  let making = Promise.resolve()
  let isClosed = false

  async function make(missing: Gradual): Promise<void> {
    for (;;) {
      const end = performance.now() + sliceMs
      if (isClosed || missing.takeIn(() => performance.now() < end)) return
      await nextTurn()
    }
  }

  async function makeAndRun(missing: Gradual, call: Call, run: Engine["run"]): Promise<CallResult> {
    // One after the other, so that a turn of the event loop has one slice at most.
    const made = making.then(() => make(missing))
    // A failure is told to those who wait for this index. The next one is made all the same.
    making = made.catch(() => undefined)
    await made
    if (call.signal?.aborted) fail("unavailable", "The caller has gone away.")
    return run(call)
  }

  return {
    again(error, call, run) {
      if (!(error instanceof IndexMissing)) throw error
      return makeAndRun(error.missing, call, run)
    },
    close() {
      isClosed = true
    },
  }
}

// --- internal ---

const sliceMs = 3
