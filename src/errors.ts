import type { Facts } from "./facts.ts"

export type { Facts }

/** The only table of errors: code -> HTTP status, exit status of the command line, title. */
export const errors = {
  invalid_input: { status: 400, exit: 2, title: "The request is not valid" },
  unauthorized: { status: 401, exit: 1, title: "A token is needed" },
  not_allowed: { status: 403, exit: 1, title: "The role does not allow this" },
  needs_home: { status: 403, exit: 1, title: "This requires the key of the server's data directory" },
  actor_mismatch: { status: 403, exit: 1, title: "The request acts as another agent" },
  forbidden_origin: { status: 403, exit: 1, title: "Other web pages may not send requests here" },
  forbidden_host: { status: 403, exit: 1, title: "This server does not have that host name" },
  not_found: { status: 404, exit: 1, title: "There is nothing at this path" },
  task_not_found: { status: 404, exit: 1, title: "There is no such task" },
  account_not_found: { status: 404, exit: 1, title: "There is no such account" },
  token_not_found: { status: 404, exit: 1, title: "There is no such token" },
  agent_not_found: { status: 404, exit: 1, title: "There is no such agent" },
  attachment_not_found: { status: 404, exit: 1, title: "The task has no such file" },
  moment_not_found: { status: 404, exit: 1, title: "This moment is outside the log" },
  import_not_found: { status: 404, exit: 1, title: "There is no such import" },
  method_not_allowed: { status: 405, exit: 1, title: "This path does not support the method" },
  request_timeout: { status: 408, exit: 1, title: "The request did not arrive in time" },
  task_taken: { status: 409, exit: 1, title: "Someone else has the task" },
  agent_paused: { status: 409, exit: 1, title: "The agent is paused" },
  account_exists: { status: 409, exit: 1, title: "The account already exists" },
  agent_busy: { status: 409, exit: 1, title: "The agent has work in progress" },
  task_not_ready: { status: 409, exit: 1, title: "The task cannot be started now" },
  resource_taken: { status: 409, exit: 1, title: "A resource that the task needs is taken" },
  not_able: { status: 409, exit: 1, title: "The agent cannot do this task" },
  lease_lost: { status: 409, exit: 1, title: "The lease is lost" },
  invalid_transition: { status: 409, exit: 1, title: "The task cannot change to this status" },
  review_required: { status: 409, exit: 1, title: "Someone else has to review this work" },
  reflection_required: { status: 409, exit: 1, title: "A lesson is required" },
  criteria_unmet: { status: 409, exit: 1, title: "Some criteria are not met" },
  check_required: { status: 409, exit: 1, title: "The criterion depends on a check" },
  checks_unmet: { status: 409, exit: 1, title: "Some checks have not passed" },
  undo_blocked: { status: 409, exit: 1, title: "A later change stands in the way" },
  nothing_to_undo: { status: 409, exit: 1, title: "There is nothing to undo" },
  import_open: { status: 409, exit: 1, title: "Another import is still open" },
  import_not_open: { status: 409, exit: 1, title: "The import has ended" },
  dependency_cycle: { status: 409, exit: 1, title: "Tasks cannot wait for each other in a cycle" },
  idempotency_mismatch: { status: 409, exit: 1, title: "This idempotency key was used for another request" },
  already_answered: { status: 409, exit: 1, title: "The question has already been answered" },
  task_deleted: { status: 410, exit: 1, title: "The task was deleted" },
  attachment_damaged: { status: 410, exit: 1, title: "The file's contents are lost" },
  version_mismatch: { status: 412, exit: 1, title: "The task was changed in the meantime" },
  body_too_large: { status: 413, exit: 1, title: "The request is too large" },
  unsupported_media_type: { status: 415, exit: 1, title: "The body must be JSON" },
  expectation_failed: { status: 417, exit: 1, title: "The server cannot meet that expectation" },
  other_home: { status: 421, exit: 4, title: "This server has a different data directory" },
  too_many_attempts: { status: 429, exit: 1, title: "Too many wrong tokens" },
  too_many_reports: { status: 429, exit: 1, title: "The attempt reports its usage too often" },
  headers_too_large: { status: 431, exit: 1, title: "The headers are too large" },
  internal: { status: 500, exit: 1, title: "Something went wrong inside the server" },
  transfer_coding_unsupported: { status: 501, exit: 1, title: "This transfer coding is not supported" },
  unavailable: { status: 503, exit: 1, title: "The server is starting or stopping" },
  program_replaced: { status: 503, exit: 1, title: "The program was replaced while it ran" },
  too_many_files: { status: 503, exit: 1, title: "The server cannot open any more files" },
  too_many_streams: { status: 503, exit: 1, title: "Too many streams or downloads are open" },
  storage_failed: { status: 503, exit: 1, title: "The disk failed, so nothing is written" },
  storage_unreachable: { status: 503, exit: 1, title: "The database cannot be reached" },
  storage_diverged: { status: 503, exit: 1, title: "The database has gone back to an earlier state" },
  not_caught_up: { status: 503, exit: 1, title: "This server has not caught up yet" },
  past_unavailable: { status: 503, exit: 1, title: "The past cannot be shown right now" },
  storage_full: { status: 507, exit: 1, title: "The disk is full" },
  memory_full: { status: 507, exit: 1, title: "The server's memory is nearly full" },
  attachments_full: { status: 507, exit: 1, title: "The board has no room for more files" },
  storage_damaged: { status: 503, exit: 1, title: "The stored data is damaged" },
  storage_newer_format: { status: 503, exit: 1, title: "The stored data has a newer format" },
  memory_too_small: { status: 503, exit: 1, title: "There is not enough memory" },
  settings_differ: { status: 503, exit: 1, title: "The board has different settings" },
  board_exists: { status: 409, exit: 1, title: "There is already something at this location" },
  board_missing: { status: 404, exit: 1, title: "There is no board" },
  board_in_use: { status: 503, exit: 1, title: "Servers are running on this board" },
  home_not_writable: { status: 503, exit: 1, title: "The data directory cannot be used" },
  database_unreachable: { status: 503, exit: 1, title: "The database is not responding" },
  database_refused: { status: 503, exit: 1, title: "The database does not accept the server" },
  database_unfit: { status: 503, exit: 1, title: "This database cannot hold a board" },
  board_moved: { status: 503, exit: 1, title: "The board was moved" },
  home_locked: { status: 503, exit: 1, title: "Another server uses this directory" },
  token_required: { status: 503, exit: 1, title: "A token is needed first" },
  address_unavailable: { status: 503, exit: 1, title: "The server cannot listen on this address" },
  port_taken: { status: 503, exit: 1, title: "The port is taken" },
  invalid_config: { status: 500, exit: 2, title: "A setting is not valid" },
  work_changed: { status: 409, exit: 1, title: "The work has changed" },
  git_unfit: { status: 503, exit: 1, title: "Git is missing or too old" },
  git_failed: { status: 500, exit: 1, title: "The git command failed" },
  pull_failed: { status: 500, exit: 1, title: "The pull request could not be opened or read" },
  tree_unfit: { status: 500, exit: 1, title: "A worktree cannot be used at this path" },
  no_repository: { status: 404, exit: 1, title: "There is no repository to work in" },
  unreachable: { status: 503, exit: 4, title: "The server cannot be reached" },
  not_upnext: { status: 502, exit: 4, title: "This is not an Upnext server" },
} as const satisfies Record<
  string,
  { readonly status: number; readonly exit: number; readonly title: string }
>

export type ErrorCode = keyof typeof errors

/** Ends a text with a full stop, unless it is a question. */
export function asSentence(text: string): string {
  return text.endsWith("?") ? text : `${text}.`
}

/** Refuses one input field with `invalid_input`. @param more `facts` for a hint, and the value `received` */
export function failField(
  path: string,
  message: string,
  { facts, ...received }: { readonly facts?: Facts; readonly received?: unknown } = {},
): never {
  fail("invalid_input", {
    detail: asSentence(`${path}: ${message}`),
    ...(facts && { facts }),
    errors: [{ path, message, ...received }],
  })
}

/** What to do now, worded for every interface. The hints for the other codes are in each interface's `hints.ts`. */
export const plainHints = {
  forbidden_origin: "Use the dashboard, the command line or a program, not another web page.",
  request_timeout: "Send the whole request again.",
  too_many_reports: "Report the usage again in a minute; until then, nothing is counted.",
  already_answered: "Read the answer and continue.",
  // Who reads it may be the paused agent, which must not end its own pause.
  agent_paused: "Wait until the pause ends, or ask a person to end it. Work in progress may be finished.",
  dependency_cycle: "Leave out one of the dependencies that form the cycle.",
  attachment_damaged:
    "If you have a copy of the file, attach it again. `upnext doctor` lists all missing files.",
  internal: "See the server's output for details. `upnext doctor` checks the server's state.",
  unavailable: "Try again in a moment.",
  program_replaced: "Restart the server, or the coding agent session that reports this.",
  storage_failed: "Run `upnext doctor`, repair the disk, and restart the server. Reads still work.",
  storage_diverged: "Check what is there now, and redo what is missing.",
  past_unavailable: "Try again in a moment: the server continues from where it stopped.",
  storage_full: "Free some space; writes then resume by themselves. Reads still work.",
  storage_damaged: "Nothing was changed. `upnext doctor` checks every line.",
  storage_newer_format: "Start the version of Upnext that wrote the data, or a later version.",
  memory_too_small: "Start the server with more memory: set NODE_OPTIONS=--max-old-space-size.",
  settings_differ: "Start the server without its own settings, or change the board's settings.",
  board_exists: "Choose another place for the board.",
  board_missing: "Check the location given in the message.",
  board_in_use: "Stop the other servers of the board first.",
  home_not_writable: "Give the server's user read and write access to the directory, then restart it.",
  database_unreachable:
    "Make sure PostgreSQL is running there and accepts connections, then start the server.",
  database_refused: "Correct the user, the password or the privileges, then start the server again.",
  database_unfit: "Use a writable UTF8 database on PostgreSQL 13 or later.",
  board_moved: "Start the server where the board is now, or choose another board.",
  home_locked: "Use the server that is running for this directory.",
  token_required: "Create the first token when you start the server, or turn authentication off explicitly.",
  address_unavailable: "Start the server on another address.",
  port_taken: "Start the server on another port.",
  invalid_config: "Correct the setting in the place given in the message.",
  git_unfit: "Install git 2.38 or later, or put it on the PATH of this user.",
  git_failed: "Run the named git command by hand to see more.",
  pull_failed: "Run `gh` or `glab` by hand to see more.",
  tree_unfit: "Choose another directory for the worktrees.",
  no_repository: "Change to a git repository with its files checked out.",
  unreachable: "Start the server, and check the URL.",
  not_upnext: "Check the URL: another program answers there.",
} as const satisfies { readonly [C in ErrorCode]?: string }

/** One interface's hints. They are required for codes that are not in `plainHints`, and optional for the others. */
export type FaceHints<H> = { readonly [C in keyof typeof plainHints]?: H } & {
  readonly [C in Exclude<ErrorCode, keyof typeof plainHints>]: H
}

/** One problem with the input: the field's path, the problem, and the value received. */
export interface Issue {
  path: string
  message: string
  received?: unknown
}

export interface RefusalDetails {
  /** One sentence about this case, without paths, commands or flags, because every interface shows it. */
  detail: string
  facts?: Facts | undefined
  errors?: Issue[] | undefined
  /** What to do now. Set only by an interface that has more information than its hint table. Rules never set a hint. */
  hint?: string | undefined
  cause?: unknown
}

/** A refusal with a code from the table. Any other thrown value is a defect and results in a 500. */
export class UpnextError extends Error {
  readonly code: ErrorCode
  readonly facts: Facts
  readonly errors: Issue[] | undefined
  /** The hint from the interface or server that refused. If absent, the interface showing the error uses its own. */
  readonly hint: string | undefined

  constructor(code: ErrorCode, details: RefusalDetails) {
    super(details.detail, { cause: details.cause })
    this.name = "UpnextError"
    this.code = code
    this.facts = details.facts ?? {}
    this.errors = details.errors
    this.hint = details.hint
  }
}

/** The issues that are not already in the refusal's message, one line each. */
export function untoldIssues({ message: detail, errors: issues = [] }: UpnextError): string[] {
  return issues
    .filter(({ message, path }) => !detail.includes(message) && !detail.includes(path))
    .map(({ path, message }) => `${path}: ${message}`)
}

/** Throws a refusal that contains one sentence about this case, and the facts. */
export function fail(code: ErrorCode, details: RefusalDetails | string): never {
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
  facts?: Facts
  errors?: Issue[]
}

/**
 * The problem document for any thrown value, with the hint for the interface (HTTP, MCP, command line) that sends it.
 * For a defect, the document reveals no internals.
 */
export function toProblem(error: unknown, hintOf: (refusal: UpnextError) => string): Problem {
  const refusal =
    error instanceof UpnextError
      ? error
      : new UpnextError("internal", { detail: "The request was valid, but the server failed to handle it." })
  const { code, message: detail, facts, errors: issues } = refusal
  const { status, title } = errors[code]
  return {
    type: `/docs#${code}`,
    title,
    status,
    detail,
    code,
    ...(Object.keys(facts).length > 0 && { facts }),
    ...(issues && { errors: issues }),
    hint: hintOf(refusal),
  }
}
