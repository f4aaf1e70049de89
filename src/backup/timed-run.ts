import { stat } from "node:fs/promises"
import { dirname } from "node:path"
import { parentPort, workerData } from "node:worker_threads"
import { fail, UpnextError } from "../errors.ts"
import { backUp } from "./backup.ts"
import type { BackedUpBoard } from "./contents.ts"
import { lastOf, listTimed, prune, sweep, timedName } from "./timed-files.ts"
import { succeeds } from "../machine/file-errors.ts"

/** The data with which the thread of a timed backup is started. */
export interface TimedJob {
  readonly place: BackedUpBoard
  /** The id of the board. */
  readonly board: string
  readonly to: string
  readonly keep: number
  readonly everyMs: number
  /** The name under which it is written. */
  readonly draft: string
  /** The board's clock minus this machine's clock, in ms. */
  readonly aheadMs: number
}

/** The thread's last message: nothing if the backup succeeded, otherwise the failure. */
export interface TimedOutcome {
  readonly failed?: string
}

/** Makes the backup if this code runs in a thread started for that; otherwise does nothing. */
export async function serveThread(): Promise<void> {
  const port = parentPort
  if (!port) return
  const { backup } = workerData as { readonly backup: TimedJob }
  port.postMessage(await runTimed(backup))
}

/** Makes a backup if one is due and no other server of the board is making one. */
export async function runTimed(job: TimedJob): Promise<TimedOutcome> {
  const { database, board = "main" } = job.place
  try {
    if (database === undefined) await makeIfDue(job)
    else {
      const { doAlone } = await import("../storage/postgres/parts.ts")
      await doAlone({ database, board }, () => makeIfDue(job))
    }
    return {}
  } catch (error) {
    return { failed: explain(error) }
  }
}

// --- internal ---

async function makeIfDue(job: TimedJob): Promise<void> {
  const { place, board, to, keep, everyMs, draft, aheadMs } = job
  const now = Date.now() + aheadMs
  const last = lastOf(await listTimed(to, board), now)
  // Another server may have made one meanwhile.
  if (last !== undefined && now - last < everyMs) return
  await requireParent(to)
  await sweep(to, { board })
  const timed = { at: new Date(now), draft, name: timedName.bind(undefined, board) }
  await backUp({ config: place, to, force: false, withKey: true, timed })
  await prune(to, board, keep, now)
}

/** A disk that is not mounted must not be replaced by a directory of the same name. */
async function requireParent(to: string): Promise<void> {
  const parent = dirname(to)
  const isThere = await succeeds(stat(parent))
  if (!isThere)
    fail("storage_failed", { detail: `${parent} does not exist, so backups cannot be kept in ${to}.` })
}

function explain(error: unknown): string {
  if (error instanceof UpnextError) return error.message.replace(/[^.]$/, "$&.")
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
