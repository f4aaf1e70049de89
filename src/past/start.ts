import { getHeapStatistics } from "node:v8"
import { Worker } from "node:worker_threads"
import type { FromPast, ToPast } from "./messages.ts"
import type { PastThread } from "./past.ts"
import type { PastThreadData } from "./thread.ts"

/** The program of a thread: a file, or its text. */
export type ThreadProgram = URL | string | { readonly code: string }

/** Starts the thread of the past. It may use half the memory that Node allows for the board. */
export function startPastThread(program: ThreadProgram, data: PastThreadData): PastThread {
  const isCode = typeof program === "object" && "code" in program
  const worker = new Worker(isCode ? program.code : program, {
    eval: isCode,
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(getHeapStatistics().heap_size_limit / 2 ** 21) },
  })
  // It does not keep the process alive.
  worker.unref()
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
