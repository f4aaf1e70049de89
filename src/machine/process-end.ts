import type { ChildProcess } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"

export interface ProcessExit {
  /** Null where a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The processes that a command has started, and may leave behind. */
export interface LeftBehind {
  isThere(): boolean
  /** Ends them. Resolves when none is there any more. */
  end(): Promise<void>
}

/**
 * The end of a process is its exit, not the close of its output: a process that it left behind may hold that open for ever.
 * What is in the pipes is read for two seconds more; then what it left behind is ended, and the pipes are closed. Rejects where
 * it did not start.
 */
export async function endOf(child: ChildProcess, left?: LeftBehind): Promise<ProcessExit> {
  const pipes = { areClosed: false }
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => {
      pipes.areClosed = true
      resolve()
    })
  })
  const exit = await new Promise<ProcessExit>((resolve, reject) => {
    child.once("exit", (code, signal) => resolve({ code, signal }))
    child.once("error", (error) => {
      if (child.pid === undefined) reject(error)
    })
  })
  const over = performance.now() + restMs
  await before(restMs, closed)
  while (pipes.areClosed && left?.isThere() && performance.now() < over) await sleep(lookMs)
  if (!pipes.areClosed || left?.isThere()) await left?.end()
  while (!pipes.areClosed) {
    closeRead(child)
    await before(lookMs, closed)
  }
  return exit
}

/** How often processes and pipes are looked at, in ms. */
export const lookMs = 50

// --- internal ---

const restMs = 2000

/** Waits for it, at most so many ms. */
async function before(ms: number, awaited: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([awaited, late])
  clearTimeout(timer)
}

/** Closes the pipes of which all that came was passed on: where it is shown, a pager may hold it up. */
function closeRead({ stdout, stderr }: ChildProcess): void {
  for (const pipe of [stdout, stderr]) if (pipe?.readableLength === 0) pipe.destroy()
}
