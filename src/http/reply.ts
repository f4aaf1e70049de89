import type { IncomingMessage, ServerResponse } from "node:http"
import { problemOf } from "./problem.ts"

/** A finished answer: what goes onto the wire and nothing to compute any more. */
export interface Reply {
  readonly status: number
  /** Names and values in turn, as `writeHead` takes them without looking at each. */
  readonly headers: string[]
  readonly body: string | Buffer
}

/** A handler that writes to the response by itself, as event streams do, answers this. */
export const streaming = Symbol("streaming")

export function json(status: number, value: unknown, headers: readonly string[] = []): Reply {
  return text(status, "application/json; charset=utf-8", JSON.stringify(value), headers)
}

export function text(
  status: number,
  type: string,
  body: string | Buffer,
  headers: readonly string[] = [],
): Reply {
  const length = String(Buffer.byteLength(body))
  // One literal and one concat: spreading the pieces showed up in the profile of GET /tasks/next.
  const common = [
    "content-type",
    type,
    "content-length",
    length,
    "cache-control",
    "no-store",
    "x-content-type-options",
    "nosniff",
  ]
  return { status, headers: headers.length > 0 ? common.concat(headers) : common, body }
}

/** The problem document of whatever was thrown (RFC 9457). */
export function refusal(error: unknown): Reply {
  const problem = problemOf(error)
  const allow = problem.facts?.["allow"]
  return text(problem.status, "application/problem+json; charset=utf-8", JSON.stringify(problem), [
    ...(Array.isArray(allow) ? ["allow", allow.join(", ")] : []),
    ...(problem.status === 401 ? ["www-authenticate", 'Bearer realm="upnext"'] : []),
  ])
}

/**
 * Sends it. A body that is still coming and is too long to wait for is not read: the answer goes out whole, then,
 * after a moment in which the client can read it, the connection closes.
 */
export function send(req: IncomingMessage, res: ServerResponse, { status, headers, body }: Reply): void {
  if (res.headersSent || res.destroyed) return
  if (!req.complete && unread(req) > worthReading) {
    res.writeHead(status, [...headers, "connection", "close"])
    if (req.method !== "HEAD") res.write(body)
    closeSoon(req, res)
    return
  }
  res.writeHead(status, headers)
  res.end(body)
}

// --- internal ---

/** Of a body that nobody wants, node reads this much to keep the connection; in bytes. */
const worthReading = 64 * 1024

function unread({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity
}

/**
 * Closing at once would reset the connection under a client that still sends, and so lose the answer. The request
 * is never destroyed before its response has finished: http-shutdown crashes the process at that.
 */
function closeSoon(req: IncomingMessage, res: ServerResponse): void {
  let left = 16 * 1024 * 1024
  const close = () => {
    clearTimeout(timer)
    req.off("data", onData)
    res.end()
  }
  const onData = (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) close()
  }
  const timer = setTimeout(close, 1000)
  req.on("data", onData).once("end", close).once("close", close).resume()
}
