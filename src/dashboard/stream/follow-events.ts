import { follow } from "../../follow.ts"
import type { Message } from "../../sse.ts"
import type { Ending } from "./port.ts"

export interface Follower {
  onConnected(): void
  /** @returns false if following the stream is of no use any more, because everything must be read again */
  onMessage(message: Message): boolean
  onLost(): void
}

export interface OpeningFollower extends Follower {
  /** Opens the stream after a seq. */
  open(after: number, signal: AbortSignal): Promise<Response>
}

/** The open stream of events after `seq`. `EventSource` is not used because it cannot send a token. */
export function openEvents(after: number, token: string | null, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` }
  return fetch(`/events?after=${after}&output=1`, { headers, cache: "no-store", signal })
}

/**
 * Follows the events after `seq`, through every loss of the connection, without gap or repeat.
 * @returns why it ended: `reset` if everything must be read again, `unauthorized` if a token is needed, `aborted`
 */
export async function followEvents(
  seq: number,
  { open, onConnected, onMessage, onLost }: OpeningFollower,
  signal: AbortSignal,
): Promise<Ending | "aborted"> {
  const messages = follow({
    async open(lastId, connection) {
      const response = await open(Number(lastId) || seq, connection)
      if (response.status === 401) throw unauthorized
      if (!response.ok || !response.body) throw new Error(`events answered ${response.status}`)
      return textOf(response.body)
    },
    isFinal: (error) => error === unauthorized,
    onConnected,
    onLost,
    pause,
    shortestPauseMs: 500,
    longestPauseMs: 5000,
    signal,
  })
  try {
    for await (const message of messages) {
      // The server ends the stream after this message. The next attempt may succeed.
      if (message.event === "refused") continue
      if (!onMessage(message)) return "reset"
    }
    return "aborted"
  } catch (error) {
    if (error === unauthorized) return "unauthorized"
    throw error
  }
}

/** Waits for a pause. It ends early when the machine comes online or, in a page, when somebody looks at it again. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const page = "document" in globalThis ? document : undefined
    const done = () => {
      clearTimeout(timer)
      removeEventListener("online", done)
      page?.removeEventListener("visibilitychange", done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener("online", done)
    page?.addEventListener("visibilitychange", done)
  })
}

/** Reads a stream to its end. Not every browser can iterate over a stream. */
export async function* textOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

// --- internal ---

const unauthorized = new Error("The server asks for a token")
