import type { BoardPolicy } from "../../domain/context.ts"
import type { HealthDocument } from "../../domain/wire/health-document.ts"
import type { Engine } from "../../engine/api.ts"
import { json } from "../reply/reply.ts"

export interface HealthOptions {
  readonly engine: Engine
  readonly version: string
  readonly homeId?: string | undefined
  readonly policy?: Pick<BoardPolicy, "maxAttempts" | "maxExpiries"> | undefined
  readonly hostedDashboard?: string | undefined
  /** Where the board is in a database. */
  readonly database?: (() => HealthDocument["database"]) | undefined
  /** Says it where the files of the program are not those any more that run. */
  readonly replaced?: (() => string | undefined) | undefined
  /** Where backups are made by the clock. */
  readonly backup?: (() => HealthDocument["backup"]) | undefined
}

const withoutRoutes =
  "The server could not load what answers requests, so it answers nothing but this. Its output says why. Restart it; if that does not help, install it anew."

/**
 * 200 while the server can write: `ok`, or `degraded` with what needs attention. Otherwise 503 with the reason. It needs
 * no token and waits for nothing.
 * @param hasFailed whether the routes could not be loaded
 */
export function createHealth(options: HealthOptions, hasFailed: () => boolean): () => Response {
  const { engine, version, homeId, policy, hostedDashboard, database } = options
  return () => {
    const { clock, search, ...own } = engine.health()
    const backup = options.backup?.()
    const stored = hasFailed() ? { status: "routes_failed" as const, detail: withoutRoutes } : own
    const replaced = options.replaced?.()
    const isUncopied = stored.status === "ok" && backup?.detail !== undefined
    const attention = isUncopied ? backup.detail : stored.status === "ok" ? replaced : undefined
    const { status, detail } =
      attention === undefined ? stored : ({ status: "degraded", detail: attention } as const)
    const { boardId } = engine
    const document: HealthDocument = {
      status,
      name: "upnext",
      version,
      seq: engine.seq,
      ...(homeId !== undefined && { homeId }),
      ...(boardId !== null && { board: boardId }),
      ...(detail !== undefined && { detail }),
      ...(clock && { clock }),
      ...(search && { search }),
      ...(policy && { maxAttempts: policy.maxAttempts, maxExpiries: policy.maxExpiries }),
      ...(database && { database: database() }),
      ...(backup && { backup }),
      ...(replaced !== undefined && { isReplaced: true }),
      ...(hostedDashboard !== undefined && { hostedDashboard }),
    }
    return json(status === "ok" || status === "degraded" ? 200 : 503, document)
  }
}
