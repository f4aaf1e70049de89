import type { BoardLinks } from "./board-links.ts"
import { createNoticeListener, type NoticeListener } from "./listener.ts"
import type { PostgresTimes } from "./options.ts"
import { createNoticeOutbox, type NoticeOutbox } from "./outbox.ts"
import type { ReadPlace } from "./place.ts"
import type { Reach } from "./reach.ts"
import type { Registration } from "./registration.ts"

/** Learns that others have appended, and tells others that we have. */
export interface LogFollower
  extends Pick<NoticeOutbox, "tellAppended" | "tell">, Pick<NoticeListener, "isListening" | "hear"> {
  /** Calls back when others may have appended, when the database is available again, and once when an outage lasts. */
  watch(watcher: () => void): () => void
  /** How many events others have announced that the engine does not have yet. */
  behind(): number
  /** The database could not be reached; the head is read every second until that succeeds. */
  noteOutage(): void
  close(): Promise<void>
}

export interface FollowerOptions {
  readonly links: BoardLinks
  readonly registration: Registration
  readonly times: PostgresTimes
  readonly place: ReadPlace
  readonly reach: Reach
  /** Reads the head; true if the watchers should be called. Rejects when the database cannot be reached. */
  look(): Promise<boolean>
}

/**
 * LISTEN, and a timer. Until it is proven that notices arrive, the head is read every second, and from then on much
 * less often.
 */
export function createFollower(options: FollowerOptions): LogFollower {
  const { links, registration, times, place, reach } = options
  const { board } = links.row
  const { id, renew } = registration
  const watchers = new Set<() => void>()
  /** The last event that others have told of. */
  let announced = 0
  let isInDoubt = false

  const outbox = createNoticeOutbox({ board, id, link: links.side })
  const listener = createNoticeListener({
    board,
    id,
    listenOn: links.direct,
    times,
    send: outbox.send,
    onAppended(seq) {
      announced = Math.max(announced, seq)
      if (seq > place.read.seq) callBack()
    },
    onConnected() {
      // Events appended before LISTEN took effect are found by reading the head.
      polls.hasten()
      tick()
    },
  })
  const polls = createRepeated(poll)
  const renewals = createRepeated(renew, performance.now())

  function callBack(): void {
    for (const watcher of watchers) watcher()
  }

  async function poll(): Promise<void> {
    isInDoubt = false
    try {
      if (await options.look()) callBack()
    } catch {
      isInDoubt = true
      // Without this, a server that gets no writes would not notice the failure, and would appear healthy until
      // the next write.
      if (reach.isOverdue(times.patienceMs)) callBack()
    }
  }

  function tick(): void {
    const early = times.pollMs / 4
    outbox.retry()
    listener.connect()
    polls.beginEvery((listener.isListening && !isInDoubt ? times.provenPollMs : times.pollMs) - early)
    listener.prove()
    renewals.beginEvery(times.renewMs - early)
  }

  const timer = setInterval(tick, times.pollMs)
  tick()

  return {
    tellAppended: outbox.tellAppended,
    tell: outbox.tell,
    hear: listener.hear,
    watch(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    behind: () => Math.max(0, announced - place.handed.seq),
    noteOutage: () => void (isInDoubt = true),
    get isListening() {
      return listener.isListening
    },
    async close() {
      watchers.clear()
      clearInterval(timer)
      const sent = outbox.close()
      await listener.close()
      await Promise.all([sent, polls.settled(), renewals.settled()])
    },
  }
}

// --- internal ---

/** Work that is repeated, never twice at a time. The work itself must handle its failures. */
function createRepeated(work: () => Promise<void>, begunAt = -Infinity) {
  let begun = begunAt
  let underWay: Promise<void> | undefined

  return {
    /** Starts the work unless it is already running or was started less than this long ago. */
    beginEvery(ms: number): void {
      if (underWay || performance.now() - begun < ms) return
      begun = performance.now()
      underWay = work()
        .catch(() => undefined)
        .finally(() => (underWay = undefined))
    },
    /** Makes it due at once. */
    hasten(): void {
      begun = -Infinity
    },
    /** Resolves when it is not under way. */
    async settled(): Promise<void> {
      await underWay
    },
  }
}
