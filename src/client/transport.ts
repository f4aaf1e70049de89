import { createFetch } from "ofetch"
import { setTimeout as sleep } from "node:timers/promises"
import { isProblem, notUpnext, toClientError, unreachable } from "./client-error.ts"
import { codeOf, isLost, nodeFetch, NodeHeaders } from "./node-fetch.ts"

export interface Delivery {
  readonly method: string
  /** Absolute. */
  readonly url: string
  /** Names in lower case. With an `idempotency-key` the request is repeated when its connection is lost. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** How long to wait for the answer, in ms. */
  readonly timeout: number
  /** Called with the `Upnext-Seq` of the answer. */
  readonly onSeq?: (seq: number) => void
  /** Answers that are accepted whatever their status is. */
  accepts?(data: unknown): boolean
}

/**
 * Sends a request and resolves with the parsed answer. Rejects with the server's refusal, with `unreachable`, or
 * with the signal's reason.
 */
export async function deliver(delivery: Delivery): Promise<unknown> {
  /** Why the first attempt got no answer. Whether it was done is not known until a repetition is answered. */
  let lost: unknown
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await deliverOnce(delivery)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (delivery.signal?.aborted) throw delivery.signal.reason
      // If the first attempt is refused, the request was never sent: the caller has to start the server.
      const isAway = lost !== undefined && (codeOf(cause) === "ECONNREFUSED" || isStarting(error))
      if (cause === undefined && !isAway) throw error
      const pause = pauses[attempt]
      if (!("idempotency-key" in delivery.headers) || pause === undefined || !(isAway || isLost(cause)))
        throw tell(delivery, lost ?? cause)
      lost ??= cause
      await sleep(pause, undefined, delivery.signal && { signal: delivery.signal }).catch(() => undefined)
    }
  }
}

// --- internal ---

/** Milliseconds before each repetition: together as long as a server takes to come back. */
const pauses = [100, 400, 1500, 3000]

/** A server that does not know the board yet cannot tell what came of a request. */
const isStarting = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "unavailable"

const { raw } = createFetch({ fetch: nodeFetch, Headers: NodeHeaders })

async function deliverOnce({
  method,
  url,
  headers,
  body,
  signal,
  timeout,
  onSeq,
  accepts,
}: Delivery): Promise<unknown> {
  const {
    status,
    headers: head,
    _data: data,
  } = await raw<unknown>(url, {
    method,
    headers: Object.entries({
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    }),
    // A string, because ofetch checks whether an object is FormData, and that name loads the global fetch.
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal ? { signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]) } : { timeout }),
    retry: false,
    ignoreResponseError: true,
    parseResponse: parse,
  })
  // Many servers answer JSON. Ours also says which state of the board the answer reflects.
  const isOurs = accepts
    ? accepts(data)
    : status < 400 && data !== undefined && head.get("upnext-seq") !== null
  onSeq?.(Number(head.get("upnext-seq")))
  if (isOurs) return data
  if (isProblem(data)) throw toClientError(data)
  throw notUpnext(url, status)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error for a request that got no answer. `cause` is what the socket said. */
function tell({ method, url, timeout }: Delivery, cause: unknown): Error {
  const origin = originOf(url)
  const code = codeOf(cause)
  if (cause instanceof Error && cause.name === "TimeoutError") {
    return unreachable(`${origin} did not answer within ${Math.round(timeout / 1000)} s.`, cause)
  }
  if (code === "ECONNREFUSED") return unreachable(`No server listens at ${origin}.`, cause)
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return unreachable(`The host name in ${origin} is not known.`, cause)
  if (!isLost(cause)) return unreachable(`${origin} cannot be reached${code ? ` (${code})` : ""}.`, cause)
  const doubt = method === "GET" ? "" : " Whether it was done is not known."
  return unreachable(`The connection to ${origin} was lost before the answer came.${doubt}`, cause)
}

function originOf(url: string): string {
  return new URL(url).origin
}
