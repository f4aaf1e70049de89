import type { OutputOf } from "../client/contract.ts"
import { emptyOf, rowOf, type TaskField, taskFieldNames, type ValueForm } from "../domain/wire/task-table.ts"
import { plainTime } from "../domain/wire/time.ts"
import { fence, quote } from "./fence.ts"

type ToldTask = NonNullable<OutputOf<"task.claimNext">["task"]>
type ListedTask = OutputOf<"task.list">["tasks"][number]

/** A task as a model needs it to begin: in few words, with everyone's texts set apart. */
export function taskText(task: ToldTask): string {
  const { description, createdBy, summary } = task
  return [
    headOf(task),
    factsOf(task),
    ...(description ? [fence(description, createdBy)] : []),
    ...criteriaOf(task),
    ...(summary ? ["summary of the work:", fence(summary, task.assignee)] : []),
  ]
    .filter((each) => each !== "")
    .join("\n")
}

export function taskRow(task: ListedTask): string {
  const { id, title, status, priority, assignee, ready } = task
  const state = status === "todo" && !ready ? `todo, ${waitOf(task)}` : status
  const whose = assignee === "unassigned" ? "" : ` ${quote(assignee, 30)}`
  return `${id} ${priority} ${state}${whose} ${quote(title, 50)}`
}

// --- internal ---

/** What keeps a task from being ready, and until when. */
function waitOf({ waitsFor, taken, backoffUntil, notBefore }: ListedTask): string {
  const [first, ...others] = waitsFor ?? []
  if (first !== undefined) return `waits for ${first}${others.length > 0 ? ` and ${others.length} more` : ""}`
  const [holder] = taken?.by ?? []
  if (taken) return `waits for ${quote(taken.resource, 30)}${holder === undefined ? "" : ` (${holder.task})`}`
  const timeOf = (time: string | null) => (time === null ? 0 : Date.parse(time))
  const [rest, start] = [timeOf(backoffUntil), timeOf(notBefore)]
  if (rest === 0 && start === 0) return "waits"
  return rest > start ? `retries at ${plainTime(rest)}` : `not before ${plainTime(start)}`
}

function headOf({ id, title, status, priority }: ToldTask): string {
  return `${id} ${quote(title, 500)} ${priority} ${status}`
}

function factsOf(task: ToldTask): string {
  const { assignee, lease, reason, commentCount, children, checkStates = [] } = task
  const own = assignee === task.reviewer ? " (is doing the work, so anyone else may decide)" : ""
  const facts = [
    ...taskFieldNames.map((field) => {
      const text = toldElsewhere.includes(field) ? "" : textOf(field, task)
      return text !== "" && `${rowOf(field).label.toLowerCase()} ${text}${field === "reviewer" ? own : ""}`
    }),
    lease !== null &&
      (lease.expiresAt === null ? "held" : `held until ${plainTime(Date.parse(lease.expiresAt))}`),
    children !== null && `${children.done} of ${children.total} children done`,
    checkStates.length > 0 &&
      `checks ${checkStates.map(({ check, state }) => `${quote(check, 64)} ${state.replace("_", " ")}`).join(", ")}`,
    reason !== null && `reason ${quote(reason)}`,
    commentCount > 0 && (commentCount === 1 ? "1 comment" : `${commentCount} comments`),
  ]
  return facts.filter((each) => each !== false).join("; ")
}

/** In the head, below the facts, or with its state; what a task may wait for is over once it is given out. */
const toldElsewhere: readonly TaskField[] = [
  ...(["title", "priority", "description", "done_criteria", "checks", "criteriaChecks"] as const),
  ...(["notBefore", "escalation", "metadata"] as const),
]

/** A field as its kind is told; empty where it holds what it holds when nobody says anything. */
function textOf(field: TaskField, task: Readonly<Record<string, unknown>>): string {
  const value = task[field]
  const { kind, of } = rowOf(field)
  if (typeof value === "string" && value !== emptyOf(field) && value !== "unassigned")
    return kind === "time" ? plainTime(Date.parse(value)) : quoted(of, value)
  return Array.isArray(value) ? value.map((each: string) => quoted(of, each)).join(", ") : ""
}

/** Ids and durations are no text that somebody wrote. */
function quoted(of: ValueForm, value: string): string {
  return of === "task" || of === "eta" ? value : quote(value)
}

function criteriaOf({ criteria = [] }: ToldTask): string[] {
  if (criteria.length === 0) return []
  return [
    "criteria:",
    ...criteria.map(({ text, check, standsOn }, i) => {
      const on = standsOn === undefined ? "" : ` (check: ${quote(standsOn, 64)})`
      return `${i + 1}. [${check ? "x" : " "}] ${quote(text, 1000)}${on}`
    }),
  ]
}
