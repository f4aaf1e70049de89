import { connect, type DatabaseConnection, type ConnectionOptions } from "./connection.ts"
import type { DatabaseLink } from "./link.ts"
import {
  channelOf,
  createNoticeReader,
  encodeAppended,
  encodeProof,
  encodeTold,
  sendNotices,
  type ServerNotice,
} from "./notices.ts"
import type { PostgresTimes } from "./options.ts"

/** Learns that others have appended, and tells others that we have. */
export interface LogFollower {
  /** Tells the other servers, soon, and once for many calls. */
  tellAppended(seq: number): void
  tell(text: string): void
  hear(listener: (text: string) => void): () => void
  /** The database could not be reached: the head is read every second until that succeeds. */
  noteOutage(): void
  /** True while our own notices arrive. */
  readonly isListening: boolean
  close(): Promise<void>
}

export interface FollowerOptions {
  readonly board: number
  /** Of this server, to know its own notices. */
  readonly id: string
  /** Sends notices. */
  readonly link: DatabaseLink
  readonly listenOn: ConnectionOptions
  readonly times: PostgresTimes
  /** Others have appended up to this event. */
  onAppended(seq: number): void
  /** Reads the head, as often as is needed. Rejects when the database cannot be reached. */
  poll(): Promise<void>
  /** Says that this server is alive. */
  renew(): Promise<void>
}

/**
 * LISTEN on a connection of its own, and a timer. A notice may be lost without a sign, such as behind a pooler. So the
 * server sends one to itself every few seconds. Until one of them has arrived, it reads the head every second, and much
 * less often from then on.
 */
export function createFollower(options: FollowerOptions): LogFollower {
  const { board, id, link, times } = options
  const listeners = new Set<(text: string) => void>()
  const read = createNoticeReader()
  const done = { poll: -Infinity, proof: -Infinity, renew: performance.now() }
  let listening: DatabaseConnection | undefined
  let connecting: Promise<void> | undefined
  let isListening = false
  let isClosed = false
  let proofs = 0
  let heard = 0
  let told = 0
  let outbox: string[] = []
  let appended: number | undefined
  let sending: Promise<void> | undefined
  let polling: Promise<unknown> | undefined
  let isInDoubt = false
  let renewing: Promise<void> | undefined

  function take(notice: ServerNotice | undefined): void {
    if (notice?.kind === "proof" && notice.from === id) {
      heard = Math.max(heard, notice.n)
      isListening = true
    }
    if (notice === undefined || notice.from === id) return
    if (notice.kind === "appended") options.onAppended(notice.seq)
    if (notice.kind === "told") for (const listener of listeners) listener(notice.text)
  }

  async function listen(): Promise<void> {
    const connection = await connect(options.listenOn)
    if (isClosed) return connection.close()
    connection.hear((payload) => take(read(payload)))
    listening = connection
    void connection.ended.then(() => {
      isListening = false
      if (listening === connection) listening = undefined
    })
    await connection.query(`listen ${channelOf(board)}`)
    // What was appended before we listened is found by reading the head; then LISTEN is proven at once.
    done.poll = done.proof = -Infinity
    heard = proofs
    tick()
  }

  function prove(): void {
    if (heard < proofs) {
      isListening = false
      listening?.destroy()
    }
    if (listening) send(encodeProof(id, ++proofs))
  }

  function send(...texts: string[]): void {
    outbox.push(...texts)
    sending ??= sendAll().finally(() => (sending = undefined))
  }

  async function sendAll(): Promise<void> {
    while ((outbox.length > 0 || appended !== undefined) && !isClosed) {
      const texts = [...outbox, ...(appended === undefined ? [] : [encodeAppended(id, appended)])]
      const seq = appended
      outbox = []
      appended = undefined
      try {
        await link.use((connection) => sendNotices(connection, board, texts))
      } catch {
        // Told again with the next tick: a server that hears its own notices waits for ours.
        appended ??= seq
        return
      }
    }
  }

  function tick(): void {
    const now = performance.now()
    if (appended !== undefined) send()
    const isDue = (last: number, everyMs: number) => now - last >= everyMs - times.pollMs / 4
    if (!listening)
      connecting ??= listen()
        .catch(() => undefined)
        .finally(() => (connecting = undefined))
    if (!polling && isDue(done.poll, isListening && !isInDoubt ? times.provenPollMs : times.pollMs)) {
      done.poll = now
      isInDoubt = false
      polling = options
        .poll()
        .catch(() => (isInDoubt = true))
        .then(() => (polling = undefined))
    }
    if (isDue(done.proof, isListening ? times.proveMs : times.pollMs * 3)) {
      done.proof = now
      prove()
    }
    if (!renewing && isDue(done.renew, times.renewMs)) {
      done.renew = now
      renewing = options
        .renew()
        .catch(() => undefined)
        .finally(() => (renewing = undefined))
    }
  }

  const timer = setInterval(tick, times.pollMs)
  tick()

  return {
    tellAppended(seq) {
      appended = seq
      send()
    },
    tell(text) {
      // Where the database cannot be reached, these would only pile up.
      if (outbox.length < outboxLimit) send(...encodeTold(id, ++told, text))
    },
    hear(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    noteOutage: () => void (isInDoubt = true),
    get isListening() {
      return isListening
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await listening?.close()
      await Promise.all([connecting, sending, polling, renewing])
    },
  }
}

// --- internal ---

const outboxLimit = 1_000
