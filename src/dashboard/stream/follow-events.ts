import { createConversation } from "../../client/conversation.ts"
import { UpnextError } from "../../errors.ts"
import { follow } from "../../stream/follow.ts"
import type { Message } from "../../stream/sse.ts"

export interface Follower {
  onConnected(): void
  /** @returns false if following the stream is of no use any more, because everything must be read again */
  onMessage(message: Message): boolean
  /**
   * Called after each loss, and after each try that failed.
   * @param heardAt when the server was last heard on the stream, in ms; null: it has not been heard yet
   */
  onLost(heardAt: number | null): void
}

export interface OpeningFollower extends Follower {
  /** Opens the stream after a seq. Resolves with its text, piece by piece. */
  open(after: number, signal: AbortSignal): Promise<AsyncIterable<string>>
}

/** The text of the stream of events after `seq`. `EventSource` is not used because it cannot send a token. */
export async function openEvents(
  after: number,
  token: string | null,
  signal: AbortSignal,
): Promise<AsyncIterable<string>> {
  const { text } = await createConversation("", () => ({ token })).open(
    "/events?output=1",
    `${after}`,
    signal,
  )
  return text
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
  let heardAt: number | null = null
  const hear = () => void (heardAt = Date.now())
  const messages = follow({
    open: async (lastId, connection) => tap(await open(Number(lastId) || seq, connection), hear),
    isFinal: isUnauthorized,
    onConnected() {
      hear()
      onConnected()
    },
    onLost: () => onLost(heardAt),
    pause,
    shortestPauseMs: 500,
    longestPauseMs: 5000,
    signal,
  })
  try {
    for await (const message of messages) {
      // The server ends the stream after this message. The next attempt may succeed, but not with this token.
      if (message.event === "refused" && message.data.includes('"unauthorized"')) return "unauthorized"
      if (message.event === "refused") continue
      if (!onMessage(message)) return "reset"
    }
    return "aborted"
  } catch (error) {
    if (isUnauthorized(error)) return "unauthorized"
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

/** What a page tells the stream that it shares with the other tabs. */
export type Ask =
  | { readonly type: "follow"; readonly after: number; readonly token: string | null }
  | { readonly type: "leave" }

/** What the shared stream tells a page. */
export type Told =
  | { readonly type: "connected" }
  /** `heardAt`: when the server was last heard, in ms; null: it has not been heard yet. */
  | { readonly type: "lost"; readonly heardAt: number | null }
  | { readonly type: "message"; readonly message: Message }
  | { readonly type: "ended"; readonly why: Ending }

/** `reset`: everything must be read again; `unauthorized`: the server asks for a token. */
export type Ending = "reset" | "unauthorized"

// --- internal ---

const isUnauthorized = (error: unknown): boolean =>
  error instanceof UpnextError && error.code === "unauthorized"

/** The same pieces. Each is reported, also one that is only a heartbeat. */
async function* tap(pieces: AsyncIterable<string>, onPiece: () => void): AsyncGenerator<string, void> {
  for await (const piece of pieces) {
    onPiece()
    yield piece
  }
}
