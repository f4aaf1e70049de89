import type { Facts } from "./facts.ts"

export type { Facts }

/** The one table of errors: code -> HTTP status, exit status of the command line, title. */
export const errors = {
  invalid_input: { status: 400, exit: 2, title: "The request is not valid" },
  unauthorized: { status: 401, exit: 1, title: "A token is needed" },
  not_allowed: { status: 403, exit: 1, title: "The role does not allow this" },
  needs_home: { status: 403, exit: 1, title: "This takes the key of the server's data directory" },
  actor_mismatch: { status: 403, exit: 1, title: "The request names another agent" },
  forbidden_origin: { status: 403, exit: 1, title: "Other web pages may not send requests here" },
  forbidden_host: { status: 403, exit: 1, title: "This server does not have that host name" },
  not_found: { status: 404, exit: 1, title: "There is nothing at this path" },
  task_not_found: { status: 404, exit: 1, title: "There is no such task" },
  account_not_found: { status: 404, exit: 1, title: "There is no such account" },
  token_not_found: { status: 404, exit: 1, title: "There is no such token" },
  agent_not_found: { status: 404, exit: 1, title: "There is no such agent" },
  attachment_not_found: { status: 404, exit: 1, title: "The task has no such file" },
  moment_not_found: { status: 404, exit: 1, title: "There is no such moment" },
  import_not_found: { status: 404, exit: 1, title: "There is no such import" },
  method_not_allowed: { status: 405, exit: 1, title: "This path takes other methods" },
  request_timeout: { status: 408, exit: 1, title: "The request did not arrive in time" },
  task_taken: { status: 409, exit: 1, title: "Someone else has the task" },
  agent_paused: { status: 409, exit: 1, title: "The agent is paused" },
  account_exists: { status: 409, exit: 1, title: "There is such an account already" },
  agent_busy: { status: 409, exit: 1, title: "The agent has work in progress" },
  task_not_ready: { status: 409, exit: 1, title: "The task cannot be started now" },
  resource_taken: { status: 409, exit: 1, title: "A resource of the task is taken" },
  not_able: { status: 409, exit: 1, title: "The agent cannot do this task" },
  lease_lost: { status: 409, exit: 1, title: "The lease is lost" },
  invalid_transition: { status: 409, exit: 1, title: "The task cannot move there from its status" },
  review_required: { status: 409, exit: 1, title: "Someone else has to review this work" },
  reflection_required: { status: 409, exit: 1, title: "A lesson is due" },
  criteria_unmet: { status: 409, exit: 1, title: "Criteria are left open" },
  check_required: { status: 409, exit: 1, title: "The criterion stands on a check" },
  checks_unmet: { status: 409, exit: 1, title: "Checks have not passed" },
  undo_blocked: { status: 409, exit: 1, title: "It was changed since" },
  nothing_to_undo: { status: 409, exit: 1, title: "There is nothing to take back" },
  import_open: { status: 409, exit: 1, title: "Another import has not ended" },
  import_not_open: { status: 409, exit: 1, title: "The import is over" },
  dependency_cycle: { status: 409, exit: 1, title: "Tasks cannot wait for each other in a circle" },
  idempotency_mismatch: { status: 409, exit: 1, title: "This idempotency key was used for another request" },
  already_answered: { status: 409, exit: 1, title: "The question was answered already" },
  task_deleted: { status: 410, exit: 1, title: "The task was deleted" },
  attachment_damaged: { status: 410, exit: 1, title: "The bytes of the file are lost" },
  version_mismatch: { status: 412, exit: 1, title: "The task was changed in the meantime" },
  body_too_large: { status: 413, exit: 1, title: "The request is too large" },
  unsupported_media_type: { status: 415, exit: 1, title: "The body must be JSON" },
  expectation_failed: { status: 417, exit: 1, title: "The server cannot meet that expectation" },
  other_home: { status: 421, exit: 4, title: "This is the server of another data directory" },
  too_many_attempts: { status: 429, exit: 1, title: "Too many tokens were wrong" },
  too_many_reports: { status: 429, exit: 1, title: "The attempt tells its usage too often" },
  headers_too_large: { status: 431, exit: 1, title: "The headers are too large" },
  internal: { status: 500, exit: 1, title: "Something went wrong inside the server" },
  transfer_coding_unsupported: { status: 501, exit: 1, title: "This transfer coding is not supported" },
  unavailable: { status: 503, exit: 1, title: "The server is starting or stopping" },
  program_replaced: { status: 503, exit: 1, title: "The program was replaced while it ran" },
  too_many_files: { status: 503, exit: 1, title: "The server can open no more files" },
  too_many_streams: { status: 503, exit: 1, title: "Too many streams or downloads are open" },
  storage_failed: { status: 503, exit: 1, title: "The disk failed, so nothing is written" },
  storage_unreachable: { status: 503, exit: 1, title: "The database cannot be reached" },
  storage_diverged: { status: 503, exit: 1, title: "The database has gone back to an earlier state" },
  not_caught_up: { status: 503, exit: 1, title: "This server has not caught up yet" },
  past_unavailable: { status: 503, exit: 1, title: "The past cannot be shown right now" },
  storage_full: { status: 507, exit: 1, title: "The disk is full" },
  memory_full: { status: 507, exit: 1, title: "The memory of the server is nearly full" },
  attachments_full: { status: 507, exit: 1, title: "The files of the board have no more room" },
  storage_damaged: { status: 503, exit: 1, title: "The stored data is damaged" },
  storage_newer_format: { status: 503, exit: 1, title: "The stored data is of a newer format" },
  memory_too_small: { status: 503, exit: 1, title: "There is too little memory" },
  settings_differ: { status: 503, exit: 1, title: "The board uses other settings" },
  board_exists: { status: 409, exit: 1, title: "There is something already" },
  board_missing: { status: 404, exit: 1, title: "There is no board" },
  board_in_use: { status: 503, exit: 1, title: "Servers run on this board" },
  home_not_writable: { status: 503, exit: 1, title: "The data directory cannot be used" },
  database_unreachable: { status: 503, exit: 1, title: "The database does not answer" },
  database_refused: { status: 503, exit: 1, title: "The database does not let the server in" },
  database_unfit: { status: 503, exit: 1, title: "This database cannot hold a board" },
  board_moved: { status: 503, exit: 1, title: "The board was moved" },
  home_locked: { status: 503, exit: 1, title: "Another server uses this directory" },
  token_required: { status: 503, exit: 1, title: "A token is needed first" },
  address_unavailable: { status: 503, exit: 1, title: "The server cannot listen at this address" },
  port_taken: { status: 503, exit: 1, title: "The port is taken" },
  invalid_config: { status: 500, exit: 2, title: "A setting is not valid" },
  work_changed: { status: 409, exit: 1, title: "The work is not what it was" },
  git_unfit: { status: 503, exit: 1, title: "Git is missing or too old" },
  git_failed: { status: 500, exit: 1, title: "Git could not do it" },
  pull_failed: { status: 500, exit: 1, title: "The pull request could not be opened or looked at" },
  tree_unfit: { status: 500, exit: 1, title: "There cannot be a tree at this place" },
  no_repository: { status: 404, exit: 1, title: "There is no repository to work in" },
  unreachable: { status: 503, exit: 4, title: "The server cannot be reached" },
  not_upnext: { status: 502, exit: 4, title: "This is not an Upnext server" },
} as const satisfies Record<
  string,
  { readonly status: number; readonly exit: number; readonly title: string }
>

export type ErrorCode = keyof typeof errors

/** Refuses one field of an input with `invalid_input`. @param more `facts` for a hint, and what was `received` */
export function failField(
  path: string,
  message: string,
  { facts, ...received }: { readonly facts?: Facts; readonly received?: unknown } = {},
): never {
  fail("invalid_input", {
    detail: `${path}: ${message}.`,
    ...(facts && { facts }),
    errors: [{ path, message, ...received }],
  })
}

/** What to do now, in words that hold for every face. The other codes have their words in the `hints.ts` of each face. */
export const plainHints = {
  forbidden_origin: "Call from the dashboard, the command line or a program; other web pages may not.",
  request_timeout: "Send the whole request again.",
  too_many_reports: "Say it again after a minute: until then nothing of it is counted.",
  already_answered: "Read the answer, and go on.",
  dependency_cycle: "Leave out one of the dependencies on the path that is named.",
  attachment_damaged:
    "Attach the file again, where somebody has it. `upnext doctor` names all that are missing.",
  internal: "The server's own output says what. `upnext doctor` checks its state.",
  unavailable: "Try again in a moment.",
  program_replaced: "Restart the server, or the session of the coding agent that says it.",
  storage_failed: "Run `upnext doctor`, repair the disk, and restart the server. Reading goes on.",
  storage_diverged: "Look at what is there now, and do again what is missing.",
  past_unavailable: "Try again in a moment: it goes on from where it got.",
  storage_full: "Make room; writing resumes by itself. Reading goes on.",
  storage_damaged: "Nothing was changed. `upnext doctor` checks every line.",
  storage_newer_format: "Start the version of Upnext that wrote it, or a later one.",
  memory_too_small: "Start the server with more memory: set NODE_OPTIONS=--max-old-space-size.",
  settings_differ: "Start the server without settings of its own, or change those of the board.",
  board_exists: "Choose another place for the board.",
  board_missing: "Look at the place of the board that is named.",
  board_in_use: "Stop the other servers of the board first.",
  home_not_writable: "Let the user of the server read and write the directory, and restart the server.",
  database_unreachable: "See that PostgreSQL runs there and takes connections, and start the server again.",
  database_refused: "Correct the user, the password or the rights, and start the server again.",
  database_unfit:
    "Give the server a database that takes writes and is encoded in UTF8, of PostgreSQL 13 or later.",
  board_moved: "Start the server where the board is now, or choose another board.",
  home_locked: "Use the server that runs on this directory.",
  token_required: "Let the start make the first token, or say that nobody is to be asked.",
  address_unavailable: "Start the server at another address.",
  port_taken: "Start the server on another port.",
  invalid_config: "Correct it where the message says it comes from.",
  git_unfit: "Install git 2.38 or later, or put it on the PATH of this user.",
  git_failed: "Run the command of git that is named by hand to see more.",
  pull_failed: "Run `gh` or `glab` by hand to see more.",
  tree_unfit: "Name another place for the trees.",
  no_repository: "Go to a directory of a git repository that has its files checked out.",
  unreachable: "Start the server, and look at the URL.",
  not_upnext: "Look at the URL: another program answers there.",
} as const satisfies { readonly [C in ErrorCode]?: string }

/** What a face says to do: all that has no plain words, and what it can say better. */
export type FaceHints<H> = { readonly [C in keyof typeof plainHints]?: H } & {
  readonly [C in Exclude<ErrorCode, keyof typeof plainHints>]: H
}

/** One thing wrong with the input: where, what, and what was received there. */
export interface Issue {
  path: string
  message: string
  received?: unknown
}

export interface RefusalDetails {
  /** One sentence about this case. It names no path, command or flag, because every face shows it. */
  detail: string
  facts?: Facts | undefined
  errors?: Issue[] | undefined
  /** What to do now. Only a face gives one, when it knows more than its table of hints; the rules never do. */
  hint?: string | undefined
  cause?: unknown
}

/** A refusal with a code of the table. Any other thrown value is a defect and gives a 500. */
export class UpnextError extends Error {
  readonly code: ErrorCode
  readonly facts: Facts
  readonly errors: Issue[] | undefined
  /** The hint of the face or server that refused. If there is none, the face that shows the error uses its own table. */
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

/** The issues of a refusal that its message does not contain already, each in a line. */
export function untoldIssues({ message: detail, errors: issues = [] }: UpnextError): string[] {
  return issues
    .filter(({ message, path }) => !detail.includes(message) && !detail.includes(path))
    .map(({ path, message }) => `${path}: ${message}`)
}

/** Refuses with a sentence about this case, and the facts. */
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
 * The problem document for any thrown value, with the hint of the face that sends it. For a defect it reveals nothing
 * internal.
 */
export function toProblem(error: unknown, hintOf: (refusal: UpnextError) => string): Problem {
  const refusal =
    error instanceof UpnextError
      ? error
      : new UpnextError("internal", { detail: "The request was fine; the server failed at it." })
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
