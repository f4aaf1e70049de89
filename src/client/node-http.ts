import type { IncomingMessage, RequestOptions } from "node:http"
import { asError, askPlainly, type Outgoing, type PlainAnswer } from "./plain-http.ts"

/** Sends a request and resolves with the answer as soon as its head is here. Rejects with the socket's error. */
export async function open(
  url: string,
  { method, headers, body, signal }: Outgoing,
): Promise<IncomingMessage> {
  const { request, agent } = url.startsWith("https:") ? https() : http()
  const options: RequestOptions = {
    method,
    headers: Object.fromEntries(headers),
    agent,
    ...(signal && { signal }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, resolve)
    outgoing.on("error", (error) => {
      // The server closed a kept connection just when we wrote to it, so it has not seen a request it could act on.
      if (outgoing.reusedSocket && isLost(error) && method === "GET")
        open(url, { method, headers, signal }).then(resolve, reject)
      else reject(signal?.aborted ? asError(signal.reason) : error)
    })
    outgoing.end(body)
  })
}

/** Sends a request and resolves with its whole answer. Rejects with the socket's error or the signal's reason. */
export async function ask(url: string, init: Outgoing): Promise<PlainAnswer> {
  const isFirst = !hasAsked
  hasAsked = true
  // Most commands ask once: a connection of its own serves them before node:http would be loaded.
  if (isFirst && url.startsWith("http:")) return askPlainly(url, init)
  const message = await open(url, init)
  const headers = new Map(Object.entries(message.headers).map(([name, value]) => [name, String(value)]))
  return { status: message.statusCode ?? 0, headers, body: await textOf(message) }
}

export async function textOf(message: IncomingMessage): Promise<string> {
  message.setEncoding("utf8")
  let text = ""
  for await (const part of message) text += part as string
  return text
}

/** True if an open connection broke, so that it is unknown whether the request was carried out. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error)
  return code === "ECONNRESET" || code === "EPIPE" || code === "ECONNABORTED"
}

/** `ECONNREFUSED` and its like; of several addresses tried, the first one's. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
}

// --- internal ---

let hasAsked = false

// An idle connection keeps no process alive.
const http = once(() => {
  const { Agent, request } = process.getBuiltinModule("node:http")
  return { request, agent: new Agent({ keepAlive: true }) }
})

const https = once(() => {
  const { Agent, request } = process.getBuiltinModule("node:https")
  return { request, agent: new Agent({ keepAlive: true }) }
})

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
