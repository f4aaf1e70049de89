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
    wayOn: (typeof words.wayOn === "function" ? words.wayOn(facts) : words.wayOn) ?? null,
  }
}

// --- internal ---

interface Words {
  /** Replaces the server's words. */
  readonly title?: string
  readonly detail?: string
  readonly wayOn?: string | ((facts: Facts) => string)
}

const again = "Try again in a moment."
const reload = "This page may be older than the server. Reload it."
const repair = "Reading still works. The server's output says what to repair."

const table: { readonly [code in Refusal["code"]]?: Words } = {
  invalid_input: {
    title: "Something needs correcting",
    wayOn: ({ field = "" }) => corrections[field] ?? "",
  },
  unauthorized: { title: "This server requires a token" },
  not_allowed: { title: "Your role does not allow this", wayOn: askForMore },
  too_many_attempts: { wayOn: "Wait a minute, then use a valid token." },
  actor_mismatch: {
    wayOn: ({ agent }) => (agent === undefined ? "" : `Your token belongs to ${agent}. Act under that name.`),
  },
  forbidden_origin: {
    title: "This page may not use this server",
    wayOn: "Open the dashboard at the server's own address.",
  },
  forbidden_host: {
    wayOn: "Open the dashboard at localhost, or ask an admin of the server to allow this name.",
  },
  not_found: { title: "The server does not know this request", wayOn: reload },
  method_not_allowed: { title: "The server does not support this", wayOn: reload },
  request_timeout: { title: "The request took too long to arrive", wayOn: again },
  task_taken: { wayOn: "Anyone can end the claim: move the task to Ready." },
  agent_paused: { wayOn: "End the pause on the Agents page, or wait until it is over." },
  resource_taken: { wayOn: "The task can start when the resource is free again." },
  not_able: {
    wayOn: "Assign the task to someone who can do it, or describe the agent's skills on the Agents page.",
  },
  moment_not_found: { wayOn: "Go back to now, or choose a moment on the slider." },
  agent_busy: { wayOn: "Let the agent finish, or move its tasks to Ready first." },
  lease_lost: { wayOn: "Look at the task: someone else may hold it now." },
  invalid_transition: {
    wayOn: ({ possible = [], ...facts }) =>
      possible.length === 0
        ? afterEnd(facts)
        : `It can move to ${possible.map((to) => (statusNames as Readonly<Record<string, string>>)[to] ?? to).join(", ")}.`,
  },
  review_required: {
    wayOn: (facts) => (facts.status === "review" ? afterEnd(facts) : "Choose Send to review."),
  },
  criteria_unmet: { wayOn: "Check off the criteria that are met, then finish the task." },
  check_required: { wayOn: "The holder has to run the check." },
  checks_unmet: { wayOn: "The holder has to make the checks pass first." },
  dependency_cycle: { wayOn: "Leave out one of the tasks on that path." },
  already_answered: { title: "Already answered", wayOn: "The answer is on the task." },
  idempotency_mismatch: { title: "This was sent twice with different contents", wayOn: "Try again." },
  undo_blocked: { wayOn: "Look at the later change, and edit the task by hand if you still want to." },
  task_deleted: {
    wayOn: ({ restorableUntil }) =>
      restorableUntil === undefined
        ? "The task cannot be restored."
        : "The task can be restored for 30 days.",
  },
  version_mismatch: {
    detail: "Nothing was overwritten.",
    wayOn: "Look at the change, and try again if yours still applies.",
  },
  body_too_large: { title: "That is too long", wayOn: "Text can be up to 64 KiB long." },
  headers_too_large: { title: "That is too long", wayOn: "Ask for less at a time." },
  internal: { wayOn: "Try again. If it fails again, the server's output says why." },
  unavailable: { wayOn: again },
  too_many_files: { wayOn: again },
  too_many_streams: { wayOn: "Close some dashboard tabs." },
  storage_failed: { wayOn: repair },
  storage_unreachable: {
    wayOn: "Reading still works. Check whether your change was saved, then try again in a moment.",
  },
  storage_diverged: { wayOn: "Look at the board as it is now, and redo the changes that are missing." },
  not_caught_up: { wayOn: again },
  past_unavailable: { wayOn: again },
  program_replaced: { wayOn: "Restart the server." },
  storage_full: { wayOn: "Reading still works. Saving works again once there is free space." },
  storage_damaged: { wayOn: repair },
  offline: { wayOn: "It is safe to try again." },
  not_ours: { wayOn: "A proxy or another program between this page and the server may have answered." },
}

function askForMore({ person, needs }: Facts): string {
  if (person === true) return "A person has to decide this, with their own account."
  return needs === undefined ? "" : `Ask someone with the role ${needs}.`
}

/** What can be done with a task on which work has ended. */
function afterEnd({ status, reviewer, isOwnReview }: Facts): string {
  if (status === "review") {
    const who = isOwnReview ? `Anyone but ${reviewer}` : (reviewer ?? "Anyone who did not do the work")
    return `${who} can approve the work or request changes.`
  }
  return status === "done" || status === "cancelled" ? "Move the task to Ready to reopen it." : ""
}

const rightNumbers = "Look up the task ids on the board."

/** Hints by the field that a rule asks for or does not allow. */
const corrections: Readonly<Record<string, string>> = {
  assignee: "Assign the task, or move it to Ready.",
  reviewer: "Name a reviewer first.",
  blockedBy: rightNumbers,
  parent: rightNumbers,
  discoveredFrom: rightNumbers,
}
