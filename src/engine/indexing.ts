import type { Board } from "../domain/board/board.ts"
import type { Gradual } from "../domain/board/tasks/gradual.ts"
import { sliceOf, type Runtime } from "../machine/runtime.ts"
import type { Call } from "./call.ts"

/** How many tasks are taken into an index at once, which takes some ms. On a larger board it is made in slices. */
export const tasksAtOnce = 10_000

/** Makes the indexes that answers rest on, while other requests are served. */
export function createIndexing(runtime: Pick<Runtime, "monotonic" | "turn">, board: Pick<Board, "gradual">) {
  let making = Promise.resolve()
  let isClosed = false

  /** One index after the other, so that a turn of the event loop has one slice at most. */
  function make(index: Gradual): Promise<void> {
    const made = making.then(() => makeInSlices(index))
    // Those who wait for this index get the failure. The next index is still made.
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
    /** Makes the first index that a call needs and that is not there. Undefined once it has all of them. */
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
