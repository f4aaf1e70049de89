import type { Context } from "../context.ts"
import { unserved, type Unserved } from "./nobody-asks.ts"
import type { Board } from "../board/board.ts"
import { isForAnyone } from "../board/queues/attention.ts"
import type { Comment } from "../board/said/said-records.ts"
import { isClosed } from "../board/tasks/is-closed.ts"
import { isSameName, nameKey } from "../wire/names.ts"
import { noticeKey, type Notice, type Task } from "../board/records.ts"
import { everything } from "../board/scopes.ts"
import type { NowView } from "../wire/tasks/now-schema.ts"

/** The present in four numbers. @param name whom `needsYou` is about; undefined: anyone */
export function nowView(board: Board, name: string | undefined, context: NeedsContext): NowView {
  const { now } = context
  return {
    working: board.statusCounts.of(everything).doing,
    needsYou: needsOf(board, name, context).size,
    stuck: board.attention.stuck.count(now),
    ready: board.ready.readyTodo,
  }
}

/** What needs rest on beside the board. */
export type NeedsContext = Pick<Context, "now" | "presence" | "policy">

/**
 * The tasks that need somebody: what needs anyone and no agent can finish, the questions and reviews that wait for this name, what its unread notices
 * are about, and ready work that nobody comes for. An inbox has a limit, so this costs what waits for a person, whatever the
 * size of the board.
 */
export function needsOf(board: Board, name: string | undefined, context: NeedsContext): ReadonlySet<number> {
  return needsWith(board, name, context, nobodyAsks(board, context))
}

/** The same, where it is known what nobody comes for. */
export function needsWith(
  board: Board,
  name: string | undefined,
  { now }: Pick<NeedsContext, "now">,
  lonely: Unserved | undefined,
): ReadonlySet<number> {
  const ofAnyone = board.attention.anyone.numbers(now).filter((n) => !isInHand(board, n, name, now))
  const numbers = new Set([...ofAnyone, ...ownNeeds(board, name)])
  if (lonely) numbers.add(lonely.task.n)
  return numbers
}

/** The tasks that need nobody as long as an agent can still finish them, and that are not in `needs`. */
export function lateTasks(board: Board, name: string | undefined, now: number, needs: ReadonlySet<number>) {
  return board.attention.anyone.numbers(now).filter((n) => !needs.has(n) && isInHand(board, n, name, now))
}

export function nobodyAsks(board: Board, { now, presence, policy }: NeedsContext): Unserved | undefined {
  return unserved(board, presence, now, policy.nobodyAsks ?? 15 * 60_000)
}

/**
 * The oldest question on a task that waits for an answer by this name, or by anyone. A question that was asked before the
 * task was closed needs no answer.
 */
export function questionFor(board: Board, n: number, name: string | undefined): Comment | undefined {
  const task = board.tasks.get(n)
  if (!task) return undefined
  for (const each of board.questions.of(n)) {
    const question = board.comments.get(each)
    const { to = null } = question?.ask ?? {}
    if (question && wasClosedSince(task, question.createdAt)) continue
    if (name === undefined || to === null || isSameName(to, name)) return question
  }
  return undefined
}

/** Whether the task was closed at that time or later: what was asked before needs no answer. */
export const wasClosedSince = (task: Task, at: number): boolean => isClosed(task) && at <= task.since

/** Whether it tells of a question that has its answer. */
export function isAnswered(board: Board, { comment }: Pick<Notice, "comment">): boolean {
  return comment != null && board.questions.answerOf(comment) !== undefined
}

// --- internal ---

/**
 * Whether a task is only overdue, or only back after its claim expired, and another agent works on it or may claim it at
 * any time.
 */
function isInHand(board: Board, n: number, name: string | undefined, now: number): boolean {
  const task = board.tasks.get(n)
  if (!task || isForAnyone(task) || (name !== undefined && isSameName(task.assignee, name))) return false
  const { status } = task
  const mayGoOn = status === "doing" || (status === "todo" && board.ready.has(n))
  return board.attention
    .stuckFor(task, now)
    .every((why) => (why === "lease_expired" ? status === "todo" : why === "overdue" && mayGoOn))
}

/** What is asked of a name, or of anyone, and what its reviews and notices are about. */
function ownNeeds(board: Board, name: string | undefined): Set<number> {
  const asked = [...board.questions.tasks()].filter((n) => questionFor(board, n, name) !== undefined)
  if (name === undefined) return new Set(asked)
  const key = nameKey(name)
  const numbers = new Set([...asked, ...(board.index.get("toReview", key)?.values() ?? [])])
  for (const seq of board.inboxOf.get(key)?.values() ?? []) {
    const notice = board.notices.get(noticeKey(key, seq))
    const n = notice && !isAnswered(board, notice) ? notice.task : undefined
    if (n !== undefined && board.tasks.has(n)) numbers.add(n)
  }
  return numbers
}
