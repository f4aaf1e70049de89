import type { OutputOf } from "../client/contract.ts"
import { plainTime } from "../domain/wire/time.ts"
import { fence, quote } from "./fence.ts"

type ToldTask = NonNullable<OutputOf<"task.claimNext">["task"]>
type ListedTask = OutputOf<"task.list">["tasks"][number]

/** A task as a model needs it to begin: in few words, with everybody's texts set apart. */
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
  return rest > start ? `rests until ${plainTime(rest)}` : `not before ${plainTime(start)}`
}

function headOf({ id, title, status, priority }: ToldTask): string {
  return `${id} ${quote(title, 500)} ${priority} ${status}`
}

function factsOf(task: ToldTask): string {
  const {
    project,
    tags,
    resources,
    skills,
    assignee,
    reviewer,
    dueAt,
    eta,
    blockedBy,
    reason,
    commentCount,
    lease,
    parent,
    children,
    discoveredFrom,
    checkStates = [],
  } = task
  const facts = [
    project !== "default" && `project ${quote(project)}`,
    tags.length > 0 && `tags ${tags.map((tag) => quote(tag)).join(", ")}`,
    assignee !== "unassigned" && `assignee ${quote(assignee)}`,
    lease !== null &&
      (lease.expiresAt === null ? "held" : `held until ${plainTime(Date.parse(lease.expiresAt))}`),
    resources.length > 0 && `needs ${resources.map((name) => quote(name)).join(", ")}`,
    skills.length > 0 && `skills ${skills.map((skill) => quote(skill)).join(", ")}`,
    reviewer !== null &&
      `reviewer ${quote(reviewer)}${reviewer === assignee ? " (does the work, so anyone else may decide)" : ""}`,
    eta !== null && `eta ${eta}`,
    dueAt !== null && `due ${plainTime(Date.parse(dueAt))}`,
    blockedBy.length > 0 && `blocked by ${blockedBy.join(", ")}`,
    parent !== null && `parent ${parent}`,
    children !== null && `${children.done} of ${children.total} children done`,
    discoveredFrom !== null && `found in ${discoveredFrom}`,
    checkStates.length > 0 &&
      `checks ${checkStates.map(({ check, state }) => `${quote(check, 64)} ${state.replace("_", " ")}`).join(", ")}`,
    reason !== null && `reason ${quote(reason)}`,
    commentCount > 0 && (commentCount === 1 ? "1 comment" : `${commentCount} comments`),
  ]
  return facts.filter((each) => each !== false).join("; ")
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
