import { setTimeout as sleep } from "node:timers/promises"
import { isProblem, notUpnext, toClientError, unreachable } from "./client-error.ts"
import { ask, codeOf, isLost } from "./node-http.ts"
import type { PlainAnswer } from "./plain-http.ts"

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
    const { answer, cause } = await deliverOnce(delivery)
    const isStarting = lost !== undefined && answer !== undefined && isOfStart(answer)
    if (answer !== undefined && !isStarting) return read(delivery, answer)
    if (delivery.signal?.aborted) throw delivery.signal.reason
    // If the first attempt is refused, the request was never sent: the caller has to start the server.
    const isAway = isStarting || (lost !== undefined && codeOf(cause) === "ECONNREFUSED")
    const pause = pauses[attempt]
    if (!("idempotency-key" in delivery.headers) || pause === undefined || !(isAway || isLost(cause)))
      throw tell(delivery, lost ?? cause)
    lost ??= cause
    await sleep(pause, undefined, delivery.signal && { signal: delivery.signal }).catch(() => undefined)
  }
}

// --- internal ---

/** Milliseconds before each repetition: together as long as a server takes to come back. */
const pauses = [100, 400, 1500, 3000]

/** A server that does not know the board yet cannot tell what came of a request. */
function isOfStart({ body }: PlainAnswer): boolean {
  const data = parse(body)
  return isProblem(data) && data.code === "unavailable"
}

/** The answer, or why there is none. */
async function deliverOnce({
  method,
  url,
  headers,
  body,
  signal,
  timeout,
}: Delivery): Promise<{ answer?: PlainAnswer; cause?: unknown }> {
  const limit = AbortSignal.timeout(timeout)
  try {
    const answer = await ask(url, {
      method,
      headers: Object.entries({
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return { answer }
  } catch (cause) {
    return { cause }
  }
}

function read({ url, onSeq, accepts }: Delivery, { status, headers, body }: PlainAnswer): unknown {
  const data = parse(body)
  const seq = headers.get("upnext-seq")
  // Many servers answer JSON. Ours also says which state of the board the answer reflects.
  const isOurs = accepts ? accepts(data) : status < 400 && data !== undefined && seq !== undefined
  if (seq !== undefined) onSeq?.(Number(seq))
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
