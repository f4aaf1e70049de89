import type { HealthDocument } from "../domain/wire/health-document.ts"
import type { Engine } from "../engine/api.ts"
import { json, type Reply } from "./reply.ts"

export interface HealthOptions {
  readonly engine: Engine
  readonly version: string
  readonly maxAttempts?: number | undefined
  readonly hostedDashboard?: string | undefined
  /** Where the board is in a database. */
  readonly database?: (() => HealthDocument["database"]) | undefined
}

/**
 * 200 while the server can write: `ok`, or `degraded` with what needs attention. Otherwise 503 with the reason. It needs
 * no token and waits for nothing.
 */
export function createHealth({
  engine,
  version,
  maxAttempts,
  hostedDashboard,
  database,
}: HealthOptions): () => Reply {
  return () => {
    const { status, detail, clock, search } = engine.health()
    const document: HealthDocument = {
      status,
      name: "upnext",
      version,
      seq: engine.seq,
      ...(detail !== undefined && { detail }),
      ...(clock && { clock }),
      ...(search && { search }),
      ...(maxAttempts !== undefined && { maxAttempts }),
      ...(database && { database: database() }),
      ...(hostedDashboard !== undefined && { hostedDashboard }),
    }
    return json(status === "ok" || status === "degraded" ? 200 : 503, document)
  }
}
