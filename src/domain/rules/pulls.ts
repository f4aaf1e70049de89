import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import type { Context } from "../context.ts"
import type { BoardEvent } from "../events/index.ts"
import type { PullFields, TaskWork } from "../events/work-fields.ts"
import { isSameName, nameKey, taskId } from "../wire/names.ts"
import { isForPeople } from "./decisions.ts"
import { sayOf, sentBack } from "./failed-landing.ts"
import { afterFailure } from "./failures.ts"
import { liveLease } from "./lease.ts"
import { isOwnReview } from "./moves.ts"
import { withState } from "../board/tasks/task-record.ts"

/*
 * If a team reviews where its repository is hosted, the pull request is the landing: an opened pull request is not
 * done, and a merged one has landed. The client that follows it reports its state as often as it likes; a known state
 * changes nothing.
 */

/** A pull request as somebody has seen it. */
export interface SeenPull {
  readonly url: string
  readonly state: PullFields["state"]
  readonly head?: string | undefined
  readonly base: string
  /** What it became in its base. */
  readonly merged?: string | null | undefined
  readonly failed: readonly string[]
  readonly optionalFailed: readonly string[]
  readonly review?: PullFields["review"]
  /** The last review that requests changes, with its time in ms. */
  readonly changes?:
    | { readonly by: string; readonly at: number; readonly text?: string | undefined }
    | undefined
}

interface PullSettings extends Pick<Context, "now" | "policy" | "who"> {
  /** Who has seen it. */
  readonly by: string
}

type WithWork = Task & { readonly work: TaskWork }

/** The consequences of the state of a task's pull request; none if the state is already known. */
export function pullEvents(
  board: Board,
  task: WithWork,
  seen: SeenPull,
  settings: PullSettings,
): BoardEvent[] {
  const { work } = task
  const { url, state } = seen
  const before = work.url === url ? work.pull : undefined
  // A closed pull request may have been replaced by another.
  const to = comesBackTo(task, state, work.pull)
  const now = withState(task, { status: to ?? task.status })
  const { status } = now
  const isFinished = status === "done" || status === "review"
  const objection = objectionOf(now, seen, before)
  const isSent = isFinished && objection !== undefined
  const pull = recordOf(seen, before, {
    judged: judgedBy(isSent ? objection.judged : undefined, state, before),
    sent: isFinished ? (isSent ? status : undefined) : before?.sent,
  })
  const next = isSent
    ? sendBack(board, now, objection, settings)
    : state === "merged"
      ? merge(board, now, seen, settings)
      : objection?.isNews
        ? [sayOf(board, task, settings.by, objection.content)]
        : []
  if (next.length === 0 && to === undefined && before && JSON.stringify(pull) === JSON.stringify(before))
    return []
  const changed = { type: "pull.changed", task: taskId(task.n), epoch: work.epoch, url, pull } as const
  return [to === undefined ? changed : { ...changed, to }, ...next]
}

// --- internal ---

/** What stands against merging it. */
interface Objection {
  /** In Markdown. */
  readonly content: string
  /** It counts as a failed attempt; otherwise somebody has to look at the task. */
  readonly isFailure: boolean
  /** The key under which it is remembered, so that it counts once. */
  readonly judged?: string
  /** The agent that is working on the task must be notified. */
  readonly isNews: boolean
}

const isReopened = (state: SeenPull["state"], before: PullFields | undefined) =>
  state === "open" && before?.state === "closed"

/** The status to which a task sent back by its pull request returns once that is merged anyway or open again. */
function comesBackTo(task: WithWork, state: SeenPull["state"], before: PullFields | undefined) {
  const { status } = task
  if (liveLease(task) || (status !== "todo" && status !== "blocked")) return undefined
  const wasClosed = status === "blocked" && before?.judged?.includes(closedKey(task)) === true
  return state === "merged" || (wasClosed && isReopened(state, before)) ? before?.sent : undefined
}

/** By the number of the task and not of its work, because another attempt that has reported no work may be blocked. */
const closedKey = ({ epoch }: Task) => `closed:${epoch}`

function objectionOf(task: WithWork, seen: SeenPull, before: PullFields | undefined): Objection | undefined {
  const { epoch, commit, at } = task.work
  const { state, head = "", failed, changes, url } = seen
  if (state === "closed") {
    const judged = closedKey(task)
    const isNews = before?.state !== "closed"
    if (!isNews && before.judged?.includes(judged) === true) return undefined
    const content = `The pull request was closed without being merged: ${url}`
    return { content, isFailure: false, judged, isNews }
  }
  if (state === "merged") return undefined
  // Before the first look, a review of an earlier attempt's work may have been sent.
  if (changes && changes.at > (before ? (before.changesAt ?? 0) : at)) {
    const said = changes.text === undefined || changes.text.trim() === "" ? "" : `\n\n${changes.text}`
    const content = `${changes.by} requested changes in the pull request: ${url}${said}`
    return { content, isFailure: true, isNews: true }
  }
  const judged = `failed:${head}:${epoch}`
  const known = before?.judged ?? []
  const isOfEarlier = head !== commit && known.some((each) => each.startsWith(`failed:${head}:`))
  if (failed.length === 0 || known.includes(judged) || isOfEarlier) return undefined
  const names = failed.map((name) => `\`${name.replaceAll("`", "'")}\``).join(", ")
  const checks = failed.length === 1 ? "A required check" : "Required checks"
  const content = `${checks} of the pull request failed: ${names}. ${url}`
  return { content, isFailure: true, judged, isNews: false }
}

/** Includes what has sent it back now; a closing counts again once the pull request has been reopened. */
function judgedBy(key: string | undefined, state: SeenPull["state"], before: PullFields | undefined) {
  const known = before?.judged ?? []
  const kept = isReopened(state, before) ? known.filter((each) => !each.startsWith("closed:")) : known
  return key === undefined ? kept : [...kept, key].slice(-mostJudged)
}

const mostJudged = 20

function recordOf(
  { state, head, failed, optionalFailed, review, changes }: SeenPull,
  before: PullFields | undefined,
  { judged, sent }: { readonly judged: readonly string[]; readonly sent: PullFields["sent"] | undefined },
): PullFields {
  // A review of a closed pull request counts once the pull request is reopened.
  const changesAt = Math.max((state === "open" && changes?.at) || 0, before?.changesAt ?? 0)
  return {
    state,
    ...(head !== undefined && { head }),
    ...(failed.length > 0 && { failed }),
    ...(optionalFailed.length > 0 && { optionalFailed }),
    ...(review && { review }),
    ...(changesAt > 0 && { changesAt }),
    ...(judged.length > 0 && { judged }),
    ...(sent !== undefined && { sent }),
  }
}

function sendBack(
  board: Board,
  task: WithWork,
  { content, isFailure }: Objection,
  { by, ...settings }: PullSettings,
): BoardEvent[] {
  const unspent = { attempts: task.attempts, to: "blocked", backoffUntil: null } as const
  const agent = task.doneBy ?? task.assignee ?? by
  const after = isFailure ? afterFailure(board, task, agent, settings) : unspent
  return sentBack(board, task, { reviewer: by, content, after })
}

/** Its merge is the decision on its review if the reporter may decide; otherwise the review is still requested. */
function merge(board: Board, task: WithWork, seen: SeenPull, settings: PullSettings): BoardEvent[] {
  const { work, status, n } = task
  const id = taskId(n)
  const isDecided = status === "review" && mayDecide(board, task, settings)
  if (status !== "done" && !isDecided) {
    const isNews = status === "doing" && work.pull?.state !== "merged"
    return isNews ? [sayOf(board, task, settings.by, `The pull request was merged: ${seen.url}`)] : []
  }
  const approval: BoardEvent = {
    type: "task.reviewed",
    task: id,
    review: `V-${board.counters.review + 1}`,
    reviewer: settings.by,
    decision: "approve",
    ...{ comment: null, until: null, length: null },
  }
  return [
    ...(isDecided ? [approval] : []),
    {
      type: "work.landed",
      task: id,
      epoch: work.epoch,
      base: seen.base,
      commit: seen.merged ?? null,
      by: "land",
    },
  ]
}

function mayDecide(board: Board, task: Task, { by, who, policy }: PullSettings): boolean {
  if (isSameName(task.doneBy ?? task.assignee, by)) return false
  if (isForPeople(task.fields, policy) && who?.isPerson !== true) return false
  if (!who || who.isAnyone === true) return true
  const { workers = [] } = board.ownership.get(task.n) ?? {}
  if (workers.some((each) => isSameName(each, who.account ?? null))) return false
  return who.role !== "work" || (nameKey(task.fields.reviewer ?? "") === nameKey(by) && !isOwnReview(task))
}
