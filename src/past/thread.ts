import { parentPort, workerData } from "node:worker_threads"
import { readCommands } from "../domain/board/upcast.ts"
import type { Policy } from "../domain/context.ts"
import { createHeapCheck, forExtras } from "../machine/heap.ts"
import { openSource } from "../storage/source.ts"
import type { LogSource } from "../storage/storage.ts"
import { servePast } from "./serve.ts"
import { createTimeline } from "./timeline.ts"

/** What the thread is started with. */
export interface PastThreadData {
  readonly source: LogSource
  readonly policy: Policy
}

/** Serves in the thread of the past; elsewhere it does nothing. */
export async function serveThread(): Promise<void> {
  const port = parentPort
  if (!port) return
  const { source, policy } = workerData as PastThreadData
  const reader = await openSource(source, readCommands)
  const checkRoom = createHeapCheck(
    (needed, allowed) =>
      `Reading earlier states of the board needs at least ${needed} of memory, but only ${allowed} is allowed.`,
    forExtras,
  )
  servePast({
    port: {
      post: (message) => port.postMessage(message),
      hear: (listener) => void port.on("message", listener),
      close: () => port.close(),
    },
    reader,
    timeline: createTimeline({ reader, checkRoom }),
    policy,
    checkRoom,
  })
}
