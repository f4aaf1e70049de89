import { startThread, type ThreadProgram } from "../machine/thread.ts"
import type { FromPast, ToPast } from "./messages.ts"
import type { PastThread } from "./past.ts"
import type { PastThreadData } from "./thread.ts"

/** Starts the thread of the past. */
export function startPastThread(program: ThreadProgram, data: PastThreadData): PastThread {
  const worker = startThread(program, data)
  return {
    post: (message: ToPast) => worker.postMessage(message),
    hear: (listener: (message: FromPast) => void) => void worker.on("message", listener),
    onEnd(listener) {
      let failure: Error | undefined
      worker.once("error", (error) => (failure = error))
      worker.once("exit", () => listener(failure))
    },
    close: () => worker.postMessage({ kind: "close" } satisfies ToPast),
    end: () => void worker.terminate(),
  }
}
