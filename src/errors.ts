/**
 * The one table of errors: code -> HTTP status, exit status of the command line, title, hint; `cli` is the hint for
 * the command line, where that of HTTP does not serve it.
 * A problem document, an exit status and the page of errors in `/docs` are all made from it.
 */
export const errors = {
  invalid_input: {
    status: 400,
    exit: 2,
    title: "The request is not valid",
    hint: "Mend what is named and send it again. GET /docs lists every field.",
    cli: "Mend what is named; `--help` after the command shows what it takes.",
  },
  unauthorized: {
    status: 401,
    exit: 1,
    title: "A token is needed",
    hint: "Send `Authorization: Bearer <token>`; the command line takes --token or UPNEXT_TOKEN.",
    cli: "Set UPNEXT_TOKEN, or add --token. The server showed it at its first start.",
  },
  actor_mismatch: {
    status: 403,
    exit: 1,
    title: "This token belongs to another agent",
    hint: "Act under the name that the token is bound to.",
    cli: "Act under the name that the token is bound to: --agent, or UPNEXT_AGENT.",
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
    cli: "Use localhost or an IP address in --url, or add the name to `allowedHosts` in the config of the server.",
  },
  not_found: {
    status: 404,
    exit: 1,
    title: "There is nothing at this path",
    hint: "GET /docs lists every path.",
    cli: "The server may be of another version: `upnext status` says which.",
  },
  task_not_found: {
    status: 404,
    exit: 1,
    title: "There is no such task",
    hint: "GET /tasks lists the tasks there are.",
    cli: "`upnext task list` shows the tasks there are.",
  },
  agent_not_found: {
    status: 404,
    exit: 1,
    title: "There is no such agent",
    hint: "GET /agents lists the agents there are.",
    cli: "`upnext agent list` shows the agents there are.",
  },
  method_not_allowed: {
    status: 405,
    exit: 1,
    title: "This path exists for another method",
    hint: "Use a method named in the `Allow` header.",
    cli: "The server may be of another version: `upnext status` says which.",
  },
  request_timeout: {
    status: 408,
    exit: 1,
    title: "The request did not arrive in time",
    hint: "Send it again, whole.",
    cli: "Try again; `upnext status` says how the server is.",
  },
  task_taken: {
    status: 409,
    exit: 1,
    title: "The task is taken",
    hint: "Ask for another: POST /tasks/next/claim. A person may always take a task back with PATCH.",
    cli: "Ask for another: `upnext task claim`. A person may always take it back: `upnext task edit <id> --status todo`.",
  },
  agent_paused: {
    status: 409,
    exit: 1,
    title: "The agent is paused",
    hint: "POST /agents/{name}/resume, or /team/resume where the whole team is paused; what is being done may be finished.",
    cli: "End the pause with `upnext agent resume <name>`, or `upnext team resume` where the whole team is paused; what is being done may be finished.",
  },
  agent_busy: {
    status: 409,
    exit: 1,
    title: "The agent has work in progress",
    hint: "Let it finish, or move its tasks back to todo, then try again.",
    cli: "Let it finish, or put its tasks back with `upnext task edit <id> --status todo`, then try again.",
  },
  task_not_ready: {
    status: 409,
    exit: 1,
    title: "The task cannot be started now",
    hint: "Ask for one that can: POST /tasks/next/claim.",
    cli: "Ask for one that can be started: `upnext task claim`.",
  },
  lease_lost: {
    status: 409,
    exit: 1,
    title: "The lease is lost",
    hint: "Stop working on it, and claim the task again if it is still to be done.",
    cli: "Stop working on it, and claim it again if it is still to be done: `upnext task claim <id>`.",
  },
  invalid_transition: {
    status: 409,
    exit: 1,
    title: "The task cannot move there from where it is",
    hint: "GET the task to see its status.",
    cli: "`upnext task show <id>` shows where it is. `upnext task claim <id>` takes it, `upnext task edit <id> --status …` moves it.",
  },
  review_required: {
    status: 409,
    exit: 1,
    title: "This work waits for its review",
    hint: "Complete it to send it to review; anyone but the one who did it may then POST /tasks/{id}/review.",
    cli: "`upnext task done <id>` sends it to review; anyone but the one who did it may then `upnext task review <id> approve`.",
  },
  reflection_required: {
    status: 409,
    exit: 1,
    title: "A reflection is due",
    hint: "Send `reflection` (one honest sentence on what was learned) with the request, or set metadata.reflection_exempt to true if nothing can be learned from this task.",
    cli: 'Add --reflection "what was learned", or, if there is nothing to learn from it, exempt it: `upnext task edit <id> --data \'{"metadata":{"reflection_exempt":true}}\'`.',
  },
  dependency_cycle: {
    status: 409,
    exit: 1,
    title: "Tasks cannot wait for each other in a circle",
    hint: "Leave out one of the dependencies on the path named.",
    cli: "Leave out one of the dependencies on the path named: `upnext task edit <id> --blocked-by …` sets all of them.",
  },
  idempotency_mismatch: {
    status: 409,
    exit: 1,
    title: "This Idempotency-Key was used for another request",
    hint: "Use a new key for a new request.",
    cli: "Run the command again: it takes a new key each time.",
  },
  task_deleted: {
    status: 410,
    exit: 1,
    title: "The task was deleted",
    hint: "GET /tasks lists the tasks there are.",
    cli: "`upnext task list` shows the tasks there are.",
  },
  version_mismatch: {
    status: 412,
    exit: 1,
    title: "The task was changed in the meantime",
    hint: "GET it, look at what changed, and send the request with its current ETag.",
    cli: "`upnext task show <id>` shows what changed; then try again with its version.",
  },
  expectation_failed: {
    status: 417,
    exit: 1,
    title: "That expectation cannot be met",
    hint: "Leave the Expect header out, or send `Expect: 100-continue`.",
    cli: "The server may be of another version: `upnext status` says which.",
  },
  body_too_large: {
    status: 413,
    exit: 1,
    title: "The request is too large",
    hint: "A body may hold 1 MiB, one text 64 KiB.",
    cli: "Make it shorter: one text may hold 64 KiB, all of them 1 MiB.",
  },
  unsupported_media_type: {
    status: 415,
    exit: 1,
    title: "The body must be JSON",
    hint: "Send it with the header `Content-Type: application/json`.",
    cli: "The server may be of another version: `upnext status` says which.",
  },
  headers_too_large: {
    status: 431,
    exit: 1,
    title: "The headers are too large",
    hint: "The path, the query and all headers together may hold 16 KiB.",
    cli: "Ask for less at once: all flags of a query together may hold 16 KiB.",
  },
  internal: {
    status: 500,
    exit: 1,
    title: "Something went wrong inside the server",
    hint: "The server's own output says what. `upnext doctor` checks its state.",
  },
  transfer_coding_unsupported: {
    status: 501,
    exit: 1,
    title: "That transfer coding is not supported",
    hint: "Send the body as it is, with Content-Length or `Transfer-Encoding: chunked`.",
    cli: "The server may be of another version: `upnext status` says which.",
  },
  unavailable: {
    status: 503,
    exit: 1,
    title: "The server is starting or stopping",
    hint: "Send it again when the server is back.",
    cli: "Try again in a moment; `upnext status` says how the server is.",
  },
  too_many_streams: {
    status: 503,
    exit: 1,
    title: "Too many event streams are open",
    hint: "Close some, or try again later; share one stream among what needs it.",
    cli: "End some of the `upnext events` that run, or try again later.",
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
  not_upnext: {
    status: 502,
    exit: 4,
    title: "That is not an Upnext server",
    hint: "Look at the URL: another program answers there.",
    cli: "Look at --url, UPNEXT_URL and `.upnext.json`: another program answers there. `upnext start` starts a server.",
  },
} as const satisfies Record<string, ErrorKind>

interface ErrorKind {
  readonly status: number
  readonly exit: number
  readonly title: string
  readonly hint: string
  readonly cli?: string
}

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
  /** The same for the command line, where that of HTTP does not serve it. */
  cli?: string
  errors?: Issue[]
  /** More members of the problem document (RFC 9457, 3.2), such as `holder` or `version`. */
  more?: Record<string, unknown>
  cause?: unknown
}

/** A refusal with a code of the table. Everything else thrown is a defect and answers 500. */
export class UpnextError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  /** What a person in a shell can do now. */
  readonly cli: string
  readonly errors: Issue[] | undefined
  readonly more: Record<string, unknown>

  constructor(code: ErrorCode, details: FailDetails) {
    super(details.detail, { cause: details.cause })
    this.name = "UpnextError"
    this.code = code
    const kind: ErrorKind = errors[code]
    this.hint = details.hint ?? kind.hint
    this.cli = details.cli ?? details.hint ?? kind.cli ?? kind.hint
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
  /** The hint for the command line, where it is not the table's. */
  cli?: string
  errors?: Issue[]
  [more: string]: unknown
}

/** The problem document of any thrown value; one that is not ours shows nothing of the inside. */
export function toProblem(error: unknown): Problem {
  const known =
    error instanceof UpnextError
      ? error
      : new UpnextError("internal", { detail: "The request was fine; the server failed at it." })
  const { status, title, hint, cli = hint }: ErrorKind = errors[known.code]
  return {
    ...known.more,
    type: `/docs#${known.code}`,
    title,
    status,
    detail: known.message,
    code: known.code,
    hint: known.hint,
    ...(known.cli !== cli && known.cli !== known.hint && { cli: known.cli }),
    ...(known.errors && { errors: known.errors }),
  }
}
