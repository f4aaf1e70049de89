import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { H3, HTTPResponse, type H3Event, type HTTPError } from "h3"
import { toNodeHandler } from "h3/node"
import { FastResponse } from "srvx"
import { once } from "../domain/collections/once.ts"
import type { BoardPolicy } from "../domain/context.ts"
import { errors, fail, UpnextError } from "../errors.ts"
import { refusal } from "./reply/reply.ts"
import { createUnread } from "./reply/unread.ts"
import { createCompressor, type Compression } from "./reply/compression.ts"
import { gone } from "./request/departure.ts"
import { createBreath } from "./connection/breath.ts"
import { checkExpectation, checkTransferCoding } from "./connection/framing.ts"
import { createGuard } from "./request/guard.ts"
import { createProxies, type Proxies } from "./request/proxies.ts"
import { createHealth, type HealthOptions } from "./endpoints/health.ts"
import { nodeOf } from "./request/exchange.ts"
import { createRequestMetrics, type RequestMetrics } from "./endpoints/request-metrics.ts"
import { addRoutes } from "./router.ts"
import type { RouteOptions, Routes } from "./routes.ts"
import { decode, parseTarget, type Target } from "./request/target.ts"
import { answerUnread, isUnread } from "./connection/unread.ts"

export interface HttpOptions extends Omit<RouteOptions, "proxies"> {
  /** Host names that are accepted in addition to `localhost` and IP addresses. */
  readonly allowedHosts?: readonly string[]
  /** The proxies in front of the server; default: none. */
  readonly proxies?: Proxies
  /** The id of the server's home. */
  readonly homeId?: string | undefined
  readonly proveServer?: HealthOptions["proveServer"]
  /** Reports on the board's database; absent without a database. */
  readonly database?: HealthOptions["database"]
  /** Reports on the scheduled backups; absent without scheduled backups. */
  readonly backup?: HealthOptions["backup"]
  /** Reports on the messages about needs; absent if no messages are sent. */
  readonly notify?: HealthOptions["notify"]
  readonly replaced?: HealthOptions["replaced"]
  /** The limits after which a task is blocked, as shown in `/health`. */
  readonly policy?: Pick<BoardPolicy, "maxAttempts" | "maxExpiries"> | undefined
  /** Which clients get compressed responses if they ask for compression; default: clients on another machine. */
  readonly compression?: Compression | undefined
}

export interface HttpApp {
  readonly handler: RequestListener
  /**
   * Loads all routes. If the routes cannot be loaded, each call rejects, and all requests except `/health` are refused.
   */
  load(): Promise<void>
  /**
   * Ends the event streams, cuts off requests whose body has not arrived, and refuses later requests with 503. The
   * engine's `close()` answers the requests that are waiting for work. So a server closes the app first, then the
   * engine, then the listener.
   */
  close(): void
}

/**
 * The HTTP interface. The code of the routes takes longer to load than the rest of the server, and `/health` does not
 * need that code. The first other request, or `load`, loads it.
 */
export function createHttp(options: HttpOptions): HttpApp {
  const { allowedHosts = [], proxies = createProxies(), homeId, warn } = options
  const compressed = createCompressor(options.compression ?? "remote", proxies.addressOf)
  const holdUnread = createUnread()
  const inBreath = createBreath()
  const guard = createGuard({ allowedHosts, proxies, homeId })
  const requests = createRequestMetrics()
  const count = createCount(requests)
  const health = createHealth(options, () => failure !== undefined)
  let isClosing = false
  let routes: Routes | undefined
  let failure: { readonly error: unknown } | undefined

  // Malformed URLs are let through here, so that the guard runs first and our own problem document locates the error.
  const app = new H3({ silent: true, allowMalformedURL: true, onError: createRefuse(count, warn) })
  app.use((event, next) => {
    event.context.began = performance.now()
    check(event)
    const answer = next()
    const sent = answer instanceof Promise ? answer.then(compress(event)) : compress(event)(answer)
    return sent instanceof Promise ? sent.then((reply: unknown) => count(event, reply)) : count(event, sent)
  })
  addRoutes(app, [{ name: "health", method: "GET", path: "/health", handle: health }])
  const serve = toNodeHandler(app)

  const load = once(() =>
    makeRoutes().catch((error: unknown) => {
      failure = { error }
      throw error
    }),
  )

  /** Checks every request before its route is looked up. */
  function check(event: H3Event): void {
    const { req, res } = nodeOf(event)
    guard(req)
    checkExpectation(req)
    checkTransferCoding(req, res)
    const target = (event.context.target = parseTarget(req.url ?? ""))
    if (target.path === "/health") return
    if (isClosing) fail("unavailable", "The server is stopping.")
    if (failure) throw failure.error
  }

  const compress = (event: H3Event) => (reply: unknown) => {
    if (!(reply instanceof Response)) return reply
    const { req, res } = nodeOf(event)
    holdUnread(res, reply)
    return compressed(req, reply) ?? reply
  }

  async function makeRoutes(): Promise<void> {
    const { createRoutes } = await import("./routes.ts")
    routes = createRoutes(app, { ...options, proxies }, requests)
    if (isClosing) routes.close()
  }

  return {
    load,
    handler(req, res) {
      const run = () => answer(serve, req, res)
      if (isHealthCheck(req)) run()
      else if (routes) inBreath(run)
      else
        void load()
          .catch(() => undefined)
          .then(run)
    },
    close() {
      isClosing = true
      routes?.close()
    },
  }
}

// --- internal ---

type Count = ReturnType<typeof createCount>

/** Counts the answer to each request once. */
function createCount(requests: RequestMetrics) {
  return <T>({ context }: H3Event, answer: T): T => {
    const { operation = "unknown", began = 0, isCounted } = context
    if (isCounted) return answer
    const series = requests.of(operation)
    const { status = 200 } = answer instanceof Response || answer instanceof HTTPResponse ? answer : {}
    series.answered(status)
    series.took(performance.now() - began)
    return answer
  }
}

/** Receives every error that a handler throws, as the cause of h3's own error. */
function createRefuse(count: Count, warn: HttpOptions["warn"]) {
  return (thrown: HTTPError, event: H3Event): unknown => {
    const { req, res } = nodeOf(event)
    const what = `${req.method} ${req.url?.split("?")[0]}`
    const error = causeOf(thrown, event.context.target)
    // The client is gone, so there is no one to answer.
    if (error === gone) return new FastResponse(null)
    try {
      if (isForOperator(error)) warn(`${what} failed`, error)
      const reply = count(event, refusal(error))
      return isUnread(req) ? answerUnread(event, reply) : reply
    } catch (second) {
      // If even the refusal fails, this connection ends and the server continues.
      warn(`${what} could not be answered`, second)
      res.destroy()
      return new FastResponse(null)
    }
  }
}

function answer(serve: ReturnType<typeof toNodeHandler>, req: IncomingMessage, res: ServerResponse): void {
  try {
    void serve(req, res)
  } catch {
    // srvx builds a URL from the host and path; this fails for an invalid port. No reply has been sent at this point.
    const error = new UpnextError("invalid_input", {
      detail: "The request URL is not valid.",
    })
    const reply = refusal(error)
    reply.headers.forEach((value, name) => res.setHeader(name, value))
    res.writeHead(reply.status)
    void reply.text().then((text) => res.end(text))
  }
}

function isHealthCheck({ method, url }: IncomingMessage): boolean {
  return method === "GET" && url === "/health"
}

/** The error that a handler threw. h3 itself refuses only requests without a route. */
function causeOf({ cause, status, message }: HTTPError, target: Target | undefined): unknown {
  if (cause instanceof Error) return cause
  if (status !== 404 || !target) return new Error(message, { cause })
  try {
    decode(target.path, "path")
    return new UpnextError("not_found", { detail: `There is nothing at ${target.path.slice(0, 200)}.` })
  } catch (malformed) {
    return malformed
  }
}

/** True for a server fault, and for a shortage that only the operator can fix. */
function isForOperator(error: unknown): boolean {
  if (!(error instanceof UpnextError)) return true
  return errors[error.code].status === 500 || error.code === "too_many_files"
}
