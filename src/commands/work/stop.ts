import { setMaxListeners } from "node:events"
import { constants } from "node:os"

/** How a worker is brought to its end. */
export interface Stop {
  /** It shall end: commands are asked to, and what they worked on is given back. */
  readonly asked: AbortSignal
  /** It shall end now: commands are killed. */
  readonly hurried: AbortSignal
  /** What is not given back by now comes back when its lease runs out. */
  readonly over: AbortSignal
  /** The exit status that tells of the signal, if one came. */
  status(): number | undefined
  /** Asks, as a signal does. */
  ask(): void
  /** Listens no more. */
  close(): void
}

/**
 * Listens for Ctrl-C and its like. The second one hurries, the third ends the process at once. One that follows
 * within half a second is the same, come twice: a terminal sends it to whoever started us, too.
 */
export function createStop(): Stop {
  const [asked, hurried, over] = [new AbortController(), new AbortController(), new AbortController()]
  // Every job listens to each of them.
  setMaxListeners(0, asked.signal, hurried.signal, over.signal)
  const timers: NodeJS.Timeout[] = []
  let status: number | undefined
  let since = 0

  const giveUpAfter = (ms: number) => void timers.push(setTimeout(() => over.abort(), ms))

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
    asked: asked.signal,
    hurried: hurried.signal,
    over: over.signal,
    status: () => status,
    ask,
    close() {
      for (const signal of heard) process.off(signal, hear)
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

// --- internal ---

const heard = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** The time a command may take to end (`killAfterMs`), and five seconds more to give its task back. */
const giveUpMs = 15_000
