import type { DatabaseLink } from "./link.ts"
import { encodeAppended, encodeTold, sendNotices } from "./notices.ts"

/** Notices on their way to the other servers of a board. */
export type NoticeOutbox = ReturnType<typeof createNoticeOutbox>

export interface OutboxOptions {
  readonly board: number
  readonly id: string
  readonly link: DatabaseLink
}

export function createNoticeOutbox({ board, id, link }: OutboxOptions) {
  let waiting: string[] = []
  let appended: number | undefined
  let told = 0
  let sending: Promise<void> | undefined
  let isClosed = false

  function send(...texts: string[]): void {
    waiting.push(...texts)
    sending ??= sendAll().finally(() => (sending = undefined))
  }

  async function sendAll(): Promise<void> {
    while ((waiting.length > 0 || appended !== undefined) && !isClosed) {
      const texts = [...waiting, ...(appended === undefined ? [] : [encodeAppended(id, appended)])]
      const seq = appended
      waiting = []
      appended = undefined
      try {
        await link.use((connection) => sendNotices(connection, board, texts))
      } catch {
        // Sent again at the next tick: a server that receives its own notices waits for ours.
        appended ??= seq
        return
      }
    }
  }

  return {
    send,
    /** Tells that we have appended, soon, and once for many calls. */
    tellAppended(seq: number): void {
      appended = seq
      send()
    },
    tell(text: string): void {
      // Where the database cannot be reached, these would only pile up.
      if (waiting.length < most) send(...encodeTold(id, ++told, text))
    },
    /** Sends again a notice that a server waits for, if it could not be sent. */
    retry(): void {
      if (appended !== undefined) send()
    },
    /** Resolves when nothing is being sent. Unsent notices are dropped. */
    async close(): Promise<void> {
      isClosed = true
      await sending
    },
  }
}

// --- internal ---

const most = 1_000
