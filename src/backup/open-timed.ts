import type { TimedBackups } from "../config/config.ts"
import type { Disposers } from "../machine/disposers.ts"
import { machineRuntime } from "../machine/runtime.ts"
import { startThread, type ThreadProgram } from "../machine/thread.ts"
import type { Warn } from "../machine/warnings.ts"
import type { BackedUpBoard } from "./contents.ts"
import { createTimed, type Timed, type TimedRun } from "./timed.ts"
import type { TimedJob, TimedOutcome } from "./timed-run.ts"

interface TimedServer {
  readonly config: BackedUpBoard & { readonly backup?: TimedBackups | undefined }
  /** What runs in the threads that make them. */
  program(): ThreadProgram
  readonly engine: { boardFacts(): { readonly id: string | null } }
  /** If the board has several servers, its clock is the clock that they share. */
  readonly log: { wall?(): number }
  readonly disposers: Disposers
  readonly warn: Warn
}

/** Makes timed backups if the configuration asks for them. */
export function openTimed(server: TimedServer): Timed | undefined {
  const { config, program, engine, log, disposers, warn } = server
  const { backup, home, database, board, lease, maxAttempts, maxExpiries, escalation, policy, tokens } =
    config
  if (!backup) return undefined
  const place = { home, database, board, lease, maxAttempts, maxExpiries, escalation, policy, tokens }
  const timed = createTimed({
    settings: backup,
    place,
    boardId: () => engine.boardFacts().id,
    wall: () => log.wall?.() ?? Date.now(),
    start: (job) => startBackupThread(program(), job),
    runtime: machineRuntime,
    warn,
  })
  disposers.add(timed.close)
  return timed
}

// --- internal ---

/** The thread ends by itself. */
function startBackupThread(program: ThreadProgram, job: TimedJob): TimedRun {
  const worker = startThread(program, { backup: job })
  const outcome = new Promise<TimedOutcome>((resolve, reject) => {
    let said: TimedOutcome | undefined
    worker.once("message", (message: TimedOutcome) => (said = message))
    worker.once("error", reject)
    // Until then, a backup may still be working on the files.
    worker.once("exit", () => (said ? resolve(said) : reject(new Error("Its thread was terminated."))))
  })
  return { outcome, end: () => void worker.terminate() }
}
