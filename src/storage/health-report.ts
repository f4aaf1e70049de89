import type { HealthDocument } from "../domain/wire/health-document.ts"
import type { SharedBoard } from "./storage.ts"

/** What `/health` says of the database. */
export function reportFor({ report }: SharedBoard): () => HealthDocument["database"] {
  return () => {
    const { isReachable: reachable, isListening: listening, ...rest } = report()
    return { reachable, listening, ...rest }
  }
}
