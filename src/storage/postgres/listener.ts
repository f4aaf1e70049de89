import { connect, type ConnectionOptions, type DatabaseConnection } from "./connection.ts"
import { channelOf, createNoticeReader, encodeProof, type ServerNotice } from "./notices.ts"
import type { PostgresTimes } from "./options.ts"

/**
 * LISTEN on a separate connection. A notice may be lost without any sign, for example behind a pooler. So the
 * server sends itself a notice every few seconds.
 */
export type NoticeListener = ReturnType<typeof createNoticeListener>

export interface ListenerOptions {
  readonly board: number
  /** Of this server, to know its own notices. */
  readonly id: string
  readonly listenOn: ConnectionOptions
  readonly times: PostgresTimes
  send(text: string): void
  /** Another server has appended up to this event. */
  onAppended(seq: number): void
  onConnected(): void
}

export function createNoticeListener(options: ListenerOptions) {
  const { board, id, times } = options
  const read = createNoticeReader()
  const hearers = new Set<(text: string) => void>()
  let connection: DatabaseConnection | undefined
  let connecting: Promise<void> | undefined
  let isListening = false
  let isClosed = false
  let provedAt = -Infinity
  let proofs = 0
  let heard = 0

  function take(notice: ServerNotice | undefined): void {
    if (notice?.kind === "proof" && notice.from === id) {
      heard = Math.max(heard, notice.n)
      isListening = true
    }
    if (notice === undefined || notice.from === id) return
    if (notice.kind === "appended") options.onAppended(notice.seq)
    if (notice.kind === "told") for (const hearer of hearers) hearer(notice.text)
  }

  async function listen(): Promise<void> {
    const made = await connect(options.listenOn)
    if (isClosed) return made.close()
    made.hear((payload) => take(read(payload)))
    connection = made
    void made.ended.then(() => {
      isListening = false
      if (connection === made) connection = undefined
    })
    await made.query(`listen ${channelOf(board)}`)
    // It is proven at once.
    provedAt = -Infinity
    heard = proofs
    options.onConnected()
  }

  return {
    /** True while our own notices arrive. */
    get isListening() {
      return isListening
    },
    /** Makes the connection unless it exists or is being made. */
    connect(): void {
      if (connection) return
      connecting ??= listen()
        .catch(() => undefined)
        .finally(() => (connecting = undefined))
    },
    /**
     * Sends a notice to this server unless one was sent a short time ago. If the previous notice has not arrived,
     * the connection is given up.
     */
    prove(): void {
      const everyMs = isListening ? times.proveMs : times.pollMs * 3
      if (performance.now() - provedAt < everyMs - times.pollMs / 4) return
      provedAt = performance.now()
      if (heard < proofs) {
        isListening = false
        connection?.destroy()
      }
      if (connection) options.send(encodeProof(id, ++proofs))
    },
    /** Hears what other servers told. Returns how to stop. */
    hear(hearer: (text: string) => void): () => void {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
    async close(): Promise<void> {
      isClosed = true
      await connection?.close()
      await connecting
    },
  }
}
