import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { once } from "../domain/collections/once.ts"
import { errors, fail, UpnextError } from "../errors.ts"
import { refusal, send, streaming, type Reply } from "./reply.ts"
import { createCompressor, type Compression } from "./compression.ts"
import { gone } from "./departure.ts"
import { toExchange } from "./exchange.ts"
import { checkExpectation, checkTransferCoding } from "./framing.ts"
import { createGuard } from "./guard.ts"
import { createHealth, type HealthOptions } from "./health.ts"
import { createRequestMetrics, type RequestSeries } from "./request-metrics.ts"
import type { RouteHandler } from "./route.ts"
import type { RouteOptions, Routes } from "./routes.ts"

export interface HttpOptions extends RouteOptions {
  /** Host names that are answered to beside `localhost` and IP addresses. */
  readonly allowedHosts?: readonly string[]
  /** The id of the server's home. */
  readonly homeId?: string | undefined
  /** What is said of the database that keeps the board; absent where there is none. */
  readonly database?: HealthOptions["database"]
  /** After so many failed attempts a task is blocked; `/health` tells it. */
  readonly maxAttempts?: number | undefined
  /** Who gets compressed answers, of those who ask for them; default: who is on another machine. */
  readonly compression?: Compression | undefined
}

export interface HttpApp {
  readonly handler: RequestListener
  /** Makes all routes ready. Rejects, each time, where that fails; then all requests but `/health` are refused. */
  load(): Promise<void>
  /**
   * Ends the event streams, cuts off requests whose body has not arrived, and refuses what comes after with 503. The
   * engine's own `close()` answers those who wait for work. So a server closes this first, then the engine, then the
   * listener.
   */
  close(): void
}

/**
 * The HTTP interface. What makes its routes takes longer to load than all the rest of the server, and `/health` needs
 * none of it. So it is loaded when another request comes, or `load` is called.
 */
export function createHttp(options: HttpOptions): HttpApp {
  const { allowedHosts = [], metrics = [], warn } = options
  const compressed = createCompressor(options.compression ?? "remote")
  const guard = createGuard(allowedHosts, options.homeId)
  const requests = createRequestMetrics()
  const health = createHealth(options, () => hasFailed)
  const unknown = requests.of("unknown")
  /** The series of the request that is being routed, which is done in one go. */
  let series = unknown
  let isClosing = false
  let routes: Routes | undefined
  let hasFailed = false

  const load = once(() =>
    makeRoutes().catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )

  async function makeRoutes(): Promise<void> {
    const { createRoutes } = await import("./routes.ts")
    routes = createRoutes({ ...options, metrics: [requests.families, ...metrics] }, health, (name) => {
      const own = requests.of(name)
      return () => (series = own)
    })
    if (isClosing) routes.close()
  }

  function answer(req: IncomingMessage, res: ServerResponse): ReturnType<RouteHandler> {
    guard(req)
    checkExpectation(req)
    checkTransferCoding(req, res)
    const exchange = toExchange(req, res)
    if (isClosing && exchange.path !== "/health") fail("unavailable", "The server is stopping.")
    if (routes) return routes.route(exchange)
    series = requests.of("health")
    return health()
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

  function respond(req: IncomingMessage, res: ServerResponse): void {
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
  }

  return {
    load,
    handler(req, res) {
      if (routes || isHealthCheck(req)) respond(req, res)
      else
        load().then(
          () => respond(req, res),
          (error: unknown) => refuse(error, req, res),
        )
    },
    close() {
      isClosing = true
      routes?.close()
    },
  }
}

// --- internal ---

function isHealthCheck({ method, url }: IncomingMessage): boolean {
  return method === "GET" && url === "/health"
}

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
