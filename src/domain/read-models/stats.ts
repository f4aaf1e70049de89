import type { Board } from "../board/board.ts"
import {
  dateOf,
  dayOf,
  keptDays,
  tasksCancelledOn,
  tasksCreatedOn,
  tasksDoneOn,
  type DayCounts,
} from "../board/days.ts"
import { createPercentiles } from "../collections/histogram.ts"
import { agentScope, childrenScope, everything, nameIn, projectScope } from "../board/scopes.ts"
import { numberOf } from "../wire/names.ts"
import { forecastOf, leastKnown } from "./forecast.ts"
import type { StatsView } from "../wire/stats-schema.ts"
import { openStatuses, type Status } from "../wire/enums.ts"
import { usageView, usedOn } from "./usage-stats.ts"

interface Asked {
  readonly days: number
  readonly agent?: string | undefined
  readonly project?: string | undefined
  readonly parent?: string | undefined
}

/**
 * The statistics of the last days, including today: of the whole board, of one agent, of one project, or of the
 * children of one task.
 */
export function statsView(board: Board, asked: Asked, now: number): StatsView {
  const today = dayOf(now)
  const range = Array.from({ length: asked.days }, (_, i) => today - asked.days + 1 + i)
  const scope = scopeOf(asked)
  const days = range.map((day) => board.days.get(day, scope))
  const cycle = createPercentiles()
  for (const day of days) if (day) cycle.add(day.cycle)
  const { todo, doing, blocked, review } =
    asked.parent === undefined
      ? board.statusCounts.of(scope)
      : board.ready.children.statuses(numberOf(asked.parent))
  const left = todo + doing + blocked + review
  const since = firstDay(board, scope, range, left)
  const past = days.slice(0, -1).filter((_, i) => since !== null && (range[i] ?? 0) >= since)

  return {
    from: dateOf(range[0] ?? today),
    to: dateOf(today),
    since: since === null ? null : dateOf(since),
    wip: { todo, doing, blocked, review },
    throughput: range.map((day, i) => {
      const { created, done, cancelled } = days[i] ?? nothing
      const [tasksCreated, tasksDone] = [tasksCreatedOn(days[i]), tasksDoneOn(days[i])]
      const tasksCancelled = tasksCancelledOn(days[i])
      const counts = { created, tasksCreated, done, tasksDone, cancelled, tasksCancelled }
      return { day: dateOf(day), ...counts, ...usedOn([days[i]]) }
    }),
    cycleTime: {
      count: cycle.count,
      p50: cycle.at(50),
      p75: cycle.at(75),
      p90: cycle.at(90),
      p95: cycle.at(95),
    },
    timeInState: {
      todo: meanTime(days, "todo"),
      doing: meanTime(days, "doing"),
      blocked: meanTime(days, "blocked"),
      review: meanTime(days, "review"),
    },
    forecast: forecastView(left, past, today),
    flow: scope === everything ? flowOf(board, range) : [],
    ...usageView(board, range, scope, days),
    agents: ranked(board, range, "agent", scope).map(({ name, ...numbers }) => ({
      agent: board.agents.get(name)?.name ?? name,
      ...numbers,
    })),
    projects: ranked(board, range, "project", scope).map(({ name, ...numbers }) => ({
      project: name,
      ...numbers,
    })),
  }
}

// --- internal ---

const nothing = { created: 0, done: 0, cancelled: 0 }

/** At most this many agents, and this many projects, are listed. */
const most = 50

function scopeOf({ agent, project, parent }: Asked): string {
  if (agent !== undefined) return agentScope(agent)
  if (parent !== undefined) return childrenScope(parent)
  return project === undefined ? everything : projectScope(project)
}

/** The first day of the range on or after the first day with any data; null: there is no data. */
function firstDay(board: Board, scope: string, range: readonly number[], open: number): number | null {
  const [first = 0] = range
  const today = range.at(-1) ?? first
  const kept = scope === everything ? keptDays.all : keptDays.scoped
  for (let day = today - kept + 1; day <= today; day++)
    if (board.days.get(day, scope)) return Math.max(day, first)
  // What is open and older than all that is kept.
  return open > 0 ? first : null
}

/** @param past the full days that are sampled; undefined for a day on which nothing happened */
function forecastView(
  left: number,
  past: readonly (DayCounts | undefined)[],
  today: number,
): StatsView["forecast"] {
  const done = past.map(tasksDoneOn)
  const { p5, p50, p85, p95 } = forecastOf(left, done)
  const dateIn = (days: number | null) => (days === null ? null : dateOf(today + days))
  return {
    left,
    days: done.length,
    done: past.reduce((sum, day) => sum + (day?.done ?? 0), 0),
    tasksDone: done.reduce((sum, each) => sum + each, 0),
    needs: { ...leastKnown },
    p5: dateIn(p5),
    p50: dateIn(p50),
    p85: dateIn(p85),
    p95: dateIn(p95),
  }
}

function meanTime(
  days: readonly (DayCounts | undefined)[],
  status: (typeof openStatuses)[number],
): number | null {
  const place = openStatuses.indexOf(status)
  let done = 0
  let time = 0
  for (const day of days) {
    done += day?.done ?? 0
    time += day?.spent[place] ?? 0
  }
  return done === 0 ? null : Math.round(time / done)
}

/** How many tasks were in each status at the end of each day. For the last day these are the current numbers. */
function flowOf(board: Board, range: readonly number[]): StatsView["flow"] {
  const { todo, doing, blocked, review, done, cancelled } = board.statusCounts.of(everything)
  let counts: Record<Status, number> = { todo, doing, blocked, review, done, cancelled }
  const flow: StatsView["flow"] = []
  for (const day of [...range].reverse()) {
    flow.push({ day: dateOf(day), ...counts })
    counts = board.days.get(day, everything)?.before ?? counts
  }
  return flow.reverse()
}

function finishedOn(days: readonly DayCounts[]) {
  const cycle = createPercentiles()
  for (const day of days) cycle.add(day.cycle)
  const sum = (of: (day: DayCounts) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    done: sum(({ done }) => done),
    tasksDone: sum(tasksDoneOn),
    firstTime: sum(({ firstTime = 0 }) => firstTime),
    doingMs: sum(({ spent }) => spent[openStatuses.indexOf("doing")] ?? 0),
    p50: cycle.at(50),
  }
}

/**
 * The agents or projects with finished work or usage in this period or with current work in progress; those with the
 * most finished tasks come first.
 */
function ranked(board: Board, range: readonly number[], kind: "agent" | "project", scope: string) {
  const found = new Map<string, DayCounts[]>()
  const entry = (of: string) => {
    const known = found.get(of) ?? []
    found.set(of, known)
    return known
  }
  const isMeant = (each: string) =>
    nameIn(each, kind) !== undefined && (scope === everything || each === scope)

  for (const day of range)
    for (const record of board.days.on(day)) {
      if ((record.done > 0 || record.usage) && isMeant(record.scope)) entry(record.scope).push(record)
    }
  for (const each of board.statusCounts.scopes())
    if (isMeant(each) && board.statusCounts.of(each).doing > 0) entry(each)

  return [...found]
    .map(([each, days]) => ({
      name: nameIn(each, kind) ?? "",
      wip: board.statusCounts.of(each).doing,
      ...finishedOn(days),
      ...usedOn(days),
    }))
    .sort((a, b) => b.done - a.done || b.wip - a.wip || (a.name < b.name ? -1 : 1))
    .slice(0, most)
}
