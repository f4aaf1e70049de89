import { setMaxListeners } from "node:events"
import { request, type IncomingHttpHeaders } from "node:http"
import { connect, type Socket } from "node:net"
import { afterEach } from "vitest"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import type { Engine, EngineHealth } from "../../src/engine/api.ts"
import type { Call, CallResult } from "../../src/engine/call.ts"
import { createHttp, type HttpApp, type HttpOptions } from "../../src/http/app.ts"
import { createAuth, type Auth, type StoredToken } from "../../src/http/request/auth.ts"
import { createProxies } from "../../src/http/request/proxies.ts"
import { createTestFiles } from "./files.ts"
import { listen, type Listening } from "../../src/http/connection/listen.ts"

/** An engine that only records its calls, for tests of what happens before and after it. */
export interface FakeEngine extends Engine {
  readonly calls: Call[]
  /** Answers the next calls. If it throws, the call is refused. */
  answer: (call: Call) => CallResult | Promise<CallResult>
  status: EngineHealth
  /** Adds events to the log and passes them to the subscribers. */
  publish(...types: PublicEvent["type"][]): void
  readonly subscribers: number
}

const nobodyAsked = {
  required: false,
  openness: openForEver(),
  find: () => undefined,
}

/** As in the engine, any number of requests may listen to it. */
function openForEver(): AbortSignal {
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  return signal
}

export function createFakeEngine(): FakeEngine {
  const calls: Call[] = []
  const log: PublicEvent[] = []
  const listeners = new Set<(events: readonly PublicEvent[]) => void>()
  const fake: FakeEngine = {
    calls,
    answer: () => ({
      answer: { task: { id: "T-1", version: 3 }, comment: { taskId: "T-1" } },
      seq: log.length,
    }),
    status: { status: "ok" },
    run(call) {
      calls.push(call)
      return fake.answer(call)
    },
    health: () => fake.status,
    leaseToken: () => undefined,
    get seq() {
      return log.length
    },
    get subscribers() {
      return listeners.size
    },
    publish(...types) {
      const events = types.map((type, i) => eventOf(log.length + 1 + i, type))
      log.push(...events)
      for (const listener of listeners) listener(events)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watchOutput: () => () => undefined,
    latestOutput: () => [],
    // oxlint-disable-next-line typescript/require-await
    async *history(after) {
      for (let from = after; from < log.length; from += 2) yield log.slice(from, from + 2)
    },
    identities: nobodyAsked,
    boardFacts: () => ({ id: null, tasks: 0 }),
    reach: (seq) => Promise.resolve(seq <= log.length ? "reached" : "beyond"),
    onReset: () => () => undefined,
    namedFiles: () => Promise.resolve(new Set()),
    tick: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
  return fake
}

export interface TestServer extends Listening {
  readonly engine: FakeEngine
  readonly app: HttpApp
  readonly warnings: string[]
  ask(path: string, init?: Ask): Promise<Reply>
  /** Sends bytes as they are and reads until the other side closes, or until `enough`. */
  raw(bytes: string | Buffer, enough?: (text: string) => boolean): Promise<string>
  dial(): Promise<Socket>
}

export interface Ask {
  readonly method?: string
  readonly headers?: Record<string, string | string[]>
  /** An object is sent as JSON. */
  readonly body?: unknown
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // Tests read only the parts they need.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

/** Asks for one of these tokens of the configuration, if there are any. */
export function authBy(tokens: readonly StoredToken[], proxies = createProxies()): Auth {
  const engine = { identities: nobodyAsked }
  return createAuth({ engine, tokens, isOff: false, isHomeProof: () => false, proxies })
}

let closing: (() => Promise<void>)[] = []
afterEach(async () => {
  const all = closing
  closing = []
  await Promise.all(all.map((close) => close()))
})

export async function startServer(
  options: Partial<HttpOptions> & { graceMs?: number } = {},
): Promise<TestServer> {
  const { graceMs = 2000, ...rest } = options
  const engine = createFakeEngine()
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  const app = createHttp({
    engine,
    auth: authBy([]),
    files: createTestFiles(),
    version: "1.2.3",
    assets: () => Promise.resolve(new Map()),
    warn,
    ...rest,
  })
  const server = await listen({
    handler: app.handler,
    host: "127.0.0.1",
    port: 0,
    graceMs,
    warn,
    fileBytes: 1024,
  })
  const close = async () => {
    app.close()
    await server.close()
  }
  closing.push(close)
  const dial = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(server.port, "127.0.0.1", () => resolve(socket)).once("error", reject)
    })
  return {
    ...server,
    engine,
    app,
    warnings,
    dial,
    close,
    ask: (path, init) => ask(server.port, path, init),
    async raw(bytes, enough = () => false) {
      const socket = await dial()
      socket.write(bytes)
      const text = await readText(socket, enough)
      socket.destroy()
      return text
    },
  }
}

/** Reads from a socket until it closes, or until `enough` answers true. */
export function readText(socket: Socket, enough: (text: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve) => {
    let text = ""
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      if (enough(text)) resolve(text)
    })
    socket.on("error", () => resolve(text)).on("close", () => resolve(text))
  })
}

// --- internal ---

function eventOf(seq: number, type: PublicEvent["type"]): PublicEvent {
  return { seq, type, at: "2030-01-01T00:00:00.000Z", actor: "ann", task: `T-${seq}`, data: {} }
}

function ask(port: number, path: string, { method = "GET", headers = {}, body }: Ask = {}): Promise<Reply> {
  const payload = typeof body === "string" || Buffer.isBuffer(body) ? body : body && JSON.stringify(body)
  const type = payload !== undefined && { "content-type": "application/json" }
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: "127.0.0.1",
      path,
      method,
      agent: false,
      headers: { ...type, ...headers },
    })
    sent.on("error", reject)
    sent.on("response", (message) => {
      const chunks: Buffer[] = []
      message.on("data", (chunk: Buffer) => chunks.push(chunk))
      message.on("error", reject)
      message.on("end", () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = /json(;|$)/.test(message.headers["content-type"] ?? "") && text !== ""
        resolve({
          status: message.statusCode ?? 0,
          headers: message.headers,
          text,
          json: isJson ? JSON.parse(text) : undefined,
        })
      })
    })
    sent.end(payload)
  })
}
