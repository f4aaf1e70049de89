import type { TaskView } from "../api/types.ts"
import { stuckWords } from "../../domain/wire/enums.ts"
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
  const text = stuck.map((reason) => stuckWords[reason] + (more[reason] ?? "")).join(", ")
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
