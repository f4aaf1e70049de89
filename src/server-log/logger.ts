import type { Logger } from "../warnings.ts"
import { createLogWriter, isServerLog, serverLogPath } from "./file.ts"

/** What a server says while it runs. */
export interface ServerLogger extends Logger {
  /** What a person reads in the banner of `start`. Only a kept log holds it. */
  info(message: string): void
  error(message: string): void
  /** True where standard error is the log of the home, which is read later. */
  readonly isKept: boolean
}

/**
 * Logs go to standard error, so that what `start` prints can be read by a program. Where standard error is the log of the
 * home, each entry begins with the time, and the file stays bounded.
 */
export async function createServerLogger(home: string): Promise<ServerLogger> {
  const isKept = isServerLog(2, home)
  const { createConsola } = process.stderr.isTTY ? await import("consola") : await import("consola/basic")
  const stream = isKept ? withTimes(createLogWriter(serverLogPath(home), 2)) : process.stderr
  const logger = createConsola({ stdout: stream, stderr: stream, ...(isKept && { level: 3 }) })
  return {
    info: (message) => isKept && logger.info(message),
    warn: (message, ...details) => logger.warn(message, ...details),
    error: (message) => logger.error(message),
    isKept,
  }
}

// --- internal ---

/** A stream for the logger, which writes to it and does nothing else. */
function withTimes(write: (text: string) => void): NodeJS.WriteStream {
  const stream = { write: (text: string) => (write(`${new Date().toISOString()} ${text}`), true) }
  return stream as unknown as NodeJS.WriteStream
}
