import { plainHints, type ErrorCode, type FaceHints, type Facts, type UpnextError } from "../../errors.ts"

/** Says what a client of the HTTP interface can do about a refusal. */
export function hintOf({ code, facts, hint }: Pick<UpnextError, "code" | "facts" | "hint">): string {
  return hint ?? hintFor(code, facts)
}

/** The hint for a code. Without facts it is the general one, which the docs show. */
export function hintFor(code: ErrorCode, facts: Facts = {}): string {
  const hint: HttpHint = { ...plainHints, ...hints }[code]
  return typeof hint === "string" ? hint : hint(facts)
}

// --- internal ---

type HttpHint = string | ((facts: Facts) => string)

const another = "POST /tasks/next/claim gives another one"
const listTasks = "GET /tasks lists the tasks there are."

/** Hints by the field that a rule found missing or out of place. */
const fieldHints: Readonly<Record<string, string>> = {
  assignee: "Send an `assignee` too. To put the task in the queue, send `status: todo`.",
  reviewer: "Send a `reviewer` too, or `status: done` for work that needs no review.",
  reason: "Leave `reason` out, or send `status: blocked` with it.",
  blockedBy: listTasks,
  parent: listTasks,
  discoveredFrom: listTasks,
  criterion: "GET /tasks/{id} shows the criteria of a task.",
  cursor:
    "Leave `cursor` out to get the first page. A `next` is good for the same list with the same `sort`.",
  seq: "Send a `seq` that GET /agents/{name}/inbox has shown.",
  "Upnext-Min-Seq": "Leave out `Upnext-Min-Seq`, or send the `Upnext-Seq` of an answer of this board.",
  leaseToken: "Act under the name that holds the lease, or leave `leaseToken` out.",
}

/** For codes whose row has no words for every face, or where HTTP has better ones. */
const hints: FaceHints<HttpHint> = {
  invalid_input: ({ field = "" }) =>
    fieldHints[field] ?? "Correct what `errors` names, and send it again. GET /docs lists every field.",
  unauthorized: "Send `Authorization: Bearer <token>`. Ask an admin for a token.",
  not_allowed: ({ needs, person }) =>
    person === true
      ? "Let a person decide, with a token of their own."
      : `Use a token with the role ${needs ?? "that is named"}, or ask somebody who has one.`,
  needs_home:
    "Make the first token on the machine of the server, as the user who owns its data directory. After that the board asks for tokens.",
  actor_mismatch: ({ agent, field = "" }) =>
    fieldHints[field] ?? `Act as ${agent ?? "the agent that the token is bound to"}, or use another token.`,
  forbidden_host: "Use localhost or an IP address, or add the name to `allowedHosts` in the config.",
  not_found: "GET /docs lists every path.",
  task_not_found: listTasks,
  account_not_found: "GET /accounts lists the accounts there are.",
  token_not_found: "GET /tokens lists the tokens there are.",
  agent_not_found: "GET /agents lists the agents there are.",
  attachment_not_found: ({ task = "{id}" }) => `GET /tasks/${task}/attachments lists the files of the task.`,
  moment_not_found: "GET /log says when the log begins and ends.",
  method_not_allowed: "Use a method that the `Allow` header names.",
  task_taken: ({ task = "{id}", status, otherSession, silent, heardAt }) =>
    otherSession
      ? silent
        ? `Another session of the same agent has it, last heard at ${heardAt ?? "an unknown time"}. If that one has ended, send \`takeOver: true\` with the claim.`
        : `Another session of the same agent is at work on it. Send its \`session\`, if it is yours. ${another}.`
      : status === "todo"
        ? `${another}. A person may offer it to all: PATCH /tasks/${task} with \`assignee: unassigned\`.`
        : `${another}. A person may always take a task back: PATCH /tasks/${task} with \`status: todo\`.`,
  agent_paused: ({ agent, isTeam }) => {
    const path = agent === undefined ? "/agents/{name}" : `/agents/${encodeURIComponent(agent)}`
    const resume = isTeam === true ? "POST /team/resume" : `POST ${path}/resume`
    const orTeam = isTeam === undefined ? " (POST /team/resume, where the whole team is paused)" : ""
    return `${resume} ends the pause${orTeam}. Work in progress may be finished.`
  },
  account_exists: ({ account }) =>
    `Choose another name, or change it: PATCH /accounts/${encodeURIComponent(account ?? "{name}")}.`,
  agent_busy: "Let it finish, or send `status: todo` for its tasks; then try again.",
  task_not_ready: ({ task = "{id}", status, ...facts }) => {
    if (status === "done" || status === "cancelled")
      return `PATCH /tasks/${task} with \`status: todo\` opens it again. ${another}.`
    if (status === "blocked") return `PATCH /tasks/${task} with \`status: todo\` unblocks it. ${another}.`
    if (status === "review") return `${decides(task, facts)} ${another}.`
    return `${another}.`
  },
  resource_taken: ({ closedUntil, resource = "{name}" }) =>
    closedUntil === undefined
      ? `${another}. A claim that waits gets it when there is room.`
      : `${another}. A person may open it: POST /resources/${encodeURIComponent(resource)}/open.`,
  not_able: ({ agent = "{name}" }) =>
    `${another}. Say what an agent can do: PUT /agents/${encodeURIComponent(agent)} with \`skills\`.`,
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
      return `POST /tasks/${task}/claim takes it first. PATCH /tasks/${task} moves it without a claim.`
    return `GET /tasks/${task} shows its status; PATCH /tasks/${task} changes it.`
  },
  review_required: ({ task = "{id}", status, ...facts }) =>
    status === "review"
      ? decides(task, facts)
      : `POST /tasks/${task}/complete sends it to review. Anyone but the one who did the work may then POST /tasks/${task}/review.`,
  reflection_required:
    "Send `reflection`, one honest sentence on what was learned. If there is nothing to learn from this task, set `metadata.reflection_exempt` to true with PATCH.",
  criteria_unmet: ({ task = "{id}" }) =>
    `Name those that are met in \`criteria\` of POST /tasks/${task}/complete, or check each off: POST /tasks/${task}/criteria.`,
  check_required: ({ task = "{id}" }) =>
    `Run the check where the repository is, and send what came of it: POST /tasks/${task}/checks.`,
  checks_unmet: ({ task = "{id}" }) =>
    `Run them where the repository is, and send what came of each: POST /tasks/${task}/checks. GET /tasks/${task}?checks=1 shows what was sent.`,
  idempotency_mismatch: "Use a new `Idempotency-Key` for a new request.",
  undo_blocked: ({ task, did }) =>
    did !== undefined
      ? "GET /undo lists what can be taken back; name it in `commands`, or its task in `task`."
      : task === undefined
        ? "GET /agents says who is paused, and by whom."
        : `GET /tasks/${task}/history says who changed it.`,
  import_not_found: "GET /imports lists them.",
  import_open: ({ import: id = "{id}" }) =>
    `Wait until it has ended. Where it was broken off, the same import goes on with it, and POST /imports/${String(id)}/abort takes it back.`,
  import_not_open: "POST /imports begins another one.",
  nothing_to_undo: "GET /undo lists what the caller did within a day, and what of it was taken back.",
  task_deleted: ({ task = "{id}", restorableUntil }) =>
    restorableUntil === undefined
      ? `GET /tasks/${task}/history says who deleted it, and when.`
      : `POST /tasks/${task}/restore brings it back.`,
  version_mismatch: ({ task = "{id}" }) =>
    `GET /tasks/${task}, look at what changed, and send the request with the \`ETag\` that it has now.`,
  body_too_large: ({ most }) =>
    typeof most === "number"
      ? "Send a smaller file, or let who runs the server raise `attachments.maxBytes`."
      : "Send less: a body may hold 1 MiB, one text 64 KiB.",
  unsupported_media_type: "Send JSON, not compressed, with the header `Content-Type: application/json`.",
  expectation_failed: "Leave the `Expect` header out, or send `Expect: 100-continue`.",
  other_home: "Ask the server of that data directory, or leave `Upnext-Home` out if you mean this one.",
  too_many_attempts: "Wait as long as `Retry-After` says, and send a token that is right.",
  headers_too_large: "The path, the query and all headers together may hold 16 KiB.",
  transfer_coding_unsupported:
    "Send the body as it is, with `Content-Length` or `Transfer-Encoding: chunked`.",
  too_many_files: "Send it again in a moment. If it lasts, close some connections, or raise `ulimit -n`.",
  too_many_streams:
    "Close some, or try again later. One stream of events can serve all that a program needs.",
  storage_unreachable:
    "Send it again in a moment, a POST with the same `Idempotency-Key`, so that it is done once. Reading goes on.",
  not_caught_up: "Send it again in a moment, or leave out `Upnext-Min-Seq` to read what this server has.",
  memory_full:
    "Start the server with more: NODE_OPTIONS=--max-old-space-size=4096. Deleted tasks take memory for 30 days, unless they are deleted with forGood.",
  attachments_full:
    "Remove files that nobody needs: DELETE /tasks/{id}/attachments/{attachment}. Those in the trash count for 30 days.",
  work_changed: ({ task = "{id}" }) =>
    `GET /tasks/${task} shows the work as it is now; send its \`epoch\` and \`commit\`.`,
}

function decides(task: string, { reviewer, isOwnReview }: Facts): string {
  const who = isOwnReview ? `Anyone but ${reviewer}` : (reviewer ?? "Anyone but the one who did the work")
  return `${who} may decide: POST /tasks/${task}/review.`
}
