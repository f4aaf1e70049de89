import { STATUS_CODES } from "node:http"
import { FastResponse } from "srvx"
import { problemOf } from "./problem.ts"

export type Header = [name: string, value: string]

export function json(status: number, value: unknown, headers: readonly Header[] = []): Response {
  return text(status, jsonType, JSON.stringify(value), headers)
}

export const jsonType = "application/json; charset=utf-8"

/**
 * srvx's `FastResponse` is a Response that is written to the wire directly; the platform's own takes three times as
 * long.
 */
export function text(status: number, type: string, body: string, headers: readonly Header[] = []): Response {
  return prepare(status, type, body, headers)()
}

/** Creates the same response repeatedly, because a response can be sent only once. */
export function prepare(
  status: number,
  type: string,
  body: string | Buffer<ArrayBuffer>,
  headers: readonly Header[] = [],
): () => Response {
  const size = Buffer.byteLength(body)
  const init = {
    status,
    statusText: STATUS_CODES[status] ?? "",
    headers: [
      ["content-type", type],
      ["content-length", String(size)],
      ["cache-control", "no-store"],
      ["x-content-type-options", "nosniff"],
      ...headers,
    ] satisfies Header[],
  }
  if (size < largeBytes || typeof body !== "string") return () => new FastResponse(body, init)
  return () => {
    const reply = new FastResponse(body, init)
    large.set(reply, size)
    return reply
  }
}

/** The bytes of a reply that uses much memory until it has been read; undefined for any other reply. */
export function sizeOfLarge(reply: Response): number | undefined {
  return large.get(reply)
}

/** The problem document for any thrown value (RFC 9457). */
export function refusal(error: unknown): Response {
  const problem = problemOf(error)
  const { allow, retryAfter } = problem.facts ?? {}
  return text(problem.status, "application/problem+json; charset=utf-8", JSON.stringify(problem), [
    ...(Array.isArray(allow) ? [["allow", allow.join(", ")] satisfies Header] : []),
    ...(typeof retryAfter === "number" ? [["retry-after", String(retryAfter)] satisfies Header] : []),
    ...(problem.status === 401 ? [["www-authenticate", 'Bearer realm="upnext"'] satisfies Header] : []),
  ])
}

// --- internal ---

const largeBytes = 256 * 1024

const large = new WeakMap<Response, number>()
