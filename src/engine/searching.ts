import type { SearchIndex } from "../domain/board/search.ts"
import { fail } from "../errors.ts"
import type { Engine } from "./api.ts"
import type { Call } from "./call.ts"

/** Holds back the calls that are answered with the search while its index is built: they never get a part of it. */
export function whenSearchable(search: SearchIndex, run: Engine["run"]): Engine["run"] {
  const runOrWait = (call: Call): ReturnType<Engine["run"]> => {
    const waiting = call.operation.searches?.(call.input) === true ? search.ready() : undefined
    if (!waiting) return run(call)
    return waiting.then(() => {
      if (call.signal?.aborted) fail("unavailable", "Nobody waits for the answer any more.")
      return runOrWait(call)
    })
  }
  return runOrWait
}
