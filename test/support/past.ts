import { MessageChannel, type MessagePort } from "node:worker_threads"
import type { Policy } from "../../src/domain/context.ts"
import type { PastPort } from "../../src/past/messages.ts"
import { createPast, type PastOptions, type PastThread } from "../../src/past/past.ts"
import { servePast } from "../../src/past/serve.ts"
import { createTimeline, type Timeline, type TimelineOptions } from "../../src/past/timeline.ts"
import type { Log } from "../../src/storage/log.ts"
import type { LogReader } from "../../src/storage/storage.ts"

export interface TestPastOptions extends Partial<Omit<TimelineOptions, "reader">>, Partial<PastOptions> {
  /** Called with each timeline, when the past is first asked and again after it was let go. */
  onTimeline?(timeline: Timeline): void
}

/** The past of a log, answered in this thread. All that goes to and fro is copied as between threads. */
export function pastOf(log: Log | LogReader, policy: Policy, options: TestPastOptions = {}) {
  const reader = "snapshot" in log ? log : readerOf(log)
  const { checkRoom = () => undefined, onTimeline, ...more } = options
  return createPast({
    start(): PastThread {
      const { port1, port2 } = new MessageChannel()
      const timeline = createTimeline({ ...more, reader, checkRoom })
      onTimeline?.(timeline)
      servePast({ port: portOf(port1), reader, timeline, policy, checkRoom })
      return {
        ...portOf(port2),
        onEnd: (listener) => void port2.once("close", () => listener(undefined)),
        close: () => port2.postMessage({ kind: "close" }),
        end: () => port2.close(),
      }
    },
    ...more,
  })
}

/** A reader of the log that the server writes to. */
export function readerOf(log: Log): LogReader {
  return {
    async *read(after, last) {
      for await (const commit of log.read(after)) {
        if (commit.seq > last) return
        yield commit
      }
    },
    find: (seq) => log.find(seq),
    snapshot: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  }
}

// --- internal ---

function portOf<Sent, Heard>(port: MessagePort): PastPort<Sent, Heard> {
  port.unref()
  return {
    post: (message) => port.postMessage(message),
    hear: (listener) => void port.on("message", listener),
    close: () => port.close(),
  }
}
