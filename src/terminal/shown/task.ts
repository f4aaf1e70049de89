import { boardNow } from "../../client/board-clock.ts"
import type { OutputOf } from "../../client/contract.ts"
import { rowOf, type TaskField, taskFieldNames } from "../../domain/wire/task-table.ts"
import { isTerminal, line, style } from "../output.ts"
import { ago, localTime } from "../show-time.ts"
import { asTyped } from "../typed.ts"
import { checksOf, criterionLine, redOf } from "./task-checks.ts"
import { indented, wrapped } from "../wrap.ts"
import { pullOf, workPlace, workText } from "./work.ts"
import { sayUsageOf } from "../../domain/wire/usage/usage-words.ts"

export type ShownTask = OutputOf<"task.read">["task"]

export function taskCard(task: ShownTask, { isParentDeleted = false } = {}): string {
  const told: Partial<Record<TaskField, string>> = {
    checks: checksOf(task),
    priority: paintPriority(task.priority),
    assignee: line(task.assignee) + leaseOf(task),
    reviewer:
      line(task.reviewer ?? "") + (isOwnReview(task) ? ", who does the work, so anyone else may decide" : ""),
    blockedBy: task.blockedBy
      .map((id) => (task.status === "todo" && task.waitsFor?.includes(id) !== true ? `${id} (closed)` : id))
      .join(", "),
    parent: task.parent ? `${task.parent}${isParentDeleted ? " (deleted)" : ""}` : "",
    metadata: Object.keys(task.metadata ?? {}).length > 0 ? line(JSON.stringify(task.metadata)) : "",
  }
  const facts = [
    ["status", `${paintStatus(task.status, task)}${task.reason ? `: ${line(task.reason)}` : ""}`],
    ...taskFieldNames
      .filter((field) => !besides.includes(field))
      .map((field) => [labelOf(field, task), told[field] ?? textOf(field, task[field])]),
    ["blocks", task.blocks.join(", ")],
    ["children", task.children && `${task.children.done} of ${task.children.total} done`],
    ["stuck", task.stuckDetail && `no agent can do it: ${line(task.stuckDetail)}`],
    ["failed", attemptsOf(task)],
    ["work", workText(task.work)],
    ["tree", task.work && !task.work.landed && workPlace(task.work)],
    ["used", line(sayUsageOf(task.usage))],
    ["created", `${ago(task.createdAt)} by ${line(task.createdBy)}, version ${task.version}`],
    ["comes from", task.source && line(task.source)],
    ["finished", task.finishedAt && ago(task.finishedAt)],
  ].flatMap(([name, value]) =>
    name && value ? [`  ${style.dim(name.padEnd(10))}  ${wrapped(value, 14)}`] : [],
  )
  return [
    `${style.bold(task.id)}  ${style.bold(wrapped(line(task.title), task.id.length + 2))}`,
    ...facts,
    ...section(task.description ? indented(task.description, 4) : []),
    ...section((task.criteria ?? []).map(criterionLine)),
    ...section(
      task.summary
        ? [`  ${style.dim(isOver(task) ? "done:" : "last result:")}`, ...indented(task.summary, 4)]
        : [],
    ),
  ].join("\n")
}

/** One line about what happened to a task: `✓ T-3 is done  Write the report`. */
export function taskLine(task: ShownTask, what: string): string {
  return `${style.green("✓")} ${style.bold(task.id)} ${what}  ${style.dim(line(task.title))}`
}

/**
 * A line below the one about a parent that ended: how many open children go on without it, and which. Empty if there are
 * none.
 * @param more how many are not named
 */
export function childrenLeft(openChildren: readonly string[], more: number): string {
  const count = openChildren.length + more
  if (count === 0) return ""
  const rest = more > 0 ? ` and ${more} more` : ""
  const go = count === 1 ? "1 open child continues" : `${count} open children continue`
  const names = openChildren.length > 0 ? `: ${openChildren.join(", ")}${rest}` : ""
  return `\n${style.dim(`  ${go}${names}.`)}`
}

/** The same for the answer to an edit. Where several tasks were cancelled, it names none. */
export function openChildrenLeft({ task, openChildren = [] }: OutputOf<"task.edit">): string {
  if (openChildren.length === 0 && task.status !== "cancelled") return ""
  const { total, done } = task.children ?? { total: 0, done: 0 }
  return childrenLeft(openChildren, total - done - openChildren.length)
}

/** What can be done next, on a line of its own. Only people need it. */
export function wayOn(text: string): string {
  return isTerminal() ? `\n  ${style.dim(asTyped(text))}` : ""
}

/** Whether the reviewer does, or did, the work. Names have one spelling on a board. */
export function isOwnReview({ reviewer, assignee }: ShownTask): boolean {
  return reviewer !== null && reviewer === assignee
}

/** A line below a task that somebody shall do and review: it would be no review. Empty for any other. */
export function ownReviewLine(task: ShownTask): string {
  if (!isOwnReview(task)) return ""
  return `\n  ${style.yellow(`${line(task.assignee)} is the reviewer and does the work, so anyone else may decide.`)}`
}

/** `, due Tue 2026-12-01 17:00 +01:00`: the times that were set, so that a wrong one is seen. */
export function timesOf({ notBefore, dueAt }: ShownTask): string {
  const start = notBefore ? `, not before ${localTime(notBefore)}` : ""
  const past = dueAt && Date.parse(dueAt) <= boardNow() ? " in the past:" : ""
  return start + (dueAt ? `, due${past} ${localTime(dueAt)}` : "")
}

/** Until when a task rests after a failed attempt; undefined if it does not rest now. */
export function backoffOf({ backoffUntil }: ShownTask): string | undefined {
  // An older server does not send this field.
  if (!backoffUntil || Date.parse(backoffUntil) <= boardNow()) return undefined
  return `retries at ${localTime(backoffUntil)} (${ago(backoffUntil)})`
}

/** How much is said of a wait: `waits for T-3 and 1 more`, `waits for T-3 +1` or `waits`. */
type WaitForm = "whole" | "short" | "word"

/** `waits for T-3`, `retries in 25s`, `starts in 3d`: what keeps a task from being ready; undefined if nothing does. */
export function waitOf(
  { waitsFor, blockedBy, backoffUntil, notBefore, taken }: ShownTask,
  form: WaitForm = "whole",
): string | undefined {
  const timeOf = (time: string | null | undefined) => (time ? Date.parse(time) : 0)
  const [rest, start] = [timeOf(backoffUntil), timeOf(notBefore)]
  const [first, ...others] = waitsFor ?? []
  if (taken && form === "word") return "waits"
  if (taken) return form === "short" ? `waits: ${line(taken.resource)}` : takenText(taken)
  if (first !== undefined) {
    const more =
      others.length === 0 ? "" : form === "short" ? ` +${others.length}` : ` and ${others.length} more`
    return form === "word" ? "waits" : `waits for ${first}${more}`
  }
  if (Math.max(rest, start) <= boardNow())
    // An older server does not say which of its blockers are open.
    return waitsFor === undefined && blockedBy.length > 0 ? "waits" : undefined
  if (form === "word") return rest > start ? "retries" : "starts"
  return rest > start ? `retries ${ago(backoffUntil ?? "")}` : `starts ${ago(notBefore ?? "")}`
}

/** `T-3 (ann) is in src/http`, `claude-max is closed`: why a task cannot be begun now. */
function takenText({ resource, by, closedUntil }: NonNullable<ShownTask["taken"]>): string {
  if (closedUntil !== undefined) {
    const until = closedUntil === null ? "" : ` until ${localTime(closedUntil)}`
    return `${line(resource)} is closed${until}`
  }
  const [first, ...others] = by
  const more = others.length === 0 ? "" : ` and ${others.length} more`
  return `${first?.task ?? ""} (${line(first?.agent ?? "")})${more} in ${line(resource)}`
}

export const nothingReady = "Nothing is ready."

export function section(lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? ["", ...lines] : []
}

// --- internal ---

const isOver = ({ status }: ShownTask) => status === "done" || status === "review"

export function statusOf(task: ShownTask, form?: WaitForm): string {
  const { status, ready } = task
  const wait = status === "todo" && !ready ? waitOf(task, form) : undefined
  const said = wait ?? redOf(task, form !== "word") ?? changesOf(task, form) ?? pullOf(task)
  return said === undefined ? status : `${status} (${said})`
}

/** Whether a review sent the work back, until it is finished again. */
function changesOf({ status, changesRequested }: ShownTask, form?: WaitForm): string | undefined {
  if (changesRequested !== true || (status !== "todo" && status !== "doing")) return undefined
  return form === undefined || form === "whole" ? "changes requested" : "changes"
}

export function paintStatus(text: string, { status }: ShownTask): string {
  const paint = { doing: style.cyan, blocked: style.red, review: style.magenta, done: style.green }
  return status in paint ? paint[status as keyof typeof paint](text) : text
}

export function paintPriority(text: string): string {
  return text === "P0" ? style.red(text) : text === "P1" ? style.yellow(text) : text
}

const labelOf = (field: TaskField, { status }: ShownTask): string =>
  field === "blockedBy" && (status === "done" || status === "cancelled")
    ? "waited for"
    : rowOf(field).label.toLowerCase()

const besides: readonly TaskField[] = ["title", "description", "done_criteria", "criteriaChecks"]

/** A field as its kind is shown; empty where nothing is in it, or where an older server does not send it. */
export function textOf(field: TaskField, value: unknown): string {
  if (Array.isArray(value)) return line(value.join(", "))
  if (typeof value !== "string") return ""
  return rowOf(field).kind === "time" ? `${localTime(value)} (${ago(value)})` : line(value)
}

function attemptsOf(task: ShownTask): string {
  const failed = task.attempts === 0 ? [] : [times(task.attempts)]
  const all = [...failed, ...ranOut(task)]
  return all.length === 0 ? "" : [...all, ...[backoffOf(task) ?? []].flat()].join(", ")
}

/** An older server sends no expiries. */
function ranOut({ expiries = 0 }: Partial<ShownTask>): string[] {
  return expiries === 0 ? [] : [`claim expired ${times(expiries)}`]
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`
}

function leaseOf({ lease, assignee }: ShownTask): string {
  if (!lease) return ""
  const held = lease.holder === assignee ? "held" : `held by ${line(lease.holder)}`
  const { expiresAt } = lease
  return `, ${held}${expiresAt ? `, ends ${ago(expiresAt)}` : " without a time limit"}`
}
