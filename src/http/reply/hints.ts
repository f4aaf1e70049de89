import { plainHints, type ErrorCode, type FaceHints, type Facts, type UpnextError } from "../../errors.ts"

/** Tells a client of the HTTP interface what it can do about a refusal. */
export function hintOf({ code, facts, hint }: Pick<UpnextError, "code" | "facts" | "hint">): string {
  return hint ?? hintFor(code, facts)
}

/** The hint for a code. Without facts it is the general hint, which the docs show. */
export function hintFor(code: ErrorCode, facts: Facts = {}): string {
  const hint: HttpHint = { ...plainHints, ...hints }[code]
  return typeof hint === "string" ? hint : hint(facts)
}

// --- internal ---

type HttpHint = string | ((facts: Facts) => string)

const another = "POST /tasks/next/claim gives you another task"
const listTasks = "GET /tasks lists the tasks."

/** Hints by the field that a rule found to be missing or misplaced. */
const fieldHints: Readonly<Record<string, string>> = {
  assignee: "Send an `assignee` too. To put the task in the queue, send `status: todo`.",
  reviewer: "Send a `reviewer` too, or `status: done` for work that needs no review.",
  reason: "Leave `reason` out, or send `status: blocked` with it.",
  blockedBy: listTasks,
  parent: listTasks,
  discoveredFrom: listTasks,
  criterion: "GET /tasks/{id} shows the criteria of a task.",
  cursor:
    "Leave `cursor` out to get the first page. A `next` value works only for the same list with the same `sort`.",
  seq: "Send a `seq` that GET /agents/{name}/inbox has returned.",
  "Upnext-Min-Seq": "Leave out `Upnext-Min-Seq`, or send the `Upnext-Seq` of a response from this board.",
  leaseToken: "Act under the name that holds the lease, or leave `leaseToken` out.",
}

/** For codes that have no common hint, or for which HTTP has a better one. */
const hints: FaceHints<HttpHint> = {
  invalid_input: ({ field = "" }) =>
    fieldHints[field] ??
    "Correct the fields in `errors`, and send the request again. GET /docs lists every field.",
  unauthorized: "Send `Authorization: Bearer <token>`. Ask an admin for a token.",
  not_allowed: ({ needs, person }) =>
    person === true
      ? "A person must decide, with a token of their own."
      : `Use a token with ${needs === undefined ? "the required role" : `the role ${needs}`}, or ask someone who has one.`,
  needs_home:
    "Create the first token on the server's machine, as the user who owns its data directory. This turns authentication on.",
  actor_mismatch: ({ agent, field = "" }) =>
    fieldHints[field] ?? `Act as ${agent ?? "the agent that the token is bound to"}, or use another token.`,
  forbidden_host: "Use localhost or an IP address, or add the name to `allowedHosts` in the config.",
  not_found: "GET /docs lists every path.",
  task_not_found: listTasks,
  account_not_found: "GET /accounts lists the accounts.",
  token_not_found: "GET /tokens lists the tokens.",
  agent_not_found: "GET /agents lists the agents.",
  attachment_not_found: ({ task = "{id}" }) => `GET /tasks/${task}/attachments lists the files of the task.`,
  moment_not_found: "GET /log shows where the log begins and ends.",
  method_not_allowed: "Use a method listed in the `Allow` header.",
  task_taken: ({ task = "{id}", status, otherSession, silent, heardAt }) =>
    otherSession
      ? silent
        ? `Another session of the same agent holds the task and was last heard from at ${heardAt ?? "an unknown time"}. If that session has ended, send \`takeOver: true\` with the claim.`
        : `Another session of the same agent is working on the task. If that session is yours, send its \`session\`. ${another}.`
      : status === "todo"
        ? `${another}. A person can offer the task to all agents: PATCH /tasks/${task} with \`assignee: unassigned\`.`
        : `${another}. A person can always put the task back into the queue: PATCH /tasks/${task} with \`status: todo\`.`,
  account_exists: ({ account }) =>
    `Choose another name, or change the account: PATCH /accounts/${encodeURIComponent(account ?? "{name}")}.`,
  agent_busy: "Let the agent finish, or send `status: todo` for its tasks; then try again.",
  task_not_ready: ({ task = "{id}", status, ...facts }) => {
    if (status === "done" || status === "cancelled")
      return `PATCH /tasks/${task} with \`status: todo\` opens it again. ${another}.`
    if (status === "blocked") return `PATCH /tasks/${task} with \`status: todo\` unblocks it. ${another}.`
    if (status === "review") return `${decides(task, facts)} ${another}.`
    return `${another}.`
  },
  resource_taken: ({ closedUntil, resource = "{name}" }) =>
    closedUntil === undefined
      ? `${another}. A waiting claim gets the task when the resource has room.`
      : `${another}. A person can open the resource: POST /resources/${encodeURIComponent(resource)}/open.`,
  not_able: ({ agent = "{name}" }) =>
    `${another}. To set an agent's skills: PUT /agents/${encodeURIComponent(agent)} with \`skills\`.`,
  lease_lost: ({ task = "{id}", status, holder }) => {
    if (typeof holder === "string") return `Stop working on it: ${holder} has it now. ${another}.`
    if (status === "done" || status === "cancelled" || status === "review")
      return `Stop working on it: nothing is left to do. ${another}.`
    return `Stop working on it until you have claimed it again: POST /tasks/${task}/claim.`
  },
  invalid_transition: ({ task = "{id}", status, ...facts }) => {
    if (status === "done" || status === "cancelled")
      return `PATCH /tasks/${task} with \`status: todo\` opens it again.`
    if (status === "review") return decides(task, facts)
    if (status === "blocked") return `PATCH /tasks/${task} with \`status: todo\` unblocks it.`
    if (status === "todo")
      return `Claim it first: POST /tasks/${task}/claim. PATCH /tasks/${task} moves it without a claim.`
    return `GET /tasks/${task} shows its status; PATCH /tasks/${task} changes it.`
  },
  review_required: ({ task = "{id}", status, ...facts }) =>
    status === "review"
      ? decides(task, facts)
      : `POST /tasks/${task}/complete sends it to review. Anyone except the agent that did the work may then decide: POST /tasks/${task}/review.`,
  reflection_required:
    "Send `reflection`, one honest sentence on what was learned. If there was nothing to learn, set `metadata.reflection_exempt` to true with PATCH.",
  criteria_unmet: ({ task = "{id}" }) =>
    `List the met criteria in \`criteria\` of POST /tasks/${task}/complete, or check off each one: POST /tasks/${task}/criteria.`,
  check_required: ({ task = "{id}" }) =>
    `Run the check in the repository, and send its result: POST /tasks/${task}/checks.`,
  checks_unmet: ({ task = "{id}" }) =>
    `Run the checks in the repository, and send each result: POST /tasks/${task}/checks. GET /tasks/${task}?checks=1 shows the results.`,
  idempotency_mismatch: "Use a new `Idempotency-Key` for a new request.",
  undo_blocked: ({ task, did }) =>
    did !== undefined
      ? "GET /undo lists the requests that can be undone; name one in `commands`, or its task in `task`."
      : task === undefined
        ? "GET /agents shows who is paused, and by whom."
        : `GET /tasks/${task}/history shows who changed it.`,
  import_not_found: "GET /imports lists the imports.",
  import_open: ({ import: id = "{id}" }) =>
    `Wait until that import has ended. If it was interrupted, start the same import again to continue it, or POST /imports/${String(id)}/abort to undo it.`,
  import_not_open: "POST /imports begins a new import.",
  nothing_to_undo: "GET /undo lists what the caller did in the last day, and whether it was undone.",
  task_deleted: ({ task = "{id}", restorableUntil }) =>
    restorableUntil === undefined
      ? `GET /tasks/${task}/history shows who deleted it, and when.`
      : `POST /tasks/${task}/restore brings it back.`,
  version_mismatch: ({ task = "{id}" }) =>
    `GET /tasks/${task}, check what changed, and send your request with the task's current \`ETag\`.`,
  body_too_large: ({ most }) =>
    typeof most === "number"
      ? "Send a smaller file, or ask an admin to raise `attachments.maxBytes`."
      : "Send less: a body may be up to 1 MiB, a single text up to 64 KiB.",
  unsupported_media_type: "Send uncompressed JSON with the header `Content-Type: application/json`.",
  expectation_failed: "Leave the `Expect` header out, or send `Expect: 100-continue`.",
  other_home: "Use the server for that data directory, or leave `Upnext-Home` out if you mean this server.",
  too_many_attempts: "Wait as long as `Retry-After` says, then send a valid token.",
  headers_too_large: "The path, the query and all headers together may be up to 16 KiB.",
  transfer_coding_unsupported:
    "Send the body as it is, with `Content-Length` or `Transfer-Encoding: chunked`.",
  too_many_files: "Retry in a moment. If the problem persists, close some connections, or raise `ulimit -n`.",
  too_many_streams: "Close some streams, or try again later. A program needs only one event stream.",
  storage_unreachable:
    "Retry in a moment; for a POST, use the same `Idempotency-Key`, so that it runs only once. Reads still work.",
  not_caught_up: "Retry in a moment, or leave out `Upnext-Min-Seq` to read what this server has.",
  memory_full:
    "Start the server with more memory: NODE_OPTIONS=--max-old-space-size=4096. Deleted tasks use memory for 30 days unless they are deleted with forGood.",
  attachments_full:
    "Remove unneeded files: DELETE /tasks/{id}/attachments/{attachment}. Files of deleted tasks still count toward the limit for 30 days.",
  work_changed: ({ task = "{id}" }) =>
    `GET /tasks/${task} shows the current work; send its \`epoch\` and \`commit\`.`,
}

function decides(task: string, { reviewer, isOwnReview }: Facts): string {
  const who = isOwnReview
    ? `Anyone but ${reviewer}`
    : (reviewer ?? "Anyone except the agent that did the work")
  return `${who} may decide: POST /tasks/${task}/review.`
}
