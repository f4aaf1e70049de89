import type { ServerResponse } from "node:http"
import type { PublicEvent } from "../../domain/events/shown.ts"
import type { Engine } from "../../engine/api.ts"
import { onClose } from "../request/departure.ts"
import { heartbeat, toFrame } from "./frame.ts"

/** A stream that has caught up with the present. */
export interface Subscriber {
  readonly res: ServerResponse
  /** The seq of the last event that was sent to the subscriber or that its filter left out. */
  last: number
  readonly accepts: ((event: PublicEvent) => boolean) | undefined
  /** The same for a group of subscribers with the same filter, which share their text. */
  readonly key: string
}

export type Broadcast = ReturnType<typeof createBroadcast>

/**
 * Sends live events to all subscribers. Each event is encoded once, and the events of a few milliseconds go out in one
 * write. A client that leaves too much unread is dropped; it can connect again and resume.
 */
export function createBroadcast(engine: Engine) {
  const subscribers = new Set<Subscriber>()
  let gathered: Frame[] = []
  let flushing: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined
  let beating: NodeJS.Timeout | undefined

  function gather(events: readonly PublicEvent[]): void {
    for (const event of events) gathered.push({ event, text: toFrame(event) })
    flushing ??= setTimeout(flush, gatherMs)
  }

  function flush(): void {
    const frames = gathered
    gathered = []
    flushing = undefined
    const newest = frames.at(-1)?.event.seq ?? 0
    const oldest = frames[0]?.event.seq ?? 0
    const shared = new Map<string, string>()
    for (const subscriber of subscribers) {
      const { key, last, accepts } = subscriber
      subscriber.last = Math.max(last, newest)
      // A stream that joined after the first of these events has already received some of them.
      const isWhole = last < oldest
      const text = (isWhole ? shared.get(key) : undefined) ?? textOf(frames, last, accepts)
      if (isWhole) shared.set(key, text)
      if (text !== "") writeOrDrop(subscriber.res, text)
    }
  }

  function beat(): void {
    for (const subscriber of subscribers) writeOrDrop(subscriber.res, heartbeat)
  }

  function leave(subscriber: Subscriber): void {
    subscribers.delete(subscriber)
    if (subscribers.size === 0) stop()
  }

  function stop(): void {
    unsubscribe?.()
    unsubscribe = undefined
    clearInterval(beating)
    clearTimeout(flushing)
    flushing = undefined
    gathered = []
  }

  return {
    join(subscriber: Subscriber): void {
      unsubscribe ??= start()
      subscribers.add(subscriber)
      const { res } = subscriber
      onClose(res, () => leave(subscriber))
    },
    close(): void {
      if (flushing) flush()
      stop()
      subscribers.clear()
    },
  }

  function start(): () => void {
    beating = setInterval(beat, heartbeatMs).unref()
    return engine.subscribe(gather)
  }
}

/** Writes to a stream. A client that leaves too much unread is dropped. */
export function writeOrDrop(res: ServerResponse, text: string): void {
  res.write(text)
  if (res.writableLength > unreadLimit) res.destroy()
}

// --- internal ---

interface Frame {
  readonly event: PublicEvent
  readonly text: string
}

/** Short enough not to be noticed, and long enough to gather the events of a busy moment. */
const gatherMs = 4

const heartbeatMs = 15_000

/** How much data may be pending for a slow client, in bytes, in addition to the data that the kernel holds. */
const unreadLimit = 1024 * 1024

function textOf(frames: readonly Frame[], last: number, accepts: Subscriber["accepts"]): string {
  let text = ""
  for (const { event, text: frame } of frames)
    if (event.seq > last && (!accepts || accepts(event))) text += frame
  return text
}
