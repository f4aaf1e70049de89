import { formatDuration } from "../domain/wire/duration.ts"
import { errors, UpnextError } from "../errors.ts"
import type { Log } from "../storage/log.ts"
import type { EngineHealth, StorageTrouble } from "./api.ts"

type WarnOfStorage = (message: string, error?: unknown) => void

/**
 * The health of the storage, as seen from commits and from the check of older data. Each change is logged as one
 * warning.
 */
export type StorageHealth = ReturnType<typeof createStorageHealth>

/** @param monotonic ms since some moment in the past */
export function createStorageHealth(warn: WarnOfStorage, monotonic: () => number) {
  let failure: Failure | undefined
  let damage: EngineHealth | undefined

  /** A commit succeeded, or there is room again. */
  function noteWritable(): void {
    if (failure) warn(recoveries[failure.status])
    failure = undefined
  }

  /**
   * Data from an unreachable log is older than it seems, so the message says for how long the log has been
   * unreachable.
   */
  function describe({ status, detail, since }: Failure): EngineHealth {
    if (status !== "storage_unreachable") return { status, detail }
    const time = formatDuration(Math.max(1000, Math.floor((monotonic() - since) / 1000) * 1000))
    return {
      status,
      detail: `${detail} This has lasted for ${time}; data that you read is at least that old.`,
    }
  }

  return {
    current: (): EngineHealth => (failure ? describe(failure) : (damage ?? { status: "ok" })),
    isWritable: () => failure === undefined,
    /**
     * The error with which a command is refused at once: trying would only make the caller wait for the same error.
     */
    refusal(): UpnextError | undefined {
      if (failure?.status !== "storage_unreachable" && failure?.status !== "storage_diverged")
        return undefined
      return new UpnextError(failure.status, { detail: failure.detail })
    },
    noteWritable,
    /** The log was read. */
    noteReachable(): void {
      if (failure?.status === "storage_unreachable") noteWritable()
    },
    noteFailure(error: unknown): void {
      if (!isExpected(error)) return warn("A commit failed", error)
      const status = troubleOf(error)
      const since = failure?.status === status ? failure.since : monotonic()
      if (failure?.status !== status) warn(`${explain(error)} ${consequences[status]}`)
      failure = { status, detail: error.message, since }
    },
    /** Data that the board does not depend on is damaged; writes continue. */
    noteDamage(error: unknown): void {
      if (!isExpected(error)) return warn("Older data could not be verified", error)
      const detail = `${explain(error)} The damaged part is older than the checkpoint, so the board is complete and writes still work, but that part of the history cannot be read.`
      damage = { status: "degraded", detail }
      warn(detail)
    },
    /**
     * Looks for room after `storage_full`. Clients stop writing to a server that refuses writes, so the server must
     * check by itself.
     */
    async lookForRoom(log: Log): Promise<void> {
      const before = failure
      if (before?.status !== "storage_full" || !(await log.hasRoom().catch(() => false))) return
      // The disk may have failed for good meanwhile.
      if (failure === before) noteWritable()
    },
  }
}

/** A storage failure in one line with the system's message. An expected failure does not need a stack trace. */
export function explain(error: UpnextError): string {
  const cause =
    error.cause instanceof Error && !(error.cause instanceof UpnextError) ? error.cause : undefined
  return cause && !error.message.includes(cause.message)
    ? `${error.message} (${cause.message})`
    : error.message
}

/** True for a refusal by the storage itself, for example on a full disk; anything else is a defect in Upnext. */
export function isExpected(error: unknown): error is UpnextError {
  return error instanceof UpnextError && errors[error.code].status >= 500
}

// --- internal ---

interface Failure {
  readonly status: StorageTrouble
  readonly detail: string
  /** When it began, by the monotonic clock. */
  readonly since: number
}

/** The codes that have their own status; any other failure lasts until a restart. */
function troubleOf({ code }: UpnextError): StorageTrouble {
  return Object.hasOwn(consequences, code) ? (code as StorageTrouble) : "storage_failed"
}

const consequences: Readonly<Record<StorageTrouble, string>> = {
  storage_full: "Writes are refused until there is room, then resume by themselves; reads still work.",
  storage_unreachable:
    "Writes are refused until the database responds, then resume by themselves; reads still work.",
  storage_diverged: "The board is being read again.",
  storage_failed: "Writes are refused until the server is restarted; reads still work.",
}

const recoveries: Readonly<Record<StorageTrouble, string>> = {
  storage_full: "There is room again: writes are accepted.",
  storage_unreachable: "The database is responding again: writes are accepted.",
  storage_diverged: "Writes are accepted.",
  storage_failed: "Writes are accepted.",
}
