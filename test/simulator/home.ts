import type { Log } from "../../src/storage/log.ts"
import type { Process } from "./process.ts"
import type { Server } from "./server.ts"

/** Where the log of a run is kept: what is there outlives every process. */
export interface Home {
  /** All durable commits, as JSON text. It only grows. */
  readonly commits: readonly string[]
  /** How many servers may run on it at once. */
  readonly servers: number
  open(process: Process): Promise<Log>
  /** What becomes of it when a process that uses it is killed. */
  crash(): void
  /** Ends all its faults. */
  calm(): void
  /** What may go wrong with it. Each says in words what it did. */
  readonly faults: readonly ((server: Server) => string)[]
}
