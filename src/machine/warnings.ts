import { isOutOfFiles } from "./file-errors.ts"

export interface Logger {
  warn(message: string, ...details: unknown[]): void
}

export type Warn = (message: string, error?: unknown) => void

/**
 * Warns through a logger. A lack of file descriptors hits every connection and every file at the same time, so that is
 * said at most once a minute.
 * @param clock a monotonic clock, in ms
 */
export function createWarn(logger: Logger, clock: () => number = () => performance.now()): Warn {
  let lastShortage = -Infinity

  return (message, error) => {
    if (isOutOfFiles(error)) {
      if (clock() - lastShortage < shortageMs) return
      lastShortage = clock()
      logger.warn(shortage)
    } else if (error === undefined) logger.warn(message)
    else logger.warn(message, error)
  }
}

// --- internal ---

const shortageMs = 60_000

const shortage =
  "The server has no file descriptors left, so it rejects connections and cannot open files. It recovers by itself " +
  "once some are closed. `ulimit -n` shows the limit of the server's shell."
