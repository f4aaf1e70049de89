import type { TaskView } from "../api/types.ts"
import { stuckWords } from "../../domain/wire/enums.ts"
import { span } from "./format.ts"

type Reason = NonNullable<TaskView["stuck"]>[number]

/** Why a task is stuck, in a few words each. */
export function sayStuck(
  { stuck = [], stuckDetail, dueAt, lease }: Pick<TaskView, "stuck" | "stuckDetail" | "dueAt" | "lease">,
  now: number,
): string {
  const late = dueAt === null ? "" : ` by ${span(Math.max(1000, now - Date.parse(dueAt)))}`
  const lacking = stuckDetail === undefined ? "" : ` (${stuckDetail})`
  const quiet = lease?.quiet
  const since = quiet
    ? ` for ${span(now - Date.parse(quiet.since))}${quiet.line === null ? "" : `: ${quiet.line}`}`
    : ""
  const more: Partial<Record<Reason, string>> = { overdue: late, no_one_can: lacking, quiet: since }
  return stuck.map((reason) => stuckWords[reason] + (more[reason] ?? "")).join(", ")
}
