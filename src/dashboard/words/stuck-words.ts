import type { TaskView } from "../api/types.ts"
import { span } from "./format.ts"

type Reason = NonNullable<TaskView["stuck"]>[number]

/** Why a task is stuck, in a few words each. */
export function sayStuck(
  { stuck = [], stuckDetail, dueAt }: Pick<TaskView, "stuck" | "stuckDetail" | "dueAt">,
  now: number,
): string {
  const late = dueAt === null ? "" : ` by ${span(Math.max(1000, now - Date.parse(dueAt)))}`
  const lacking = stuckDetail === undefined ? "" : ` (${stuckDetail})`
  const more: Partial<Record<Reason, string>> = { overdue: late, no_one_can: lacking }
  const text = stuck.map((reason) => words[reason] + (more[reason] ?? "")).join(", ")
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

// --- internal ---

const words: Readonly<Record<Reason, string>> = {
  lease_expired: "its lease ran out",
  no_attempts_left: "no attempt is left",
  expired_too_often: "its leases ran out too often",
  silent: "blocked, and not a word for a day",
  overdue: "overdue",
  no_one_can: "no agent can do it",
}
