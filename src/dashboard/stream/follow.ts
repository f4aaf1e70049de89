import { createEventReader, type Message } from "../../sse.ts"

export interface Follower {
  onConnected(): void
  /** @returns false when the stream is of no more use: all must be read anew. */
  onMessage(message: Message): boolean
  onLost(): void
}

export interface OpeningFollower extends Follower {
  /** Opens the stream after a seq. */
  open(after: number, signal: AbortSignal): Promise<Response>
}

/** The open stream of events after `seq`. `EventSource` could send no token. */
export function openEvents(after: number, token: string | null, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` }
  return fetch(`/events?after=${after}`, { headers, cache: "no-store", signal })
}

/** The server sends at least a comment line every 15 s; a stream silent for longer than this is dead. */
const silence = 40_000

/**
 * Follows the events from `seq` on, through every loss of the connection, without gap or repeat.
 * @returns why it ended: `reset` when all must be read anew, `unauthorized` when a token is needed, `aborted`
 */
export async function follow(
  seq: number,
  follower: OpeningFollower,
  stop: AbortSignal,
): Promise<"reset" | "unauthorized" | "aborted"> {
  let last = seq
  for (let failures = 0; ; failures++) {
    if (failures > 0) await pause(Math.min(250 * 2 ** failures, 5000))
    const abort = new AbortController()
    const end = () => abort.abort()
    stop.addEventListener("abort", end)
    try {
      if (stop.aborted) return "aborted"
      const response = await within(15_000, abort, follower.open(last, abort.signal))
      if (response.status === 401) return "unauthorized"
      if (!response.ok || !response.body) throw new Error(`events answered ${response.status}`)
      follower.onConnected()
      const parse = createEventReader()
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await within(silence, abort, reader.read())
        if (done) break
        failures = 0
        for (const message of parse(value)) {
          if (!follower.onMessage(message)) return "reset"
          last = Number(message.id) || last
        }
      }
    } catch {
      // Lost, refused or silent: all the same, it is tried again.
    } finally {
      stop.removeEventListener("abort", end)
      abort.abort()
    }
    if (stop.aborted) return "aborted"
    follower.onLost()
  }
}

/** Waits, but no longer than until the machine is online or, in a page, looked at again. */
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

// --- internal ---

async function within<T>(ms: number, abort: AbortController, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => abort.abort(), ms)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
