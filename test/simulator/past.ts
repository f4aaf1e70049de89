import type { Policy } from "../../src/domain/context.ts"
import type { Past } from "../../src/engine/past.ts"
import { createPast } from "../../src/past/past.ts"
import { servePast } from "../../src/past/serve.ts"
import { createTimeline } from "../../src/past/timeline.ts"
import type { Log } from "../../src/storage/log.ts"
import { readerOf } from "../support/past.ts"
import type { Process } from "./process.ts"

/** The past of a log, answered in the same thread. All that goes to and fro is copied, as between threads. */
export function createPastOf(log: Log, policy: Policy, process: Process): Past {
  const { runtime } = process
  const checkRoom = () => undefined
  return createPast({
    runtime,
    start() {
      const [near, far] = connect(process)
      const reader = readerOf(log)
      servePast({
        port: far,
        reader,
        timeline: createTimeline({ reader, checkRoom, runtime }),
        policy,
        checkRoom,
      })
      return {
        ...near,
        onEnd: far.onClose,
        close: () => near.post({ kind: "close" }),
        end: far.close,
      }
    },
  })
}

// --- internal ---

/** Two ends of a line. Each hears what the other one posts. */
function connect(process: Process) {
  // Which messages each of them takes is known to who uses them.
  /* oxlint-disable typescript/no-explicit-any */
  const hears: [(message: any) => void, (message: any) => void] = [() => undefined, () => undefined]
  let onClose = () => {}
  const end = (own: 0 | 1, other: 0 | 1) => ({
    post(message: unknown) {
      const copy: unknown = structuredClone(message)
      process.after(0, () => hears[other](copy))
    },
    hear: (listener: (message: any) => void) => void (hears[own] = listener),
    close: () => void process.after(0, onClose),
    onClose: (listener: (error: undefined) => void) => void (onClose = () => listener(undefined)),
  })
  return [end(0, 1), end(1, 0)] as const
}
