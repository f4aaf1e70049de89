import type { Board } from "../domain/board/board.ts"
import type { Gradual } from "../domain/board/tasks/gradual.ts"
import { sliceOf, type Runtime } from "../machine/runtime.ts"
import type { Call } from "./call.ts"

/**
 * How many tasks are added to an index at once; adding them takes a few ms. On a larger board the index is built in
 * slices.
 */
export const tasksAtOnce = 10_000

/** While other requests are served, builds the indexes that answers depend on. */
export function createIndexing(runtime: Pick<Runtime, "monotonic" | "turn">, board: Pick<Board, "gradual">) {
  let making = Promise.resolve()
  let isClosed = false

  /** Indexes are built one after the other, so that each turn of the event loop has at most one slice. */
  function make(index: Gradual): Promise<void> {
    const made = making.then(() => makeInSlices(index))
    // Callers waiting for this index get the failure. The next index is built all the same.
    making = made.catch(() => undefined)
    return made
  }

  async function makeInSlices(index: Gradual): Promise<void> {
    for (;;) {
      if (isClosed || index.takeIn(sliceOf(sliceMs, runtime))) return
      await runtime.turn()
    }
  }

  return {
    /**
     * Starts building the first missing index that a call needs. Returns undefined once the call has all its indexes.
     */
    prepare({ operation, input }: Call) {
      if (!operation.indexes) return undefined
      for (const name of operation.indexes(input)) {
        const index = board.gradual(name)
        if (index.left > tasksAtOnce) return make(index)
        index.complete()
      }
      return undefined
    },
    close() {
      isClosed = true
    },
  }
}

// --- internal ---

const sliceMs = 3
