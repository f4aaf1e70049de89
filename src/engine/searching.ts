import type { SearchIndex } from "../domain/board/search.ts"
import { fail } from "../errors.ts"
import type { Engine } from "./api.ts"
import type { Call } from "./call.ts"
import { isPastCall } from "./past.ts"

/** Calls that need the search wait while its index is built, so that none is answered from half an index. */
export function whenSearchable(search: SearchIndex, run: Engine["run"]): Engine["run"] {
  const runOrWait = (call: Call): ReturnType<Engine["run"]> => {
    // The past has an index of its own.
    if (isPastCall(call)) return run(call)
    const waiting = call.operation.searches?.(call.input) === true ? search.ready() : undefined
    if (!waiting) return run(call)
    return waiting.then(() => {
      if (call.signal?.aborted) fail("unavailable", "The caller has gone away.")
      return runOrWait(call)
    })
  }
  return runOrWait
}
