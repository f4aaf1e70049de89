import type { Facts } from "../../errors.ts"
import type { Refusal } from "../api/types.ts"
import { inReaderTime } from "./format.ts"
import { statusNames } from "./move-words.ts"

/** The words for a person when something was not done: what happened, why, and what can be done now. */
export interface RefusalWords {
  readonly title: string
  readonly detail: string | null
  readonly wayOn: string | null
}

/** Words a refusal for people. If the code is not known here, the server's own words are shown. */
export function sayRefusal({ code, title, detail, facts = {}, errors = [] }: Refusal): RefusalWords {
  const words: Words = Object.hasOwn(table, code) ? (table[code] ?? {}) : {}
  // Problems of a field are listed under its name.
  const isListed = code === "invalid_input" && errors.length > 0 && facts.field === undefined
  return {
    title: words.title ?? title,
    detail: isListed ? null : (words.detail ?? inReaderTime(detail)),
    wayOn: words.wayOn?.(facts) ?? null,
  }
}

// --- internal ---

interface Words {
  /** Replaces the server's words. */
  readonly title?: string
  readonly detail?: string
  readonly wayOn?: (facts: Facts) => string
}

const again = () => "Try again in a moment."
const reload = () => "The page may be older than the server: reload it."
const repair = () => "Reading goes on. The server's own output says what has to be repaired."

const table: { readonly [code in Refusal["code"]]?: Words } = {
  invalid_input: {
    title: "Something has to be corrected",
    wayOn: ({ field = "" }) => corrections[field] ?? "",
  },
  unauthorized: { title: "This server asks for a token" },
  not_allowed: { title: "Your role does not allow this", wayOn: askForMore },
  too_many_attempts: { wayOn: () => "Wait a minute, and use a token that is right." },
  actor_mismatch: {
    wayOn: ({ agent }) => (agent === undefined ? "" : `Your token belongs to ${agent}: act under that name.`),
  },
  forbidden_origin: {
    title: "This page may not ask the server",
    wayOn: () => "Open the dashboard at the server's own address.",
  },
  forbidden_host: {
    wayOn: () => "Open the dashboard as localhost, or ask an admin of the server to allow this name.",
  },
  not_found: { title: "The server does not know this", wayOn: reload },
  method_not_allowed: { title: "The server does not do this", wayOn: reload },
  request_timeout: { title: "It took too long to arrive", wayOn: again },
  task_taken: {
    wayOn: () => "Anyone may take it back: move it to Todo.",
  },
  agent_paused: { wayOn: () => "End the pause on the Team page, or wait until it is over." },
  resource_taken: { wayOn: () => "It can be begun when there is room again." },
  not_able: {
    wayOn: () => "Give it to somebody who can do it, or say on the Team page what the agent can do.",
  },
  moment_not_found: { wayOn: () => "Go back to now, or choose a moment on the slider." },
  agent_busy: { wayOn: () => "Let it finish, or move its tasks to Todo first." },
  lease_lost: { wayOn: () => "Look at the task: somebody else may have it now." },
  invalid_transition: {
    wayOn: ({ possible = [], ...facts }) =>
      possible.length === 0
        ? afterEnd(facts)
        : `It can go to ${possible.map((to) => (statusNames as Readonly<Record<string, string>>)[to] ?? to).join(", ")}.`,
  },
  review_required: {
    wayOn: (facts) => (facts.status === "review" ? afterEnd(facts) : "Choose Send to review."),
  },
  criteria_unmet: { wayOn: () => "Tick off what is met, and finish it then." },
  check_required: { wayOn: () => "Its holder runs the check." },
  checks_unmet: { wayOn: () => "Its holder lets them pass first." },
  dependency_cycle: { wayOn: () => "Leave out one of the tasks on that path." },
  already_answered: { title: "Already answered", wayOn: () => "Their answer is on the task." },
  idempotency_mismatch: { title: "That was sent twice, with different words", wayOn: () => "Try again." },
  undo_blocked: { wayOn: () => "Look at what was changed, and change it by hand if that is still right." },
  task_deleted: {
    wayOn: ({ restorableUntil }) =>
      restorableUntil === undefined ? "It cannot be brought back." : "For 30 days it can be restored.",
  },
  version_mismatch: {
    detail: "Nothing was overwritten.",
    wayOn: () => "Look at what changed, and try again if it is still right.",
  },
  body_too_large: { title: "That is too long", wayOn: () => "A text may hold 64 KiB." },
  headers_too_large: { title: "That is too long", wayOn: () => "Ask for less at once." },
  internal: { wayOn: () => "Try again. If it happens again, the server's own output says why." },
  unavailable: { wayOn: again },
  too_many_files: { wayOn: again },
  too_many_streams: { wayOn: () => "Close some tabs of the dashboard." },
  storage_failed: { wayOn: repair },
  storage_unreachable: {
    wayOn: () => "Reading goes on. Look whether it was saved, and try again in a moment.",
  },
  storage_diverged: { wayOn: () => "Look at what is there now, and do again what is missing." },
  not_caught_up: { wayOn: again },
  past_unavailable: { wayOn: again },
  program_replaced: { wayOn: () => "Restart the server." },
  storage_full: { wayOn: () => "Reading goes on. Saving works again as soon as there is room." },
  storage_damaged: { wayOn: repair },
  offline: { wayOn: () => "It is safe to try again." },
  not_ours: { wayOn: () => "Something between this page and the server may have answered, such as a proxy." },
}

function askForMore({ person, needs }: Facts): string {
  if (person === true) return "Let a person decide, with an account of their own."
  return needs === undefined ? "" : `Ask somebody with the role ${needs}.`
}

/** What can be done with a task on which work has ended. */
function afterEnd({ status, reviewer, isOwnReview }: Facts): string {
  if (status === "review") {
    const who = isOwnReview ? `Anyone but ${reviewer}` : (reviewer ?? "Anyone but the one who did the work")
    return `${who} can approve it, or request changes.`
  }
  return status === "done" || status === "cancelled" ? "Move it to Todo to open it again." : ""
}

const rightNumbers = "Look for the right numbers on the board."

/** Hints by the field that a rule asks for or does not allow. */
const corrections: Readonly<Record<string, string>> = {
  assignee: "Say who does it, or move it to Todo.",
  reviewer: "Name a reviewer first.",
  blockedBy: rightNumbers,
  parent: rightNumbers,
  discoveredFrom: rightNumbers,
}
