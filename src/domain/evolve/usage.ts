import type { Board } from "../board/board.ts"
import { dayOf, keptDays } from "../board/days.ts"
import {
  endOf,
  lateUsageMs,
  sumOfModels,
  type AttemptUsage,
  type ModelUsage,
  type UsageSeries,
} from "../board/usage/usage-records.ts"
import type { EventOf } from "../events/index.ts"
import type { usageEvents } from "../events/usage.ts"
import { numberOf } from "../wire/names.ts"
import { addUsage, noUsage, usageKinds } from "../wire/usage/usage-kinds.ts"
import type { EventFolds } from "./fold.ts"
import { openToday, tallyUsage } from "./tally.ts"

/** They do not change the record of their task. */
export const usageFolds: EventFolds<keyof typeof usageEvents> = {
  "usage.told": (board, event, { at }) => {
    const n = numberOf(event.task)
    const attempts = board.usage.get(n)?.attempts ?? []
    const before = attempts.find(({ epoch }) => epoch === event.epoch)
    const after = told(before ?? begin(board, event, at), event, at)
    openToday(board, at)
    if (after.day > dayOf(at) - keptDays.scoped) {
      if (before) tallyUsage(board, before, -1)
      tallyUsage(board, after, 1)
    }
    countEver(board, before, after)
    const others = attempts.filter((each) => each !== before)
    board.usage.put({ n, attempts: [...others, after].sort((a, b) => a.epoch - b.epoch) })
  },
}

/** The attempts at a task that were under way have ended. */
export function endUsage(board: Board, n: number, at: number): void {
  const usage = board.usage.get(n)
  if (usage?.attempts.some(({ endedAt }) => endedAt === undefined))
    board.usage.put({ n, attempts: usage.attempts.map((each) => ({ endedAt: at, ...each })) })
}

/** An hour after an attempt has ended, only its sums are kept, not the values they were computed from. */
export function dropKnownUsage(board: Board, at: number): void {
  for (let due = board.usage.due(); due && due.at <= at; due = board.usage.due()) {
    const { attempts = [] } = board.usage.get(due.n) ?? {}
    const kept = attempts.map((attempt) => {
      if (attempt.endedAt === undefined || attempt.endedAt + lateUsageMs > at) return attempt
      const { series: _, told: __, ...rest } = attempt
      return rest
    })
    board.usage.put({ n: due.n, attempts: kept })
  }
}

// --- internal ---

const minute = 60_000

/**
 * How many times of a series are stored. Above this, the older half is summed up, and late values for it are not
 * counted.
 */
const mostKnown = 256

/** If there are more models than this, the tokens of further models count as those of an unnamed model. */
const mostModels = 8

function begin(board: Board, { task, epoch, agent }: EventOf<"usage.told">, at: number): AttemptUsage {
  const record = board.tasks.get(numberOf(task))
  const end = record?.lastEnd
  const isUnderWay = record?.epoch === epoch && record.attemptAt !== null
  return {
    ...{ epoch, agent, project: record?.fields.project ?? "default", day: dayOf(at), at },
    ...{ models: [], isMeasured: false },
    ...(!isUnderWay && { endedAt: end?.epoch === epoch ? end.at : at }),
  }
}

function told(before: AttemptUsage, { said, series }: EventOf<"usage.told">, at: number): AttemptUsage {
  if (!series) return { ...before, at, models: said ? [said] : before.models }
  const all = new Map(before.series?.map((each) => [each.series, each]))
  for (const each of series) all.set(each.series, withNews(all.get(each.series), each))
  const known = [...all.values()]
  const current = Math.floor(at / minute)
  const times = before.told?.minute === current ? before.told.times + 1 : 1
  return {
    ...before,
    ...{ at, models: modelsOf(known), isMeasured: true, series: known },
    told: { minute: current, times },
  }
}

function withNews(series: UsageSeries | undefined, news: UsageSeries): UsageSeries {
  const known = new Map(series?.known)
  for (const [time, value] of news.known) known.set(time, Math.max(value, known.get(time) ?? 0))
  const { before } = series ?? {}
  if (known.size <= mostKnown) return { ...news, known: [...known], ...(before && { before }) }
  const sorted = [...known].sort(([a], [b]) => (endOf(a) < endOf(b) ? -1 : 1))
  const old = sorted.splice(0, sorted.length - mostKnown / 2)
  const value = old.reduce((sum, each) => sum + each[1], before?.value ?? 0)
  return { ...news, known: sorted, before: { until: endOf(old.at(-1)?.[0] ?? ""), value } }
}

function modelsOf(all: readonly UsageSeries[]): ModelUsage[] {
  const models = new Map<string | null, ModelUsage>()
  for (const { model: name, kinds, known, before } of all) {
    const value = known.reduce((sum, each) => sum + each[1], before?.value ?? 0)
    const model = models.has(name) || models.size < mostModels ? name : null
    const counts = usageKinds.map((kind) => (kinds.includes(kind) ? value : 0))
    models.set(model, { model, counts: addUsage(models.get(model)?.counts, counts) })
  }
  return [...models.values()]
}

/** If a report says less than an earlier one, this total stays as it is. */
function countEver(board: Board, before: AttemptUsage | undefined, after: AttemptUsage): void {
  const more = addUsage(sumOfModels(after.models), sumOfModels(before?.models ?? []), -1)
  if (more.some((n) => n > 0)) board.count({ usage: addUsage(board.counters.usage ?? noUsage, more) })
}
