import { createDeadline } from "./deadline.ts"
import { createEventReader, type Message } from "./sse.ts"

export interface FollowOptions {
  /**
   * Opens the stream after the last id, which is empty as long as no message has named one. Resolves with the decoded
   * text, piece by piece. The signal ends the request and, later, the text.
   */
  open(lastId: string, signal: AbortSignal): Promise<AsyncIterable<string>>
  /** True of an error of `open` after which it is no use to try again: the follower rejects with it. */
  isFinal(error: unknown, wasConnected: boolean): boolean
  /** Called after each attempt that opened the stream. */
  onConnected(): void
  /** Called after each attempt that failed, and after each connection that ended. */
  onLost(): void
  /** Waits before the next attempt; resolves early where there is a reason to try at once. */
  pause(ms: number): Promise<void>
  /** The first pause after a loss. Each further attempt that fails doubles it, up to the longest. */
  readonly shortestPauseMs: number
  readonly longestPauseMs: number
  /** How long to wait for the stream to open. Default: 15 s. */
  readonly openTimeoutMs?: number | undefined
  /** The server sends at least a comment line every 15 s; a stream silent for longer than this is dead. Default: 40 s. */
  readonly silenceTimeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Follows a stream of server-sent events through every loss of the connection, without gap or repeat: each connection
 * goes on after the last id. Ends when the signal aborts. A `refused` message, after which the server ends the stream,
 * is passed on like any other; a follower that reads on tries again.
 */
export async function* follow({
  open,
  isFinal,
  onConnected,
  onLost,
  pause,
  shortestPauseMs,
  longestPauseMs,
  openTimeoutMs = 15_000,
  silenceTimeoutMs = 40_000,
  signal,
}: FollowOptions): AsyncGenerator<Message, void> {
  let lastId = ""
  let wasConnected = false
  for (let failures = 0; !signal?.aborted; failures += 1) {
    if (failures > 0) await pause(Math.min(shortestPauseMs * 2 ** (failures - 1), longestPauseMs))
    if (signal?.aborted) return
    const deadline = createDeadline(signal)
    try {
      deadline.set(openTimeoutMs)
      const pieces = await open(lastId, deadline.signal)
      wasConnected = true
      onConnected()
      const read = createEventReader()
      deadline.set(silenceTimeoutMs)
      for await (const piece of pieces) {
        // While the reader of these messages is busy, the stream is not read, so silence means nothing.
        deadline.clear()
        for (const message of read(piece)) {
          if (message.id !== "") lastId = message.id
          if (message.event !== "refused") failures = 0
          yield message
        }
        deadline.set(silenceTimeoutMs)
      }
    } catch (error) {
      if (!signal?.aborted && isFinal(error, wasConnected)) throw error
    } finally {
      deadline.close()
      deadline.abort()
    }
    if (!signal?.aborted) onLost()
  }
}
