import { isatty } from "node:tty"
import { UpnextError } from "../errors.ts"
import type { Logger } from "../machine/warnings.ts"
import { createLogWriter, isServerLog, serverLogPath } from "./file.ts"

export interface ServerLogger extends Logger {
  /** What a person reads in the banner of `start`. A log that only a terminal shows does not repeat it. */
  info(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** True where the reason for which a start fails belongs into the log too: it is kept, or it is JSON. */
  readonly takesRefusals: boolean
}

/** What an entry is about, for programs. Only the JSON form shows it. */
export type LogFields = Readonly<Record<string, unknown>>

/**
 * Logs go to standard error, in colour on a terminal, so that what `start` prints can be read by a program. Where standard error is the log of the
 * home, the file stays bounded, and each entry of the text form begins with the time. The JSON form is one object a line:
 * `time` (ISO), `level`, `message`, and fields.
 */
export async function createServerLogger(home: string, form: "text" | "json"): Promise<ServerLogger> {
  const isKept = isServerLog(2, home)
  const write = isKept
    ? createLogWriter(serverLogPath(home), 2)
    : (text: string) => process.stderr.write(text)
  if (form === "json") return createJsonLogger(write)
  const { createConsola } = await import("consola")
  const stream = isKept ? withTimes(write) : process.stderr
  const logger = createConsola({
    stdout: stream,
    stderr: stream,
    fancy: !isKept && isatty(2),
    ...(isKept && { level: 3 }),
  })
  return {
    info: (message) => isKept && logger.info(message),
    warn: (message, ...details) => logger.warn(message, ...details),
    error: (message) => logger.error(message),
    takesRefusals: isKept,
  }
}

// --- internal ---

function createJsonLogger(write: (text: string) => void): ServerLogger {
  const enter = (level: string, message: string, fields: LogFields = {}) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`)
  return {
    info: (message, fields) => enter("info", message, fields),
    warn: (message, error) => enter("warn", message, error === undefined ? {} : { error: describe(error) }),
    error: (message, fields) => enter("error", message, fields),
    takesRefusals: true,
  }
}

/** An error as data. Only a defect has a stack trace worth reading. */
function describe(error: unknown): unknown {
  if (error instanceof UpnextError) return { code: error.code, message: error.message, facts: error.facts }
  if (!(error instanceof Error)) return error
  const { name, message, stack } = error
  return { name, ...("code" in error && { code: error.code }), message, stack }
}

/** A stream for the logger, which writes to it and does nothing else. */
function withTimes(write: (text: string) => void): NodeJS.WriteStream {
  const stream = { write: (text: string) => (write(`${new Date().toISOString()} ${text}`), true) }
  return stream as unknown as NodeJS.WriteStream
}
