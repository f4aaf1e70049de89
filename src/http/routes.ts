import type { H3 } from "h3"
import { once } from "../domain/collections/once.ts"
import type { Engine } from "../engine/api.ts"
import type { Family } from "../metrics/family.ts"
import { operations } from "../operations/index.ts"
import { createAssetRoutes, type Assets } from "./endpoints/assets.ts"
import type { Auth } from "./request/auth.ts"
import { bodyPatienceMs, createBodyReader } from "./request/body.ts"
import { createFileBodyReader, type FileStore } from "./request/file-body.ts"
import type { Proxies } from "./request/proxies.ts"
import { createDocs } from "./docs/docs.ts"
import { createDownloads } from "./endpoints/downloads.ts"
import { createEndpoint } from "./endpoints/operation-endpoint.ts"
import { createEvents } from "./events/events.ts"
import { healthRoute } from "./endpoints/health-route.ts"
import { createInvoke, type Invoke } from "./endpoints/invoke.ts"
import { createMcpRoute, type McpHandler } from "./endpoints/mcp.ts"
import { createMetricsRoute } from "./endpoints/metrics.ts"
import { otherSignals } from "./endpoints/other-signals.ts"
import type { RequestMetrics } from "./endpoints/request-metrics.ts"
import type { Route } from "./route.ts"
import { addRoutes } from "./router.ts"

export interface RouteOptions {
  readonly engine: Engine
  readonly auth: Auth
  /** The store that contains the bytes of files. */
  readonly files: FileStore
  readonly version: string
  /** Reads the dashboard's files when a file is first requested; see `loadAssets`. */
  readonly assets: () => Promise<Assets>
  /** Creates the handler of `/mcp` on its first request. */
  readonly loadMcp?: (invoke: Invoke) => Promise<McpHandler>
  /** The address of a dashboard hosted elsewhere, shown to clients. */
  readonly hostedDashboard?: string | undefined
  /** Metrics for `/metrics` in addition to the board's metrics. */
  readonly metrics?: readonly (() => Family[])[]
  /** Receives every failure that a client sees as a 500. */
  readonly warn: (message: string, error?: unknown) => void
  /** The time limit for a whole body to arrive; default 30 s. */
  readonly bodyTimeoutMs?: number
  readonly proxies: Pick<Proxies, "addressOf">
  /** The limit on open event streams; default 500. */
  readonly maxStreams?: number
}

export type Routes = ReturnType<typeof createRoutes>

/** Adds every route: the operations, the docs, the event stream and the dashboard. */
export function createRoutes(app: H3, options: RouteOptions, requests: RequestMetrics) {
  const { engine, auth, version, assets, hostedDashboard, loadMcp, warn } = options
  const { bodyTimeoutMs = bodyPatienceMs, maxStreams = 500, metrics = [], proxies } = options
  const bodies = createBodyReader(bodyTimeoutMs)
  const files = { store: options.files, bodies: createFileBodyReader(options.files, bodyTimeoutMs) }
  const events = createEvents({ engine, auth, maxStreams, series: requests.of("events"), warn })
  const downloads = createDownloads({ engine, auth, requests, warn })
  const invoke = createInvoke(engine, options.files)
  const routes: Route[] = [
    ...operations.flatMap((operation) => {
      const { name, http } = operation
      const handle =
        operation.kind === "download"
          ? downloads.endpoint(operation)
          : createEndpoint(operation, { engine, auth, bodies, files, proxies })
      const methods = http.also ? [http.method, http.also] : [http.method]
      return methods.map((method) => ({ name, method, path: http.path, handle }))
    }),
    healthRoute,
    ...otherSignals,
    ...(loadMcp ? [createMcpRoute({ auth, bodies, load: once(() => loadMcp(invoke)) })] : []),
    createMetricsRoute({
      engine,
      auth,
      version,
      invoke,
      sources: [requests.families, ...metrics],
      openStreams: () => events.open,
    }),
    ...createDocs({ version, hostedDashboard, routes: () => routes }),
    events.route,
    ...createAssetRoutes(assets),
  ]
  addRoutes(app, routes)
  return {
    /** Ends the event streams, and cuts off downloads and requests whose body has not arrived. */
    close(): void {
      bodies.close()
      files.bodies.close()
      events.close()
      downloads.close()
    },
  }
}
