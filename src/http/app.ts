import { H3, type H3Event } from "h3"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { once } from "../domain/collections/once.ts"
import type { Engine } from "../engine/api.ts"
import { errors, fail, UpnextError } from "../errors.ts"
import { operations } from "../operations/index.ts"
import { refusal, send, streaming, type Reply } from "./reply.ts"
import { createAssetRoutes, type Assets } from "./assets.ts"
import type { Auth } from "./auth.ts"
import { createBodyReader } from "./body.ts"
import { createCompressor, type Compression } from "./compression.ts"
import { gone } from "./departure.ts"
import { createDocs } from "./docs/docs.ts"
import { createEndpoint } from "./endpoint.ts"
import { createEvents } from "./events.ts"
import { toExchange, type Exchange } from "./exchange.ts"
import { checkExpectation, checkTransferCoding } from "./framing.ts"
import { createGuard } from "./guard.ts"
import { createHealth, type HealthOptions } from "./health.ts"
import { createInvoke, type Invoke } from "./invoke.ts"
import { createMcpRoute, type McpHandler } from "./mcp.ts"
import { createMetricsRoute } from "./metrics.ts"
import { createRequestMetrics, type RequestSeries } from "./request-metrics.ts"
import { decode } from "./target.ts"
import type { RouteHandler, Route } from "./route.ts"
import type { Family } from "../metrics/family.ts"

export interface HttpOptions {
  readonly engine: Engine
  readonly auth: Auth
  /** Host names that are answered to beside `localhost` and IP addresses. */
  readonly allowedHosts?: readonly string[]
  readonly version: string
  /** Reads the dashboard's files, when they are first asked for; see `loadAssets`. */
  readonly assets: () => Promise<Assets>
  /** Makes what answers `/mcp`, when it is first asked. */
  readonly loadMcp?: (invoke: Invoke) => Promise<McpHandler>
  /** The address of a dashboard hosted elsewhere, to be shown. */
  readonly hostedDashboard?: string | undefined
  /** What is said of the database that keeps the board; absent where there is none. */
  readonly database?: HealthOptions["database"]
  /** After so many failed attempts a task is blocked; `/health` tells it. */
  readonly maxAttempts?: number | undefined
  /** Metrics that are shown at `/metrics` beside those of HTTP and the board. */
  readonly metrics?: readonly (() => Family[])[]
  /** Gets every failure that a client sees as a 500. */
  readonly warn: (message: string, error?: unknown) => void
  /** Who gets compressed answers, of those who ask for them; default: who is on another machine. */
  readonly compression?: Compression | undefined
  /** For a whole body to arrive; default 30 s. */
  readonly bodyTimeoutMs?: number
  /** The most event streams that may be open at a time; default 500. */
  readonly maxStreams?: number
}

export interface HttpApp {
  readonly handler: RequestListener
  /**
   * Ends the event streams, cuts off requests whose body has not arrived, and refuses what comes after with 503. The
   * engine's own `close()` answers those who wait for work. So a server closes this first, then the engine, then the
   * listener.
   */
  close(): void
}

/** The HTTP interface: the operations, the docs, the event stream, `/health` and the dashboard. */
export function createHttp(options: HttpOptions): HttpApp {
  const { engine, auth, version, assets, hostedDashboard, database, maxAttempts, loadMcp, warn } = options
  const { allowedHosts = [], bodyTimeoutMs = 30_000, maxStreams = 500, metrics = [] } = options
  const compressed = createCompressor(options.compression ?? "remote")
  const guard = createGuard(allowedHosts)
  const bodies = createBodyReader(bodyTimeoutMs)
  const events = createEvents({ engine, auth, maxStreams, warn })
  const invoke = createInvoke(engine)
  const requests = createRequestMetrics()
  const routes: Route[] = [
    ...operations.map((operation) => ({
      name: operation.name,
      method: operation.http.method,
      path: operation.http.path,
      handle: createEndpoint(operation, { engine, auth, bodies }),
    })),
    createHealth({ engine, version, maxAttempts, hostedDashboard, database }),
    ...(loadMcp ? [createMcpRoute({ auth, bodies, load: once(() => loadMcp(invoke)) })] : []),
    createMetricsRoute({
      ...{ engine, auth, version, invoke },
      sources: [requests.families, ...metrics],
      openStreams: () => events.open,
    }),
    ...createDocs({ version, hostedDashboard, routes: () => routes }),
    events.route,
    ...createAssetRoutes(assets),
  ]
  const unknown = requests.of("unknown")
  /** The series of the request that is being routed, which is done in one go. */
  let series = unknown
  const app = createRouter(routes, (name) => {
    const own = requests.of(name)
    return () => (series = own)
  })
  let isClosing = false

  function answer(req: IncomingMessage, res: ServerResponse): ReturnType<RouteHandler> {
    guard(req)
    checkExpectation(req)
    checkTransferCoding(req, res)
    const exchange = toExchange(req, res)
    if (isClosing && exchange.path !== "/health") fail("unavailable", "The server is stopping.")
    return route(app, exchange)
  }

  function refuse(error: unknown, req: IncomingMessage, res: ServerResponse): void {
    if (error === gone) return
    try {
      if (isForOperator(error)) warn(`${req.method} ${req.url?.split("?")[0]} failed`, error)
      send(req, res, refusal(error))
    } catch (second) {
      // If even the refusal fails, this connection ends, and the server goes on.
      warn(`${req.method} ${req.url?.split("?")[0]} could not be answered`, second)
      res.destroy()
    }
  }

  return {
    handler(req, res) {
      const began = performance.now()
      series = unknown
      try {
        const answered = answer(req, res)
        const own = series
        if (answered instanceof Promise)
          answered
            .then((settled) => finish(req, res, settled, compressed))
            .catch((error: unknown) => refuse(error, req, res))
            .finally(() => count(own, res, began))
        else {
          const finished = finish(req, res, answered, compressed)
          if (finished === undefined) count(own, res, began)
          else
            void finished
              .catch((error: unknown) => refuse(error, req, res))
              .finally(() => count(own, res, began))
        }
      } catch (error) {
        refuse(error, req, res)
        count(series, res, began)
      }
    },
    close() {
      isClosing = true
      bodies.close()
      events.close()
    },
  }
}

// --- internal ---

/** @returns nothing if the answer is sent; else when it will be */
function finish(
  req: IncomingMessage,
  res: ServerResponse,
  answer: Reply | typeof streaming,
  compressed: ReturnType<typeof createCompressor>,
): Promise<void> | undefined {
  if (answer === streaming) return undefined
  const later = compressed(req, answer)
  if (later) return later.then((reply) => send(req, res, reply))
  send(req, res, answer)
  return undefined
}

/** A client that went away has no answer, and a stream is not over. */
function count(series: RequestSeries, res: ServerResponse, began: number): void {
  if (!res.headersSent) return
  series.answered(res.statusCode)
  if (res.writableEnded) series.took(performance.now() - began)
}

/** True for a fault of the server, and for a shortage that only its operator can end. */
function isForOperator(error: unknown): boolean {
  if (!(error instanceof UpnextError)) return true
  return errors[error.code].status === 500 || error.code === "too_many_files"
}

/** The router knows every path with all methods. So a wrong method is refused at its own path, not at `/tasks/{id}`. */
function createRouter(routes: readonly Route[], seriesOf: (name: string) => () => void): H3 {
  const app = new H3({ silent: true })
  const methods = new Map<string, string[]>()
  for (const { method, path, handle, doc, name = doc?.name ?? "asset" } of routes) {
    const note = seriesOf(name)
    const pattern = path.replace(/\{(\w+)\}/g, ":$1")
    const isOpen = pattern.endsWith("**")
    app.on(method, pattern, ({ context }) => {
      const exchange = context["exchange"] as Exchange
      note()
      if (isOpen) decode(exchange.path, "path")
      return handle(exchange, context.params)
    })
    methods.set(pattern, [
      ...(methods.get(pattern) ?? []),
      ...(method === "GET" ? ["GET", "HEAD"] : [method]),
    ])
  }
  for (const [pattern, allow] of methods) app.all(pattern, ({ req }) => failMethod(req.method, allow))
  return app
}

function failMethod(method: string, allow: readonly string[]): never {
  fail("method_not_allowed", {
    detail: `${method} is not offered here, but ${allow.join(", ")}.`,
    facts: { allow },
  })
}

/**
 * h3 finds the route and runs its handler; requests and responses stay Node's own. h3 is given only what it reads for
 * that (docs/decisions/h3-routing.md has the figures for a whole event).
 */
function route(app: H3, exchange: Exchange): ReturnType<RouteHandler> {
  const { method, path } = exchange
  const event = { req: { method }, url: { pathname: path }, context: { exchange } }
  const answered = app.handler(event as unknown as H3Event)
  if (typeof answered === "symbol" && answered !== streaming) {
    decode(path, "path")
    fail("not_found", { detail: `There is nothing at ${path.slice(0, 200)}.` })
  }
  return answered as ReturnType<RouteHandler>
}
