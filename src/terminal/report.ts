import { isRefusedByServer } from "../client/client-error.ts"
import { asSentence, errors, toProblem, untoldIssues, UpnextError, type Problem } from "../errors.ts"
import { hintOf } from "./hints.ts"
import { inLocalTime } from "./show-time.ts"
import { noteError, noteHint } from "./named-note.ts"
import { line, note, printJson } from "./output.ts"

/** Reports an error: a line and a hint on standard error, or the problem document. Sets the exit status. */
export function report(error: unknown, isJson: boolean): void {
  const known = error instanceof UpnextError ? error : unexpected(error)
  process.exitCode = exitOf(known)
  if (isJson) return printJson(problemOf(known))
  noteError(inLocalTime(line(known.message)) + issuesOf(known))
  noteHint(line(hintOf(known)))
}

/**
 * The exit status for an error. If a task forbids the request or does not exist, or a file stands in the way, nothing was
 * mistyped.
 */
export function exitOf({ code, facts: { task, missing, path } }: UpnextError): number {
  const isRefused = [task, missing, path].some((fact) => fact !== undefined)
  return code === "invalid_input" && isRefused ? 1 : errors[code].exit
}

/** The problem document of an error, with the hint of the command line. */
export function problemOf(error: unknown): Problem {
  if (error instanceof UpnextError && isRefusedByServer(error))
    return { ...error.problem, hint: hintOf(error) }
  return toProblem(error, hintOf)
}

// --- internal ---

function issuesOf(error: UpnextError): string {
  const told = untoldIssues(error)
  return told.length === 0 ? "" : ` ${asSentence(told.map(line).join("; "))}`
}

/** A defect of this program. Shows its message, and its stack trace only if UPNEXT_DEBUG is set. */
function unexpected(error: unknown): UpnextError {
  if (process.env.UPNEXT_DEBUG && error instanceof Error) note(error.stack ?? error.message)
  const detail = error instanceof Error ? error.message : String(error)
  return new UpnextError("internal", {
    detail: `This should not have happened: ${detail}`,
    hint: "UPNEXT_DEBUG=1 shows where it happened; please report it.",
    cause: error,
  })
}
