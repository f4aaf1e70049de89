import type { Board } from "../board/board.ts"
import { dayOf, type DayCounts } from "../board/days.ts"
import { emptyHistogram, withTime, type Histogram } from "../collections/histogram.ts"
import { nameKey, reservedNames } from "../wire/names.ts"
import { isClosed } from "../board/tasks/is-closed.ts"
import type { Task } from "../board/records.ts"
import { agentScope, childrenScope, everything, modelScope, projectScope } from "../board/scopes.ts"
import { sumOfModels, type AttemptUsage } from "../board/usage/usage-records.ts"
import { openStatuses } from "../wire/enums.ts"
import { addUsage, type UsageCounts } from "../wire/usage/usage-kinds.ts"

/** How long a task was in each open status up to `at`, in ms; null for a closed task. */
export function spentUntil(before: Task, at: number): Task["spent"] {
  if (isClosed(before)) return null
  const spent = before.spent?.slice() ?? [0, 0, 0, 0]
  const place = openStatuses.indexOf(before.status as (typeof openStatuses)[number])
  spent[place] = (spent[place] ?? 0) + at - before.since
  return spent
}

/**
 * Must be called before a task is deleted, restored or put back. No day counts these changes, but the day records how
 * many tasks there were before them.
 */
export function openToday(board: Board, at: number): void {
  openDay(board, dayOf(at))
}

/**
 * Counts a task that is created (no `before`) or moved to another status, on the day on which that happens. Other
 * changes are not counted.
 */
export function tally(board: Board, before: Task | undefined, after: Task, at: number): void {
  const day = dayOf(at)
  openDay(board, day)
  if (before) withdraw(board, before, 1)
  const fact = factOf(before, after)
  if (!fact) return
  count(board, day, everything, fact, after)
  count(board, day, projectScope(after.fields.project), fact, after)
  if (after.fields.parent !== null) count(board, day, childrenScope(after.fields.parent), fact, after)
  const agent = agentOf(fact, before, after)
  if (agent !== null && !reservedNames.includes(nameKey(agent)))
    count(board, day, agentScope(agent), fact, after)
}

/** Counts a task whose status an undo or a redo has restored: it is no longer finished, or finished again. */
export function tallyPutBack(board: Board, before: Task, after: Task, at: number): void {
  openToday(board, at)
  if (before.status === after.status) return
  withdraw(board, before, 1)
  withdraw(board, after, -1)
}

/** Removes a task that is deleted from those created on its day; with -1 adds it again. An import counts none. */
export function tallyDeleted(board: Board, task: Task, by: 1 | -1): void {
  if ((board.origins.get(task.n)?.import ?? 0) > 0) return
  const { createdAt, createdBy } = task
  for (const known of daysOf(board, task, createdAt, createdBy))
    board.days.put({ ...known, deleted: (known.deleted ?? 0) + by })
}

/** Counts the usage of an attempt, or with -1 removes it, for the day on which it was first reported. */
export function tallyUsage(
  { days }: Board,
  { agent, project, day, models }: AttemptUsage,
  sign: 1 | -1,
): void {
  const add = (scope: string, counts: UsageCounts) => {
    const known = days.get(day, scope) ?? emptyDay(day, scope)
    const { attempts = 0, counts: before } = known.usage ?? {}
    days.put({ ...known, usage: { attempts: attempts + sign, counts: addUsage(before, counts, sign) } })
  }
  const all = sumOfModels(models)
  for (const scope of [everything, agentScope(agent), projectScope(project)]) add(scope, all)
  for (const { model, counts } of models) add(modelScope(model), counts)
}

// --- internal ---

/**
 * Removes the count of a task that was finished or cancelled for good, on the day when it was; with -1 adds it again. An
 * open task has none.
 */
function withdraw(board: Board, task: Task, by: 1 | -1): void {
  const { status, finishedAt, doneBy, assignee, spent } = task
  // A task that was finished elsewhere, before it was imported, was never counted.
  if (finishedAt === null || spent === null) return
  const isDone = status === "done"
  for (const known of daysOf(board, task, finishedAt, isDone ? (doneBy ?? assignee) : assignee)) {
    if (!isDone) {
      board.days.put({ ...known, resumed: (known.resumed ?? 0) + by })
      continue
    }
    const firstTime = (known.firstTime ?? 0) - (isFirstTime(task) ? by : 0)
    const reopened = (known.reopened ?? 0) + by
    board.days.put({ ...known, reopened, firstTime: firstTime > 0 ? firstTime : undefined })
  }
}

/** What is recorded of the day of this time in the scopes that a task counts in. */
function daysOf({ days }: Board, { fields }: Task, at: number, agent: string | null): DayCounts[] {
  const { parent, project } = fields
  const scopes = [
    everything,
    projectScope(project),
    ...(parent === null ? [] : [childrenScope(parent)]),
    ...(agent === null ? [] : [agentScope(agent)]),
  ]
  return scopes.flatMap((scope) => days.get(dayOf(at), scope) ?? [])
}

/** The first change of a day records how many tasks are in each status, as the previous day left them. */
function openDay({ days, statusCounts }: Board, day: number): void {
  if (days.get(day, everything)) return
  days.forget(day)
  const { todo, doing, blocked, review, done, cancelled } = statusCounts.of(everything)
  days.put({ ...emptyDay(day, everything), before: { todo, doing, blocked, review, done, cancelled } })
}

type Fact = "created" | "done" | "cancelled"

function factOf(before: Task | undefined, after: Task): Fact | undefined {
  if (!before) return "created"
  return after.status === "done" || after.status === "cancelled" ? after.status : undefined
}

/** The agent that the change is counted for. */
function agentOf(fact: Fact, before: Task | undefined, after: Task): string | null {
  if (fact === "created") return after.createdBy
  // `doneBy` is used only for work that comes from a review; in other cases it may be from an earlier attempt.
  return (before?.status === "review" ? after.doneBy : null) ?? after.assignee
}

function count({ days }: Board, day: number, scope: string, fact: Fact, task: Task): void {
  const known = days.get(day, scope) ?? emptyDay(day, scope)
  const firstTime = (known.firstTime ?? 0) + (fact === "done" && isFirstTime(task) ? 1 : 0)
  // Each field is named, because with copies by `...` finishing a task took one and a half times as long.
  days.put({
    day,
    scope,
    created: fact === "created" ? known.created + 1 : known.created,
    done: fact === "done" ? known.done + 1 : known.done,
    cancelled: fact === "cancelled" ? known.cancelled + 1 : known.cancelled,
    ...(known.reopened !== undefined && { reopened: known.reopened }),
    ...(known.deleted !== undefined && { deleted: known.deleted }),
    ...(known.resumed !== undefined && { resumed: known.resumed }),
    ...(firstTime > 0 && { firstTime }),
    ...(known.usage && { usage: known.usage }),
    cycle: fact === "done" ? withCycle(known.cycle, task) : known.cycle,
    spent: fact === "done" ? sum(known.spent, task.spent ?? nothing) : known.spent,
    before: known.before,
  })
}

/**
 * A claim and its end each increase the epoch once. Each further claim increases it more, and so does work that a
 * review sends back.
 */
function isFirstTime({ epoch }: Task): boolean {
  return epoch <= 2
}

function withCycle(cycle: Histogram, { startedAt, finishedAt }: Task): Histogram {
  return startedAt === null || finishedAt === null ? cycle : withTime(cycle, finishedAt - startedAt)
}

function sum(a: readonly number[], b: readonly number[]): readonly number[] {
  const both = a.slice()
  for (let i = 0; i < both.length; i++) both[i] = (both[i] ?? 0) + (b[i] ?? 0)
  return both
}

function emptyDay(day: number, scope: string): DayCounts {
  return {
    day,
    scope,
    created: 0,
    done: 0,
    cancelled: 0,
    cycle: emptyHistogram,
    spent: nothing,
    before: null,
  }
}

const nothing: readonly number[] = openStatuses.map(() => 0)
