import type { Board } from "../board/board.ts"
import { canonicalName, requireTask } from "../board/find.ts"
import { isNews, lateUsageMs, type AttemptUsage, type UsageSeries } from "../board/usage/usage-records.ts"
import type { Task } from "../board/records.ts"
import type { Context } from "../context.ts"
import type { EventOf } from "../events/index.ts"
import { numberOf, taskId } from "../wire/names.ts"
import type { ReadPoints } from "../wire/usage/otlp.ts"
import { perDollar } from "../wire/usage/usage-kinds.ts"
import type { Usage } from "../wire/usage/usage-schemas.ts"
import { fail } from "../../errors.ts"
import { withState } from "../board/tasks/task-record.ts"

type UsageTold = EventOf<"usage.told">

/** The reported usage of the current attempt. Nothing if the agent measures it, or if it was reported before. */
export function sayUsage(
  board: Board,
  task: Task,
  usage: Usage | undefined,
  { actor }: Pick<Context, "actor">,
): UsageTold[] {
  if (!usage) return []
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0, cost = 0 } = usage
  const counts = [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, Math.round(cost * perDollar)]
  const said = { model: usage.model ?? null, counts }
  const before = attemptOf(board, task.n, task.epoch)
  if (before?.isMeasured || JSON.stringify(before?.models) === JSON.stringify([said])) return []
  const agent = before?.agent ?? canonicalName(board, task.lease?.agent ?? actor)
  return [{ type: "usage.told", task: taskId(task.n), epoch: task.epoch, agent, said }]
}

/** The same for the attempt that ended last. */
export function sayUsageOfEnd(
  board: Board,
  task: Task,
  ...said: [Usage | undefined, Pick<Context, "actor">]
) {
  return sayUsage(board, withState(task, { epoch: task.lastEnd?.epoch ?? task.epoch }), ...said)
}

/**
 * The values in an agent's metrics that are not known yet.
 * @param attempt such as `T-12.3`
 * @throws task_not_found, task_deleted, lease_lost, too_many_reports
 */
export function measureUsage(
  board: Board,
  attempt: string,
  { points, rejected }: ReadPoints,
  { now }: Pick<Context, "now">,
): { readonly events: readonly UsageTold[]; readonly told: number } {
  const [id = "", number] = attempt.split(".")
  const [task, epoch] = [requireTask(board, id), Number(number)]
  const before = attemptOf(board, numberOf(id), epoch)
  const agent = requireAgent(task, epoch, before, now)
  const known = new Map(before?.series?.map((each) => [each.series, each]))
  const news = new Map<number, UsageSeries>()
  let [count, left] = [0, rejected]
  for (const { series, kinds, model, time, value } of points) {
    const told = news.get(series)
    if (!isNews(known.get(series), time, value) || !isNews(told, time, value)) continue
    const isNew = !told && !known.has(series)
    if (count === mostAtOnce || (isNew && known.size + news.size >= mostSeries)) left += 1
    else {
      count += 1
      const others = told?.known.filter(([each]) => each !== time) ?? []
      news.set(series, { series, kinds, model, known: [...others, [time, value]] })
    }
  }
  if (news.size === 0) return { events: [], told: left }
  requireRest(attempt, before, now)
  return { events: [{ type: "usage.told", task: id, epoch, agent, series: [...news.values()] }], told: left }
}

// --- internal ---

const minute = 60_000

/** Of one attempt. */
const mostSeries = 100
const mostAtOnce = 1000

/** An agent sends at most once in 10 s, and once more when it ends. */
const mostInMinute = 30

function attemptOf(board: Board, n: number, epoch: number): AttemptUsage | undefined {
  return board.usage.get(n)?.attempts.find((each) => each.epoch === epoch)
}

/** Whose attempt it is, while its numbers are still accepted. @throws lease_lost */
function requireAgent(task: Task, epoch: number, known: AttemptUsage | undefined, now: number): string {
  const { lease, lastEnd: end } = task
  const isLate = (at: number) => at + lateUsageMs <= now
  const isUnderWay = task.epoch === epoch && lease?.state === "held"
  if (isUnderWay) return lease.agent
  if (end?.epoch === epoch && !isLate(end.at)) return end.agent
  if (known && !isLate(known.endedAt ?? now)) return known.agent
  fail("lease_lost", {
    detail: `${taskId(task.n)}.${epoch} is not an attempt that is in progress or that ended in the last hour.`,
    facts: { task: taskId(task.n), status: task.status, holder: lease?.agent ?? null },
  })
}

/** @throws too_many_reports */
function requireRest(attempt: string, before: AttemptUsage | undefined, now: number): void {
  const { minute: current, times = 0 } = before?.told ?? {}
  if (current !== Math.floor(now / minute) || times < mostInMinute) return
  fail("too_many_reports", {
    detail: `${attempt} reported new usage ${times} times within a minute.`,
    facts: { retryAfter: Math.ceil((minute - (now % minute)) / 1000) },
  })
}
