import { plainHints, type ErrorCode, type Facts, type UpnextError } from "../errors.ts"

/** Says which tool a model can call after a refusal, or whom it should tell. */
export function hintOf({ code, facts }: Pick<UpnextError, "code" | "facts">): string {
  const hint = hints[code] ?? tellOperator
  return typeof hint === "string" ? hint : hint(facts)
}

/** The way to a task that a silent session of the same agent holds. */
export function sayTakeOver(task: string): string {
  return `If that session has ended, take ${task} over: call next_task with task and take_over.`
}

// --- internal ---

type Hint = string | ((facts: Facts) => string)

const another = "next_task takes another task."
const look = "get_task shows the task's state."
const tellOperator = "Tell the person who runs the Upnext server."
const tryAgain = "Try again in a moment."
const correct = "Correct the named input and call the tool again."

/** After any other code a model can only tell the person who runs the server. */
const hints: Partial<Record<ErrorCode, Hint>> = {
  invalid_input: correct,
  unauthorized: "Tell the person: the Upnext server requires a token (UPNEXT_TOKEN).",
  actor_mismatch: "Act under the name that the token belongs to.",
  task_not_found: "find_tasks lists tasks.",
  agent_not_found: correct,
  moment_not_found: correct,
  request_timeout: tryAgain,
  task_taken: ({ otherSession, silent, task = "it" }) => {
    if (otherSession !== true) return another
    return silent === true
      ? `One of your sessions holds it, but has been silent for a long time. ${sayTakeOver(task)}`
      : `Another session of yours is working on it. ${another}`
  },
  agent_paused: plainHints.agent_paused,
  agent_busy: "finish_task or give_back ends your open task.",
  task_not_ready: another,
  resource_taken: another,
  not_able: another,
  lease_lost: ({ task = "it", status, holder }) =>
    typeof holder === "string" || status === "done" || status === "cancelled" || status === "review"
      ? `Stop working on it. ${another}`
      : `Stop, and take ${task} again with next_task before you continue.`,
  invalid_transition: look,
  review_required: "finish_task sends the work to review; somebody else decides.",
  reflection_required: "Call finish_task again with a reflection: one sentence on what you learned.",
  criteria_unmet:
    "Meet the named criteria and call finish_task with these criteria as `met`, or give_back with the reason.",
  check_required: "finish_task with verify runs the check; so does `upnext verify` in the repository.",
  checks_unmet:
    "Fix the work until the checks pass, then call finish_task with verify, or give_back with the reason.",
  dependency_cycle: "Leave out one of the dependencies that form the cycle.",
  already_answered: "Continue with that answer.",
  idempotency_mismatch: "Call the tool again.",
  undo_blocked: ({ did }) =>
    did === "task.claimed"
      ? "give_back gives the task back."
      : did === undefined
        ? `${look} If your change is still correct, make it by hand.`
        : "Correct it with a comment; only a person can reopen finished work.",
  import_not_found: look,
  import_open: "Wait until the import has ended; a person can continue or undo it.",
  import_not_open: look,
  nothing_to_undo: "Nothing that you did there in the last day can be undone.",
  task_deleted: another,
  attachment_not_found: look,
  attachment_damaged: "Tell the person that the contents of this file are lost.",
  version_mismatch: look,
  body_too_large: "Shorten the texts: each may be up to 64 KiB.",
  other_home: "Tell the person that the Upnext server at this address has a different data directory.",
  headers_too_large: "Ask for less in one call.",
  unavailable: tryAgain,
  too_many_files: tryAgain,
  too_many_streams: tryAgain,
  storage_unreachable: "The change may have been made, so check first. Then try again in a moment.",
  storage_diverged: "The last changes may be lost. Check what is there, and redo what is missing.",
  not_caught_up: tryAgain,
  program_replaced: "Ask a person to restart the server or this session.",
  past_unavailable: tryAgain,
  unreachable: "Tell the person that the Upnext server is not responding; `upnext start` starts it.",
  not_upnext: "Tell the person that another program answers at the address of the Upnext server.",
}
