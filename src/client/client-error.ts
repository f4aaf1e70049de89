import { errors, UpnextError, type ErrorCode, type Issue, type Problem } from "../errors.ts"

/** A refusal as the server sent it; `problem` is the document itself. */
export interface ClientError extends UpnextError {
  readonly problem: Problem
  /** The server's, in the words of HTTP. */
  readonly hint: string
}

/** Makes the error that a call rejects with. A code of a newer server, unknown here, counts as `internal`. */
export function toClientError(problem: Problem): ClientError {
  const { detail, code, hint, facts, errors: issues } = problem
  const known = Object.hasOwn(errors, code) ? code : "internal"
  const error = new UpnextError(known, { detail, hint, facts, errors: issues })
  return Object.assign(error, { problem, hint })
}

/** True of an error that a server answered with. */
export function isRefusedByServer(error: UpnextError): error is ClientError {
  return "problem" in error
}

export function isProblem(data: unknown): data is Problem {
  if (typeof data !== "object" || data === null) return false
  const { code, detail, hint, facts, errors: issues } = data as { [K in keyof Problem]?: unknown }
  const isWhole = [code, detail, hint].every((text) => typeof text === "string")
  return (
    isWhole &&
    (facts === undefined || (typeof facts === "object" && facts !== null)) &&
    (issues === undefined || (Array.isArray(issues) && issues.every(isIssue)))
  )
}

/** True of the document at `/health`, which a server that is not well sends with a status of refusal. */
export function isHealth(data: unknown): boolean {
  return typeof data === "object" && data !== null && "name" in data && data.name === "upnext"
}

export function notUpnext(origin: string, status: number): UpnextError {
  // A proxy may answer for a server that is away.
  if (status >= 500)
    return unreachable(`${origin} answers, but not like an Upnext server (status ${status}).`)
  const detail = `There is no Upnext server at ${origin}: the response (status ${status}) came from another program.`
  return new UpnextError("not_upnext", { detail })
}

export function unreachable(detail: string, cause?: unknown): UpnextError {
  return new UpnextError("unreachable" satisfies ErrorCode, { detail, cause })
}

// --- internal ---

function isIssue(value: unknown): value is Issue {
  return typeof value === "object" && value !== null && "path" in value && "message" in value
}
