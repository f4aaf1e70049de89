import { HealthDocument } from "../domain/wire/health-document.ts"
import type { Engine } from "../engine/api.ts"
import { json } from "./reply.ts"
import type { Route } from "./route.ts"

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
}: HealthOptions): Route {
  return {
    method: "GET",
    path: "/health",
    doc: {
      name: "health",
      summary: "Whether the server can write, and if not, why",
      description: "It is cheap, needs no token and waits for nothing.",
      answers: [
        { status: 200, meaning: "The server can write", content: { "application/json": HealthDocument } },
        { status: 503, meaning: "The server cannot write", content: { "application/json": HealthDocument } },
      ],
    },
    handle() {
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
    },
  }
}
