import type { TimedBackups } from "../config/config.ts"
import { formatDuration } from "../domain/wire/duration.ts"
import type { Runtime, Timer } from "../machine/runtime.ts"
import type { Warn } from "../machine/warnings.ts"
import type { BackedUpBoard } from "./contents.ts"
import { draftName, lastOf, listTimed, sweep } from "./timed-files.ts"
import type { TimedJob, TimedOutcome } from "./timed-run.ts"

export interface TimedOptions {
  readonly settings: TimedBackups
  readonly place: BackedUpBoard
  /** The board's id; null before its first event, when there is nothing to back up. */
  boardId(): string | null
  /** Ms since 1970, by the clock that all servers of the board share. */
  wall(): number
  start(job: TimedJob): TimedRun
  readonly runtime: Runtime
  readonly warn: Warn
}

/** A backup that is being made in its own thread. */
export interface TimedRun {
  /** Rejects where the thread ended without one. */
  readonly outcome: Promise<TimedOutcome>
  end(): void
}

export interface TimedReport {
  /** When the last one was begun, as ISO 8601. */
  readonly at?: string
  readonly ageMs?: number
  readonly everyMs: number
  /** Why the last attempt failed. */
  readonly detail?: string
}

export type Timed = ReturnType<typeof createTimed>

/**
 * Makes timed backups of a board. The contents of the backup directory determine when the next backup is due. So a
 * server that is restarted repeatedly does not make more backups, and if several servers share the directory, only
 * one of them makes each backup. A failure is reported, and the backup is tried again.
 */
export function createTimed({ settings, place, boardId, wall, start, runtime, warn }: TimedOptions) {
  const { everyMs, keep, to } = settings
  let at: number | undefined
  let trouble: string | undefined
  let run: TimedRun | undefined
  let isClosed = false
  let looking = Promise.resolve()
  const retryMs = Math.min(everyMs, mostRetryMs)
  const lookMs = Math.min(everyMs, mostLookMs)
  let timer: Timer
  lookAfter(0)

  function lookAfter(ms: number): void {
    timer = runtime.after(ms, () => {
      looking = look()
    })
  }

  /** When the last backup was begun, and whether the next one is due. */
  async function lookAt(board: string): Promise<boolean> {
    const now = wall()
    at = lastOf(await listTimed(to, board), now)
    return at === undefined || now - at >= everyMs
  }

  async function make(board: string): Promise<void> {
    const draft = draftName(board)
    run = start({ place, board, to, keep, everyMs, draft, aheadMs: Math.round(wall() - Date.now()) })
    try {
      const { failed } = await run.outcome
      if (failed !== undefined) throw new Error(failed)
    } finally {
      run = undefined
      await sweep(to, { board, draft }).catch(() => undefined)
    }
  }

  function note(failure: string | undefined): void {
    if (failure === trouble || isClosed) return
    trouble = failure
    if (failure === undefined) return warn("Timed backups are working again.")
    warn(`No timed backup could be made: ${failure} Upnext retries every ${formatDuration(retryMs)}.`)
  }

  async function look(): Promise<void> {
    const board = boardId()
    let waitMs = board === null ? Math.min(everyMs, newMs) : lookMs
    try {
      if (board !== null && (await lookAt(board)) && !isClosed) {
        await make(board)
        await lookAt(board)
      }
      note(undefined)
      if (at !== undefined && wall() - at < everyMs) waitMs = Math.min(lookMs, at + everyMs - wall())
    } catch (error) {
      note(error instanceof Error ? error.message : String(error))
      waitMs = retryMs
    }
    if (!isClosed) lookAfter(waitMs)
  }

  return {
    /** The state of the backups at the last look at their directory. */
    report: (): TimedReport => ({
      ...(at !== undefined && { at: new Date(at).toISOString(), ageMs: Math.max(0, wall() - at) }),
      everyMs,
      ...(trouble !== undefined && { detail: trouble }),
    }),
    /** Gives up the backup that is being made and removes all its traces. */
    async close(): Promise<void> {
      isClosed = true
      timer.cancel()
      run?.end()
      await looking
    },
  }
}

// --- internal ---

/**
 * A clock may jump, and another server may make a backup, so the directory is checked this often regardless of when
 * the next backup is due.
 */
const mostLookMs = 60_000
/** How soon the first event of a board is noticed. */
const newMs = 5_000
const mostRetryMs = 5 * 60_000
