import { getHeapStatistics } from "node:v8"
import { Worker } from "node:worker_threads"

/** The program of a thread: a file, or its text. */
export type ThreadProgram = URL | string | { readonly code: string }

/** Starts a thread that does not keep the process alive. It may use half the memory that Node allows for the board. */
export function startThread(program: ThreadProgram, workerData: unknown): Worker {
  const isCode = typeof program === "object" && "code" in program
  const worker = new Worker(isCode ? program.code : program, {
    eval: isCode,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(getHeapStatistics().heap_size_limit / 2 ** 21) },
  })
  worker.unref()
  return worker
}
