import { FetchError, ofetch, type $Fetch } from "ofetch"
import { hearDate } from "./board-clock.ts"
import { isProblem, notUpnext, toClientError, unreachable } from "./client-error.ts"
import { createDeadline, type Deadline } from "../stream/deadline.ts"
import { isEventStream, streamIn, untilCutOff, type TextStream } from "./text-stream.ts"
import { fileIn, formsOf, headersOf, identityOf, proofOf, streamHeaders } from "./request-forms.ts"
import type { ClientRequest, Speaker } from "./client-request.ts"
import { createWhereabouts, type Whereabouts } from "./whereabouts.ts"
import { codeOf, isLost, toUnreachable } from "./lost.ts"

export interface ClientAnswer {
  readonly data: unknown
  /** The newest event that the answer reflects. */
  readonly seq: number
  /** Of an answer that shows the past: the time of it. */
  readonly at: string | null
  /** Of a write that can be taken back: what names it to an undo. */
  readonly command: number | null
}

export type Conversation = ReturnType<typeof createConversation>

/**
 * How every client talks to a server: the command line, the bridge of MCP, a program that imports Upnext, and the page.
 * Another server of the same board is asked for no less than the newest event that an answer reflected.
 * @param base the URL of the server, without a slash at its end; in a page "", for the server that sent it
 * @param speaker is asked before each request
 */
export function createConversation(base: string, speaker: () => Speaker) {
  let newest = 0
  let hasStreamed = false
  const whereabouts = createWhereabouts(base, speaker)
  // Our server sends no redirection, and no other server may get the token.
  const send = ofetch.create({ redirect: "manual", cache: "no-store" })
  const begin = createBegin(send, whereabouts)

  const deliver = createDeliver({ send, whereabouts, speaker, newest: () => newest })

  return {
    /** Rejects with the server's refusal, with `unreachable` or `not_upnext`, or with the signal's reason. */
    async ask(request: ClientRequest): Promise<ClientAnswer> {
      const { status, data, seq, at, command } = await untilAborted(deliver(request), request.signal)
      // Many servers answer JSON. Ours also says which state of the board the answer reflects.
      const isOurs = request.accepts?.(data) ?? (status < 400 && data !== undefined && seq !== null)
      if (seq !== null) newest = Math.max(newest, Number(seq))
      if (isOurs) return { data, seq: Number(seq), at, command: command === null ? null : Number(command) }
      if (await untilAborted(whereabouts.hasMoved(data), request.signal)) return this.ask(request)
      if (!isProblem(data)) throw notUpnext(whereabouts.now().origin, status)
      // The board has lost the event, so there is nothing to wait for any more.
      if (data.facts?.["isBeyond"] === true) newest = 0
      throw toClientError(data)
    },

    /** Opens a stream of events after the event `lastId`. The signal ends the request and, later, the text. */
    async open(path: string, lastId: string | undefined, signal: AbortSignal): Promise<TextStream> {
      // Whoever opens it again has lost it.
      if (hasStreamed) whereabouts.heard(false)
      hasStreamed = true
      const response = await begin(path, streamHeaders(speaker(), lastId), signal)
      return streamIn(response, whereabouts.now().origin, isEventStream)
    },

    /**
     * Begins to receive a text of any length. Its pieces reject with `unreachable` where it is cut off, or where none comes for
     * `silenceMs`.
     */
    download(path: string, silenceMs: number, signal?: AbortSignal): Promise<TextStream> {
      const least = newest > 0 ? { "upnext-min-seq": String(newest) } : {}
      const headers = { accept: "*/*", ...identityOf(speaker()), ...least }
      return received((limit) => begin(path, headers, limit), {
        origin: whereabouts.now().origin,
        silenceMs,
        signal,
      })
    },
  }
}

// --- internal ---

/** Milliseconds before each repetition: together as long as a server takes to come back. */
const pausesMs = [100, 400, 1500, 3000]

interface Sending {
  readonly send: $Fetch
  readonly whereabouts: Whereabouts
  speaker(): Speaker
  newest(): number
}

/**
 * Sends a request until it is answered or given up. `lost`: why an earlier attempt got no answer. Whether it was done is not
 * known until this one is answered.
 */
function createDeliver({ send, whereabouts, speaker, newest }: Sending) {
  return async function deliver(request: ClientRequest, lost?: unknown): Promise<Delivered> {
    const { method, path, idempotencyKey, signal, timeoutMs } = request
    const pauses = idempotencyKey !== undefined ? pausesMs : method === "GET" ? [0] : []
    let cause = lost
    let deadline: Deadline | undefined
    try {
      const { status, headers, _data } = await send.raw<unknown, "json" | "arrayBuffer">(path, {
        method,
        headers: headersOf(request, speaker(), newest()),
        ...formsOf(request),
        retry: pauses.length,
        retryDelay: ({ options }) => pauses.at(-Number(options.retry)) ?? 0,
        // 500 stands for no answer. A refusal is never repeated.
        retryStatusCodes: [500, 503],
        async onRequest(attempt) {
          const { options } = attempt
          deadline?.close()
          deadline = createDeadline(signal)
          if (timeoutMs !== undefined) deadline.set(timeoutMs)
          // A server that cannot be vouched for is one that is away: it may come back between two attempts.
          const doubt = await whereabouts.prepare().then(
            () => undefined,
            (reason: unknown) => AbortSignal.abort(reason),
          )
          options.signal = doubt ?? deadline.signal
          const { url, host } = whereabouts.now()
          attempt.request = url + path
          // A proof is good once, and each attempt is a request of its own.
          const proof = proofOf(speaker(), request, host)
          if (proof !== undefined) options.headers.set("authorization", proof)
        },
        onRequestError({ error, options }) {
          whereabouts.heard(false)
          // A server that was there is waited for. One that never was has to be started by the caller.
          const isAway = cause !== undefined && ["ECONNREFUSED", "unreachable"].includes(codeOf(error) ?? "")
          if (!isAway && !isLost(error)) options.retry = false
          cause ??= error
        },
        onResponse({ response, options }) {
          whereabouts.heard(true)
          hearDate(response.headers.get("date"))
          // A server that does not know the board yet cannot tell what came of a request that was lost.
          options.ignoreResponseError = cause === undefined || !isOfStart(response._data)
        },
      })
      const [seq, at, command] = ["seq", "at", "command"].map((name) => headers.get(`upnext-${name}`))
      const data = _data instanceof ArrayBuffer ? fileIn(_data, status, headers) : _data
      return { status, data, seq: seq ?? null, at: at ?? null, command: command ?? null }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      // The body of an answer may stop in the middle.
      if (deadline?.signal.aborted)
        throw toUnreachable(cause ?? deadline.signal.reason, whereabouts.now().origin, request)
      // ofetch reads the answer when its own attempts are over.
      const isHalf = !(error instanceof FetchError) && isLost(error)
      if (isHalf && lost === undefined && pauses.length > 0) return await deliver(request, error)
      throw toUnreachable(cause ?? error, whereabouts.now().origin, request)
    } finally {
      deadline?.close()
    }
  }
}

/** Sends the request for a text, and resolves when its first bytes are there. */
function createBegin({ raw }: Pick<$Fetch, "raw">, whereabouts: Whereabouts) {
  return async (path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> => {
    await whereabouts.prepare()
    const { url, origin } = whereabouts.now()
    const response = await raw(url + path, {
      ...{ headers, responseType: "stream", retry: false, ignoreResponseError: true, signal },
    }).catch((error: unknown) => {
      whereabouts.heard(false)
      const why = signal.aborted ? "did not answer in time" : "cannot be reached"
      throw unreachable(`${origin} ${why}.`, error)
    })
    whereabouts.heard(true)
    return response
  }
}

/** A text that is given up where no piece of it comes for too long. */
async function received(
  begin: (limit: AbortSignal) => Promise<Response>,
  { origin, silenceMs, signal }: { origin: string; silenceMs: number; signal: AbortSignal | undefined },
): Promise<TextStream> {
  const silence = createDeadline(signal)
  silence.set(silenceMs)
  try {
    const response = await begin(silence.signal)
    const stream = await streamIn(response, origin, ({ headers }) => headers.has("upnext-seq"))
    return { ...stream, text: untilCutOff(stream.text, { origin, silence, silenceMs }) }
  } catch (error) {
    silence.close()
    throw error
  }
}

interface Delivered {
  readonly status: number
  readonly data: unknown
  readonly seq: string | null
  readonly at: string | null
  readonly command: string | null
}

const isOfStart = (data: unknown): boolean => isProblem(data) && data.code === "unavailable"

/** Rejects with the signal's reason as soon as it aborts, also in a pause. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  let abort = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error)
    signal.addEventListener("abort", abort)
  })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", abort))
}
