import { errors, UpnextError, type ErrorCode, type Issue, type Problem } from "../errors.ts"

/** A refusal as the server sent it; `problem` is the document itself. */
export interface ClientError extends UpnextError {
  readonly problem: Problem
}

/** Makes the error that a call rejects with. A code of a newer server, unknown here, counts as `internal`. */
export function toClientError(problem: Problem): ClientError {
  const { type: _type, title: _title, status: _status, detail, code, hint, errors: issues, ...more } = problem
  const error = new UpnextError(code in errors ? code : "internal", {
    detail,
    hint,
    more,
    ...(issues && { errors: issues }),
  })
  return Object.assign(error, { problem })
}

/** True of a problem document (RFC 9457) with a code. */
export function isProblem(data: unknown): data is Problem {
  if (typeof data !== "object" || data === null) return false
  const { code, detail, hint, errors: issues } = data as { [K in keyof Problem]?: unknown }
  const isWhole = [code, detail, hint].every((text) => typeof text === "string")
  return isWhole && (issues === undefined || (Array.isArray(issues) && issues.every(isIssue)))
}

/** The error for a server that did not answer, or not as ours does. */
export function unreachable(detail: string, cause?: unknown): UpnextError {
  return new UpnextError("unreachable" satisfies ErrorCode, { detail, cause })
}

// --- internal ---

function isIssue(value: unknown): value is Issue {
  return typeof value === "object" && value !== null && "path" in value && "message" in value
}
