import { setMaxListeners } from "node:events"
import { constants } from "node:os"

export type Stop = ReturnType<typeof createStop>

/**
 * Listens for Ctrl-C and similar signals. The second signal kills the commands, and the third ends the process. A
 * signal within half a second of the last one is ignored, because a terminal and the program that started this
 * process may both send it.
 */
export function createStop() {
  const [asked, hurried, over] = [new AbortController(), new AbortController(), new AbortController()]
  // Every job listens to each of them.
  setMaxListeners(0, asked.signal, hurried.signal, over.signal)
  const timers: NodeJS.Timeout[] = []
  let status: number | undefined
  let since = 0

  const giveUpAfter = (ms: number) => void timers.push(setTimeout(() => over.abort(), ms))

  /** Aborts `asked`, as a first signal does. */
  function ask(): void {
    if (asked.signal.aborted) return
    asked.abort()
    giveUpAfter(giveUpMs)
  }

  function hear(signal: NodeJS.Signals): void {
    const now = performance.now()
    if (status !== undefined && now - since < 500) return
    since = now
    if (hurried.signal.aborted) process.exit(status)
    if (status !== undefined) {
      hurried.abort()
      giveUpAfter(2000)
    }
    status ??= 128 + constants.signals[signal]
    ask()
  }

  for (const signal of heard) process.on(signal, hear)
  return {
    /** The worker ends: its commands get SIGTERM, and their tasks are given back. */
    asked: asked.signal,
    /** The worker ends now: commands are killed. */
    hurried: hurried.signal,
    /** The worker gives up: tasks that have not been given back yet stay held until their lease runs out. */
    over: over.signal,
    /** The exit status for the signal, if one came. */
    status: (): number | undefined => status,
    ask,
    /** Stops listening for signals. */
    close(): void {
      for (const signal of heard) process.off(signal, hear)
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

// --- internal ---

const heard = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** The time that a command may take to end (`killAfterMs`), plus five seconds to give its task back. */
const giveUpMs = 15_000
