import type { IncomingMessage, RequestOptions } from "node:http"

/**
 * What ofetch needs of a fetch, over node:http, for the process of a command alone. Node's own takes 70 to 150 ms until
 * its first answer, twice as long as all the rest of a command (docs/decisions/http-client.md).
 */
async function lightFetch(url: string, { method, headers, body, signal }: Outgoing) {
  const { request, agent } = url.startsWith("https:") ? https() : http()
  const options: RequestOptions = { method, headers: Object.fromEntries(headers), agent, signal }
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(url, options, resolve)
    outgoing.on("error", (error) => reject(signal.aborted ? (signal.reason as Error) : error))
    outgoing.end(body)
  })
  const received = Object.entries(message.headers).map(([name, value]) => [name, String(value)] as const)
  return {
    status: message.statusCode ?? 0,
    headers: new LightHeaders(received),
    body: message,
    text: (): Promise<string> => textOf(message),
    arrayBuffer: (): Promise<ArrayBuffer> => bytesOf(message),
  }
}

class LightHeaders {
  readonly #values: Map<string, string>

  constructor(given: Iterable<readonly [string, string]> | Record<string, string> = []) {
    const pairs = Symbol.iterator in given ? [...given] : Object.entries(given)
    this.#values = new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]))
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value)
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#values[Symbol.iterator]()
  }
}

// ofetch takes them when it is loaded, so this module is imported before it.
Object.assign(globalThis, { fetch: lightFetch, Headers: LightHeaders })

// --- internal ---

interface Outgoing {
  readonly method: string
  readonly headers: Iterable<readonly [string, string]>
  readonly body?: string | Uint8Array
  readonly signal: AbortSignal
}

async function textOf(message: IncomingMessage): Promise<string> {
  message.setEncoding("utf8")
  let text = ""
  for await (const part of message) text += part as string
  return text
}

async function bytesOf(message: IncomingMessage): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = []
  for await (const part of message) parts.push(part as Uint8Array)
  return new Uint8Array(Buffer.concat(parts)).buffer
}

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
