import { errors, UpnextError } from "../errors.ts"
import type { Log } from "../storage/log.ts"
import type { EngineHealth } from "./api.ts"

type WarnOfStorage = (message: string, error?: unknown) => void

/** The health of the storage, as commits and the check of older data show it. Each change is logged as one warning. */
export interface StorageHealth {
  current(): EngineHealth
  isWritable(): boolean
  /** A commit succeeded, or there is room again. */
  noteWritable(): void
  noteFailedCommit(error: unknown): void
  /** Something is wrong with data that the board does not rest on: writes go on. */
  noteDamage(error: unknown): void
  /** Looks for room after `storage_full`. Clients stop writing to a server that refuses writes, so it looks by itself. */
  lookForRoom(log: Log): Promise<void>
}

export function createStorageHealth(warn: WarnOfStorage): StorageHealth {
  let failure: EngineHealth | undefined
  let damage: EngineHealth | undefined

  function noteWritable(): void {
    if (failure) warn("There is room again: writes are accepted.")
    failure = undefined
  }

  return {
    current: () => failure ?? damage ?? { status: "ok" },
    isWritable: () => failure === undefined,
    noteWritable,
    noteFailedCommit(error): void {
      if (!isExpected(error)) return warn("A commit failed", error)
      const status = error.code === "storage_full" ? "storage_full" : "storage_failed"
      if (failure?.status !== status) warn(`${explain(error)} ${consequences[status]}`)
      failure = { status, detail: error.message }
    },
    noteDamage(error): void {
      if (!isExpected(error)) return warn("Older data could not be verified", error)
      const detail = `${explain(error)} This is older than the checkpoint: the board is whole and writes go on, but the history from there cannot be read.`
      damage = { status: "degraded", detail }
      warn(detail)
    },
    async lookForRoom(log) {
      const before = failure
      if (before?.status !== "storage_full" || !(await log.hasRoom().catch(() => false))) return
      // The disk may have failed for good meanwhile.
      if (failure === before) noteWritable()
    },
  }
}

/** A failure of the storage in one line, with what the system said; the stack of something expected helps nobody. */
export function explain(error: UpnextError): string {
  const cause =
    error.cause instanceof Error && !(error.cause instanceof UpnextError) ? error.cause : undefined
  return cause && !error.message.includes(cause.message)
    ? `${error.message} (${cause.message})`
    : error.message
}

/** True of what a storage refuses by itself, such as for a full disk; anything else is a defect of ours. */
export function isExpected(error: unknown): error is UpnextError {
  return error instanceof UpnextError && errors[error.code].status >= 500
}

// --- internal ---

const consequences = {
  storage_full: "Writes are refused until there is room, and go on by themselves then; reads go on.",
  storage_failed: "Writes are refused until the server is restarted; reads go on.",
}
