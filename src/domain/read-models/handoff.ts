import type { Board } from "../board/board.ts"
import { lowerBound } from "../collections/lists.ts"
import { workerOf } from "../evolve/attempt-ends.ts"
import { counts } from "../board/said/proof.ts"
import { sayResult } from "../wire/checks/summaries.ts"
import { hasToLand, isUnlanded } from "../board/tasks/is-closed.ts"
import { authorKey } from "../board/said/said-tables.ts"
import { needsAttention } from "../rules/failures.ts"
import { anonymous, isSameName, nameKey, numberOf } from "../wire/names.ts"
import { cutText } from "../wire/excerpt.ts"
import type { AttemptEnd, Task } from "../board/records.ts"
import type { Review } from "../board/said/said-records.ts"
import { viewRequest } from "./review-request.ts"
import { answersBelow } from "../wire/tasks/conversation.ts"
import { iso } from "../wire/time.ts"
import { viewWork } from "./work-view.ts"
import type { Handoff } from "../wire/tasks/handoff-schema.ts"

/** At most so many comments are shown, the newest. */
const mostComments = 10
/** The maximum number of characters (UTF-16 units) of all shown comments together. */
const mostCharacters = 4000

/**
 * What happened to a task before; null if nothing did. The cost does not grow with the task's history: only a few
 * comments are read, and the others are counted from the lengths of lists.
 * @param claimer whose own comments, but for questions and answers, are left out; `anonymous`: nobody's
 */
export function viewHandoff(board: Board, task: Task, claimer: string): Handoff | null {
  const review = task.changesRequested === null ? undefined : board.reviews.get(task.changesRequested)
  const work = viewWork(board, task)
  const { comments, omitted } = commentsFor(board, task, claimer, review)
  const checks = lastResults(task)
  const unlanded = task.fields.blockedBy.filter((id) => hasUnlandedFiles(board.tasks.get(numberOf(id))))
  const handoff: Handoff = {
    attempts: task.attempts,
    expiries: task.expiries,
    lastAttempt: viewEnd(task.lastEnd),
    review: review ? viewRequest(board, review) : null,
    ...(work && { work }),
    ...(unlanded.length > 0 && { unlanded }),
    comments,
    ...(checks.length > 0 && { checks }),
    omitted,
  }
  const { attempts, expiries, lastAttempt } = handoff
  const isEmpty =
    attempts + expiries + comments.length + checks.length + unlanded.length + omitted === 0 &&
    !lastAttempt &&
    !handoff.review &&
    !work
  return isEmpty ? null : handoff
}

// --- internal ---

function viewEnd(end: AttemptEnd | null): Handoff["lastAttempt"] {
  if (end === null || end.how === "completed") return null
  const { agent, how, reason, at } = end
  const isOurs = how === "expired" || reason === needsAttention
  return { agent, ended: how, reason: isOurs ? null : reason, at: iso(at) }
}

function hasUnlandedFiles(task: Task | undefined): boolean {
  return task?.work ? hasToLand(task.work) && isUnlanded(task) : false
}

function lastResults(task: Task): NonNullable<Handoff["checks"]> {
  const results = task.proof?.results ?? []
  const newest = results.filter(({ check }, i) => results.findIndex((other) => other.check === check) === i)
  return newest.map((result) => {
    const { check, status, output, by, at } = result
    const summary = sayResult(result)
    return {
      ...{ check, status, counts: counts(task, result), summary },
      ...(output !== "" && status !== "passed" && { output }),
      ...{ by, at: iso(at) },
    }
  })
}

/**
 * Comments by others, and all questions and answers, since the claimer's previous attempt began, without the text of
 * the review that is shown.
 */
function commentsFor(
  board: Board,
  task: Task,
  claimer: string,
  review: Review | undefined,
): Pick<Handoff, "comments" | "omitted"> {
  const all = board.commentsOf.of(task.n)
  const since = previousStart(task, claimer)
  const first = all[since]
  if (first === undefined) return { comments: [], omitted: 0 }
  const own = claimer === anonymous ? [] : board.commentsBy.of(authorKey(task.n, claimer))
  const posted = review?.posted ?? 0
  const isRepeated = posted >= first && !isSameName(review?.reviewer ?? null, claimer)
  const gathered = new Set(review?.lines?.filter((n) => n >= first))
  const shownAbove = [...gathered].filter((n) => own[lowerBound(own, n)] !== n)
  let omitted =
    all.length - since - (own.length - lowerBound(own, first)) - (isRepeated ? 1 : 0) - shownAbove.length
  let room = mostCharacters
  const comments: Handoff["comments"] = []
  for (const n of newestOthers(all, own)) {
    if (n < first || comments.length === mostComments || room === 0) break
    const comment = n === posted || gathered.has(n) ? undefined : board.comments.get(n)
    if (!comment) continue
    const content = cutText(comment.content, room)
    const isCut = content !== comment.content
    room = isCut ? 0 : room - content.length
    omitted -= 1
    const { author, createdAt, place, ask, answers } = comment
    comments.push({
      ...{ id: `C-${n}`, author, content, at: iso(createdAt) },
      ...(place && { place }),
      ...(ask ? { kind: "question" as const } : answers !== undefined && { kind: "answer" as const }),
      ...(answers !== undefined && { answers: `C-${answers}` }),
      ...(isCut && { cut: true }),
    })
  }
  return { comments: answersBelow(comments.reverse()), omitted }
}

/** How many comments the task had when the claimer began the attempt before the current one, or would begin now. */
function previousStart(task: Task, claimer: string): number {
  const key = nameKey(claimer)
  const start = task.starts?.find(({ agent }) => agent === key)
  if (!start) return 0
  return isSameName(workerOf(task) ?? null, claimer) ? start.previous : start.latest
}

/** Numbers that are in `all` but not in `own`, from the end. A run of own numbers costs only its logarithm. */
function* newestOthers(all: readonly number[], own: readonly number[]): Generator<number> {
  let left = all.length
  let mine = own.length
  while (left > 0) {
    const run = commonEnd(all, left, own, mine)
    left -= run
    mine -= run
    const n = all[--left]
    if (n !== undefined) yield n
  }
}

/** How many numbers at the end of both lists are the same. All of `own` is in `all`, so equal ends have equal middles. */
function commonEnd(all: readonly number[], left: number, own: readonly number[], mine: number): number {
  let [low, high] = [0, Math.min(left, mine)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (all[left - middle] === own[mine - middle]) low = middle
    else high = middle - 1
  }
  return low
}
