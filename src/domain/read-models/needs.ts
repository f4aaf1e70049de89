import { isClosed } from "../board/tasks/is-closed.ts"
import type { Board } from "../board/board.ts"
import { noticeKey, type Notice, type Task } from "../board/records.ts"
import type { Comment } from "../board/said/said-records.ts"
import { priorities, type NeedReason } from "../wire/enums.ts"
import { excerpt, firstLine } from "../wire/excerpt.ts"
import { anonymous, isSameName, nameKey } from "../wire/names.ts"
import type { NeedView } from "../wire/tasks/needs-schema.ts"
import { whatWasDone } from "../wire/tasks/what-was-done.ts"
import { iso } from "../wire/time.ts"
import type { Unserved } from "./nobody-asks.ts"
import {
  isAnswered,
  lateTasks,
  needsWith,
  nobodyAsks,
  questionFor,
  wasClosedSince,
  type NeedsContext,
} from "./now.ts"
import { viewTask } from "./task-view.ts"

/** A task that waits for a person, as it is sorted. */
interface SortedNeed {
  readonly task: Task
  readonly why: NeedReason
  readonly since: number
  readonly waiting: number
  readonly detail: string | null
  readonly by: string | null
  readonly question: Comment | undefined
}

/** What somebody has said that asks for this name. */
interface AskedOf {
  readonly name: string | undefined
  readonly notice: Notice | undefined
  readonly question: Comment | undefined
  /** Nobody comes for it, and for others. */
  readonly lonely: Unserved | undefined
}

/**
 * Everything that waits for a person: questions first, then by priority, then by the number of waiting tasks, then by
 * age. The cost depends on the number of needs, not on the size of the board.
 * @param name whose reviews and notices count; undefined: nobody's
 */
export function needsPage(board: Board, name: string | undefined, limit: number, context: NeedsContext) {
  const { now } = context
  const lonely = nobodyAsks(board, context)
  const numbers = needsWith(board, name, context, lonely)
  const noticed = name === undefined ? new Map<number, Notice>() : latestNotices(board, name)
  const view = (chosen: Iterable<number>) =>
    [...chosen]
      .flatMap((n): SortedNeed[] => {
        const task = board.tasks.get(n)
        const said = { name, notice: noticed.get(n), question: questionFor(board, n, name) }
        return task
          ? [needOf(board, task, { ...said, lonely: lonely?.task.n === n ? lonely : undefined }, now)]
          : []
      })
      .sort(inOrder)
      .slice(0, limit)
      .map(({ task, since, question, ...need }): NeedView => ({
        ...need,
        ...(question?.ask && { question: `C-${question.n}`, choices: [...question.ask.choices] }),
        task: viewTask(board, task, now, "compact"),
        since: iso(since),
      }))
  const late = view(lateTasks(board, name, now, numbers))
  return { needs: view(numbers), total: numbers.size, late }
}

// --- internal ---

function inOrder(a: SortedNeed, b: SortedNeed): number {
  return (
    Number(b.why === "question") - Number(a.why === "question") ||
    priorities.indexOf(a.task.fields.priority) - priorities.indexOf(b.task.fields.priority) ||
    b.waiting - a.waiting ||
    a.since - b.since ||
    a.task.n - b.task.n
  )
}

/** The last unread notice about each task; a notice that asks something takes precedence. */
function latestNotices(board: Board, name: string): Map<number, Notice> {
  const key = nameKey(name)
  const found = new Map<number, Notice>()
  for (const seq of board.inboxOf.get(key)?.values() ?? []) {
    const notice = board.notices.get(noticeKey(key, seq))
    const before = notice && found.get(notice.task)
    if (notice && !isAnswered(board, notice) && !(before && asks(before) && !asks(notice)))
      found.set(notice.task, notice)
  }
  return found
}

const asks = ({ kind }: Notice) => kind === "mention" || kind === "comment"

function needOf(board: Board, task: Task, said: AskedOf, now: number): SortedNeed {
  const waiting = board.ready.dependents(task.n).filter((n) => !isClosed(board.tasks.get(n))).length
  const [why, since, detail, by] = reasonOf(board, task, said, now)
  return {
    ...{ task, why, since, waiting },
    detail: detail === null ? null : excerpt(detail),
    by: by === anonymous ? null : by,
    question: said.question,
  }
}

type FoundReason = readonly [why: NeedReason, since: number, detail: string | null, by: string | null]

function reasonOf(board: Board, task: Task, said: AskedOf, now: number): FoundReason {
  const { notice, question, lonely } = said
  const { status, since, reason, askedBy, lastEnd, doneBy, assignee, summary, attempts, expiries, fields } =
    task
  if (question) return ["question", question.createdAt, firstLine(question.content), question.author]
  const comment = notice?.comment == null ? undefined : board.comments.get(notice.comment)
  const content = comment ? firstLine(comment.content) : null
  const speaker = comment?.author ?? notice?.actor ?? null
  if (notice && asksFor(task, notice) && !mayDecide(task, said.name))
    return ["question", notice.at, content, speaker]
  if (status === "review") return ["review", since, whatWasDone(summary)?.text ?? null, doneBy ?? assignee]
  const stuck = board.attention.stuckFor(task, now)
  const ended = (why: NeedReason): FoundReason => [
    why,
    lastEnd?.at ?? since,
    lastEnd?.reason ?? null,
    lastEnd?.agent ?? null,
  ]
  for (const why of ["no_attempts_left", "expired_too_often", "lease_expired"] as const)
    if (stuck.includes(why)) return ended(why)
  if (status === "blocked")
    return [
      reason !== null ? "question" : stuck.includes("silent") ? "silent" : "blocked",
      since,
      reason,
      askedBy,
    ]
  if (stuck.includes("no_one_can")) return ["no_one_can", since, null, null]
  const { lease } = task
  if (lease?.quiet && stuck.includes("quiet"))
    return ["quiet", lease.quiet.since, lease.quiet.line, lease.agent]
  if (stuck.includes("overdue")) return ["overdue", fields.dueAt ?? since, null, assignee]
  if (attempts + expiries > 1 && !isClosed(task)) return ended("failing")
  if (lonely && !notice) return ["nobody_asks", lonely.since, sayLonely(lonely.count), null]
  return ["notice", notice?.at ?? since, content, speaker]
}

/** Whether a notice asks for words: a closed task goes on only with one that calls somebody afterwards. */
const asksFor = (task: Task, notice: Notice): boolean =>
  asks(notice) && (notice.kind === "mention" ? !wasClosedSince(task, notice.at) : !isClosed(task))

/** Whether this name reviews the task, so that a comment on it belongs to the review. */
const mayDecide = ({ status, fields, doneBy, assignee }: Task, name: string | undefined): boolean =>
  status === "review" &&
  name !== undefined &&
  (fields.reviewer === null || isSameName(fields.reviewer, name)) &&
  !isSameName(doneBy ?? assignee, name)

function sayLonely(count: number): string {
  return count === 1
    ? "It is ready, but nobody is asking for work"
    : `${count} tasks are ready, but nobody is asking for work`
}
