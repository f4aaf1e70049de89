/**
 * The one table of errors: code -> HTTP status, exit status of the command line, title, hint.
 * A problem document, an exit status and the page of errors in `/docs` are all made from it.
 */
export const errors = {
  invalid_input: {
    status: 400,
    exit: 2,
    title: "The request is not valid",
    hint: "Mend the fields named in `errors` and send it again. GET /docs lists every field.",
  },
  unauthorized: {
    status: 401,
    exit: 1,
    title: "A token is needed",
    hint: "Send `Authorization: Bearer <token>`; the command line takes --token or UPNEXT_TOKEN.",
  },
  actor_mismatch: {
    status: 403,
    exit: 1,
    title: "This token belongs to another agent",
    hint: "Act under the name that the token is bound to.",
  },
  forbidden_origin: {
    status: 403,
    exit: 1,
    title: "Requests from other web pages are refused",
    hint: "Call from the dashboard, the command line or a program; other web pages may not.",
  },
  forbidden_host: {
    status: 403,
    exit: 1,
    title: "This host name is not served",
    hint: "Use localhost or an IP address, or add the name to `allowedHosts` in the config.",
  },
  not_found: {
    status: 404,
    exit: 1,
    title: "There is nothing at this path",
    hint: "GET /docs lists every path.",
  },
  task_not_found: {
    status: 404,
    exit: 1,
    title: "There is no such task",
    hint: "GET /tasks lists the tasks there are.",
  },
  agent_not_found: {
    status: 404,
    exit: 1,
    title: "There is no such agent",
    hint: "GET /agents lists the agents there are.",
  },
  method_not_allowed: {
    status: 405,
    exit: 1,
    title: "This path exists for another method",
    hint: "Use a method named in the `Allow` header.",
  },
  not_acceptable: {
    status: 406,
    exit: 1,
    title: "That form is not offered",
    hint: "Ask for application/json.",
  },
  request_timeout: {
    status: 408,
    exit: 1,
    title: "The request did not arrive in time",
    hint: "Send it again, whole.",
  },
  task_taken: {
    status: 409,
    exit: 1,
    title: "The task is taken",
    hint: "Ask for another: POST /tasks/next/claim. A person may always take a task back with PATCH.",
  },
  agent_paused: {
    status: 409,
    exit: 1,
    title: "The agent is paused",
    hint: "POST /agents/{name}/resume, or /team/resume where the whole team is paused; what is being done may be finished.",
  },
  agent_busy: {
    status: 409,
    exit: 1,
    title: "The agent has work in progress",
    hint: "Let it finish, or move its tasks back to todo, then try again.",
  },
  task_not_ready: {
    status: 409,
    exit: 1,
    title: "The task cannot be started now",
    hint: "Ask for one that can: POST /tasks/next/claim.",
  },
  lease_lost: {
    status: 409,
    exit: 1,
    title: "The lease is lost",
    hint: "Stop working on it, and claim the task again if it is still to be done.",
  },
  invalid_transition: {
    status: 409,
    exit: 1,
    title: "The task cannot move there from where it is",
    hint: "GET the task to see its status.",
  },
  review_required: {
    status: 409,
    exit: 1,
    title: "This work waits for its review",
    hint: "Complete it to send it to review; anyone but the one who did it may then POST /tasks/{id}/review.",
  },
  reflection_required: {
    status: 409,
    exit: 1,
    title: "A reflection is due",
    hint: "Send `reflection` (one honest sentence on what was learned) with the request, or set metadata.reflection_exempt to true if nothing can be learned from this task.",
  },
  dependency_cycle: {
    status: 409,
    exit: 1,
    title: "Tasks cannot wait for each other in a circle",
    hint: "Leave out one of the dependencies on the path named.",
  },
  idempotency_mismatch: {
    status: 409,
    exit: 1,
    title: "This Idempotency-Key was used for another request",
    hint: "Use a new key for a new request.",
  },
  task_deleted: {
    status: 410,
    exit: 1,
    title: "The task was deleted",
    hint: "GET /tasks lists the tasks there are.",
  },
  version_mismatch: {
    status: 412,
    exit: 1,
    title: "The task was changed in the meantime",
    hint: "GET it, look at what changed, and send the request with its current ETag.",
  },
  body_too_large: {
    status: 413,
    exit: 1,
    title: "The request is too large",
    hint: "A body may hold 1 MiB, one text 64 KiB.",
  },
  unsupported_media_type: {
    status: 415,
    exit: 1,
    title: "The body must be JSON",
    hint: "Send it with the header `Content-Type: application/json`.",
  },
  headers_too_large: {
    status: 431,
    exit: 1,
    title: "The headers are too large",
    hint: "The path, the query and all headers together may hold 16 KiB.",
  },
  internal: {
    status: 500,
    exit: 1,
    title: "Something went wrong inside the server",
    hint: "The server's own output says what. `upnext doctor` checks its state.",
  },
  unavailable: {
    status: 503,
    exit: 1,
    title: "The server is starting or stopping",
    hint: "Send it again when the server is back.",
  },
  too_many_streams: {
    status: 503,
    exit: 1,
    title: "Too many event streams are open",
    hint: "Close some, or try again later; share one stream among what needs it.",
  },
  storage_failed: {
    status: 503,
    exit: 1,
    title: "The disk failed, so nothing is written",
    hint: "Run `upnext doctor`, mend the disk, and restart the server. Reading goes on.",
  },
  storage_full: {
    status: 507,
    exit: 1,
    title: "The disk is full",
    hint: "Make room; writing resumes by itself. Reading goes on.",
  },
  storage_damaged: {
    status: 503,
    exit: 1,
    title: "The stored data is damaged",
    hint: "Nothing was changed. `upnext doctor` checks every line; put the file named back from a backup.",
  },
  storage_newer_format: {
    status: 503,
    exit: 1,
    title: "The stored data is of a newer format",
    hint: "Start the version of Upnext that wrote it, or a later one.",
  },
  home_not_writable: {
    status: 503,
    exit: 1,
    title: "The data directory cannot be used",
    hint: "Let this user read and write it, or set UPNEXT_HOME to another directory.",
  },
  home_locked: {
    status: 503,
    exit: 1,
    title: "Another server uses this directory",
    hint: "Use the server that runs, end it with `upnext stop`, or set UPNEXT_HOME to another directory.",
  },
  address_unavailable: {
    status: 503,
    exit: 1,
    title: "The server cannot listen there",
    hint: "Choose another --host or --port.",
  },
  port_taken: {
    status: 503,
    exit: 1,
    title: "The port is taken",
    hint: "Choose another with --port, or run `upnext doctor` to see who has it.",
  },
  invalid_config: {
    status: 500,
    exit: 2,
    title: "A setting is not valid",
    hint: "Mend it where the message says it comes from.",
  },
  unreachable: {
    status: 503,
    exit: 4,
    title: "The server cannot be reached",
    hint: "Start it with `upnext start`, or see what is wrong with `upnext doctor`.",
  },
} as const satisfies Record<string, { status: number; exit: number; title: string; hint: string }>

export type ErrorCode = keyof typeof errors

/** One thing wrong with the input: where, what, and what was received there. */
export interface Issue {
  path: string
  message: string
  received?: unknown
}

export interface FailDetails {
  /** One sentence on this very case. */
  detail: string
  /** What to do now, where the table's hint can be bettered. */
  hint?: string
  errors?: Issue[]
  /** More members of the problem document (RFC 9457, 3.2), such as `holder` or `version`. */
  more?: Record<string, unknown>
  cause?: unknown
}

/** A refusal with a code of the table. Everything else thrown is a defect and answers 500. */
export class UpnextError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  readonly errors: Issue[] | undefined
  readonly more: Record<string, unknown>

  constructor(code: ErrorCode, details: FailDetails) {
    super(details.detail, { cause: details.cause })
    this.name = "UpnextError"
    this.code = code
    this.hint = details.hint ?? errors[code].hint
    this.errors = details.errors
    this.more = details.more ?? {}
  }
}

export function fail(code: ErrorCode, details: FailDetails | string): never {
  throw new UpnextError(code, typeof details === "string" ? { detail: details } : details)
}

/** RFC 9457 problem details. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: ErrorCode
  hint: string
  errors?: Issue[]
  [more: string]: unknown
}

/** The problem document of any thrown value; one that is not ours shows nothing of the inside. */
export function toProblem(error: unknown): Problem {
  const known =
    error instanceof UpnextError
      ? error
      : new UpnextError("internal", { detail: "The request was fine; the server failed at it." })
  const { status, title } = errors[known.code]
  return {
    ...known.more,
    type: `/docs#${known.code}`,
    title,
    status,
    detail: known.message,
    code: known.code,
    hint: known.hint,
    ...(known.errors && { errors: known.errors }),
  }
}
