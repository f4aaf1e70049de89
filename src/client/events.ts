import type { IncomingMessage } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { PublicEvent } from "../domain/read-models/public-events.ts"
import { UpnextError } from "../errors.ts"
import { createEventReader } from "../sse.ts"
import { isProblem, notUpnext, toClientError, unreachable } from "./client-error.ts"
import { open, textOf } from "./node-fetch.ts"

export interface EventFilter {
  /** Events after this sequence number; default: from now on. */
  readonly after?: number | undefined
  /** Only those about this task. */
  readonly task?: string | undefined
  /** Only those of these types. */
  readonly type?: readonly string[] | undefined
}

/** The log ends before the place to go on from: what was known of the board is worth nothing any more. */
export interface Reset {
  readonly type: "reset"
  /** The last event there is. */
  readonly seq: number
}

/** Told when the connection is lost and when it is there again: once each, however many attempts lie between. */
export interface ConnectionWatch {
  lost?(): void
  back?(): void
}

/**
 * Server-sent events as they come. Once connected, it connects anew when the connection breaks, after 1 s, then
 * twice as long each time up to 15 s, and goes on after the last event seen; the first connection, and refusals,
 * reject.
 */
export async function* followEvents(
  base: string,
  headers: Readonly<Record<string, string>>,
  { after, task, type = [] }: EventFilter,
  signal?: AbortSignal,
  watch: ConnectionWatch = {},
): AsyncGenerator<PublicEvent | Reset, void> {
  const filters = [...(task === undefined ? [] : [["task", task]]), ...type.map((each) => ["type", each])]
  const query = new URLSearchParams(filters)
  const url = `${base}/events${query.size > 0 ? `?${query.toString()}` : ""}`
  let last = after
  let wasThere = false
  let failures = 0
  for (;;) {
    try {
      const message = await connect(
        url,
        { ...headers, ...(last !== undefined && { "last-event-id": String(last) }) },
        signal,
      )
      if (failures > 0) watch.back?.()
      wasThere = true
      failures = 0
      // A connection that breaks before its first event has a place to go on from too.
      last ??= seqOf(message)
      for await (const event of readEvents(message)) {
        last = event.seq
        yield event
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!wasThere || !isPassing(error)) throw error
    }
    if (signal?.aborted) return
    if (failures === 0) watch.lost?.()
    await sleep(
      Math.min(shortestPause * 2 ** failures, longestPause),
      undefined,
      signal ? { signal } : {},
    ).catch(() => undefined)
    if (signal?.aborted) return
    failures += 1
  }
}

// --- internal ---

const shortestPause = 1000
const longestPause = 15_000

async function connect(
  url: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  const message = await open(url, {
    method: "GET",
    headers: Object.entries({ accept: "text/event-stream", ...headers }),
    signal,
  }).catch((error: unknown) => {
    throw unreachable(`${new URL(url).origin} cannot be reached.`, error)
  })
  const isStream = message.headers["content-type"]?.startsWith("text/event-stream") === true
  if (message.statusCode === 200 && isStream) return message
  const data = parse(await textOf(message))
  if (isProblem(data)) throw toClientError(data)
  throw notUpnext(url, message.statusCode)
}

/** Reads the events of a stream up to the end of the connection. */
async function* readEvents(message: IncomingMessage): AsyncGenerator<PublicEvent | Reset, void> {
  message.setEncoding("utf8")
  const read = createEventReader()
  for await (const part of message) {
    for (const { event: kind, data } of read(part as string)) {
      const value = parse(data)
      if (kind === "refused" && isProblem(value)) throw toClientError(value)
      if (isEvent(value)) yield kind === "reset" ? { type: "reset", seq: value.seq } : value
    }
  }
}

function isEvent(value: unknown): value is PublicEvent {
  return typeof value === "object" && value !== null && "seq" in value && typeof value.seq === "number"
}

function seqOf({ headers }: IncomingMessage): number | undefined {
  const seq = headers["upnext-seq"]
  return typeof seq === "string" && /^\d+$/.test(seq) ? Number(seq) : undefined
}

/** True of what a restart explains; a refusal, or the answer of another program, stays what it is. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof UpnextError)) return true
  return error.code === "unreachable" || error.code === "unavailable"
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
