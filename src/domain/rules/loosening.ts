import type { TaskChanges } from "../events/index.ts"
import { standsOn } from "../board/said/proof.ts"
import type { Task } from "../board/records.ts"
import type { BoardPolicy } from "../context.ts"
import { isForPeople } from "./decisions.ts"
import { escalationOf } from "./failures.ts"

/**
 * The gates of the task that an edit would loosen. Adding criteria, or a reviewer where there was none, tightens a
 * gate.
 */
export function loosening(task: Task, changes: TaskChanges, policy: BoardPolicy): string | undefined {
  const { done_criteria: criteria, reviewer, metadata } = changes
  if (criteria && task.fields.done_criteria.some((text) => !criteria.includes(text))) return "remove criteria"
  const { namedChecks, criteriaChecks } = changes
  const isUnbound = (text: string) =>
    standsOn(task, text) !== undefined && criteriaChecks?.[text] !== standsOn(task, text)
  if (namedChecks && task.fields.namedChecks.some((name) => !namedChecks.includes(name)))
    return "remove checks"
  if (criteriaChecks && task.fields.done_criteria.some(isUnbound)) return "remove checks"
  if (reviewer !== undefined && task.fields.reviewer !== null) return "change the reviewer"
  const { result = task.fields.result } = changes
  if (result !== "change" && result !== task.fields.result) return "change the required result of an attempt"
  const { project = task.fields.project, escalation = task.fields.escalation } = changes
  const next = { project, escalation, metadata: metadata ?? task.fields.metadata }
  // How often the task may fail and who is next: its own value or, if it has none, its project's or else `maxAttempts`.
  if (escalationOf(next, policy).join("\n") !== escalationOf(task.fields, policy).join("\n"))
    return "change the fallbacks"
  if (isForPeople(task.fields, policy) && !isForPeople(next, policy))
    return "let anyone but people decide on its review"
  if (!metadata) return undefined
  const gone = guardedMetadata.find(
    (key) => key in task.fields.metadata && task.fields.metadata[key] !== metadata[key],
  )
  return gone === undefined ? undefined : `change ${gone}`
}

/** Whether an edit would exempt a task from its reflection, or remove the reason for the exemption. */
export function exemption(task: Task, { metadata }: TaskChanges, isHeld: boolean): string | undefined {
  const isSame = exempting.every((key) => metadata?.[key] === task.fields.metadata[key])
  if (metadata?.["reflection_exempt"] !== true || isSame) return undefined
  const reason = metadata["reflection_exempt_reason"]
  if (!isHeld) return "exempt a task that it does not hold from its lesson"
  return typeof reason === "string" && reason.trim() !== ""
    ? undefined
    : "exempt a task from its lesson without a reason"
}

/** Whether a person wants to see the work, or requires more of it than the board does. */
export function isGuarded({ fields: { reviewer, metadata } }: Task): boolean {
  return reviewer !== null || guardedMetadata.some((key) => key in metadata)
}

// --- internal ---

const exempting = ["reflection_exempt", "reflection_exempt_reason"]

/** Keys with which a task requires more than the board does. */
const guardedMetadata = ["criteria_required", "checks_required", "reviewers"]
