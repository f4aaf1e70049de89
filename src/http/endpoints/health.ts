import type { H3Event } from "h3"
import type { BoardPolicy } from "../../domain/context.ts"
import { hidePaths } from "../../domain/wire/files/hide-paths.ts"
import type { HealthDocument } from "../../domain/wire/health-document.ts"
import type { Engine } from "../../engine/api.ts"
import { endOf } from "../../machine/connection-end.ts"
import { json } from "../reply/reply.ts"
import { nodeOf } from "../request/exchange.ts"

export interface HealthOptions {
  readonly engine: Engine
  readonly version: string
  readonly homeId?: string | undefined
  /** Shows that this server holds the key of its home. */
  readonly proveServer?: ((challenge: string, end: string) => string) | undefined
  readonly policy?: Pick<BoardPolicy, "maxAttempts" | "maxExpiries"> | undefined
  readonly hostedDashboard?: string | undefined
  /** Where the board is in a database. */
  readonly database?: (() => HealthDocument["database"]) | undefined
  /** Reports when the program's files on disk are no longer the ones that are running. */
  readonly replaced?: (() => string | undefined) | undefined
  /** Where backups are made by the clock. */
  readonly backup?: (() => HealthDocument["backup"]) | undefined
  /** Where needs are sent to people. */
  readonly notify?: (() => HealthDocument["notify"]) | undefined
}

const withoutRoutes =
  "The server could not load its request handlers, so it answers only this request. The server's own output says why. Restart the server; if that does not help, reinstall Upnext."

/**
 * 200 while the server can write: `ok`, or `degraded` with the matter that needs attention. Otherwise 503 with the
 * reason. It does not require a token and waits for nothing.
 * @param hasFailed whether the routes could not be loaded
 */
export function createHealth(options: HealthOptions, hasFailed: () => boolean): (event: H3Event) => Response {
  const { engine, version, homeId, policy, hostedDashboard, database } = options
  return (event) => {
    const proof = options.proveServer && proofFor(event, options.proveServer)
    const { clock, search, ...own } = engine.health()
    const backup = options.backup?.()
    const notify = options.notify?.()
    const stored = hasFailed() ? { status: "routes_failed" as const, detail: withoutRoutes } : own
    const replaced = options.replaced?.()
    const attention = stored.status === "ok" ? (backup?.detail ?? notify?.detail ?? replaced) : undefined
    const { status, detail } =
      attention === undefined ? stored : ({ status: "degraded", detail: attention } as const)
    const { id: board, tasks: total } = engine.boardFacts()
    const document: HealthDocument = {
      status,
      name: "upnext",
      version,
      seq: engine.seq,
      uptime_seconds: Math.floor(performance.now() / 1000),
      tasks: { total },
      ...(homeId !== undefined && { homeId }),
      ...(proof !== undefined && { proof }),
      ...(board !== null && { board }),
      ...(detail !== undefined && { detail: hidePaths(detail) }),
      ...(clock && { clock }),
      ...(search && { search }),
      ...(policy && { maxAttempts: policy.maxAttempts, maxExpiries: policy.maxExpiries }),
      ...(database && { database: database() }),
      ...(backup && { backup: withoutPaths(backup) }),
      ...(notify && { notify }),
      ...(replaced !== undefined && { isReplaced: true }),
      ...(hostedDashboard !== undefined && { hostedDashboard }),
    }
    return json(status === "ok" || status === "degraded" ? 200 : 503, document)
  }
}

// --- internal ---

function withoutPaths<T extends { readonly detail?: string | undefined }>(report: T): T {
  return report.detail === undefined ? report : { ...report, detail: hidePaths(report.detail) }
}

/**
 * A client that is about to send a token asks for this proof. The signature covers the address where the connection
 * ends as reported by the system, not as stated in the request. So another process that listens elsewhere and
 * passes the challenge on gets a proof that is not valid there.
 */
function proofFor(event: H3Event, prove: NonNullable<HealthOptions["proveServer"]>): string | undefined {
  const challenge = /^challenge=([\w-]{22,64})$/.exec(event.context.target.query)?.[1]
  if (challenge === undefined) return undefined
  const { localAddress = "", localPort = 0 } = nodeOf(event).req.socket
  return prove(challenge, endOf(localAddress, localPort))
}
