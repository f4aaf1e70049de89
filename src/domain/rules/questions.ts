import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import { canonicalName } from "../board/find.ts"
import type { Task } from "../board/records.ts"
import type { Comment } from "../board/said/said-records.ts"
import type { BoardEvent } from "../events/index.ts"
import { excerpt } from "../wire/excerpt.ts"
import { numberOf, taskId } from "../wire/names.ts"
import type { LeaseSettings } from "./lease.ts"
import { failComment, requireComment } from "./comments.ts"

/*
 * A question is a comment with `ask`, and its answer a comment with `answers`. The asker may continue, or park the
 * task: it is blocked until the answer comes, and then offered to the asker first.
 */

/** @throws invalid_input for an id that is not a question on this task; already_answered */
export function requireOpenQuestion(board: Board, task: Task, id: string, field: string): Comment {
  const question = board.comments.get(numberOf(requireComment(board, task, id, field)))
  if (!question?.ask) return failComment(task, { id, field, message: "is a comment without a question" })
  const answer = board.comments.get(board.questions.answerOf(question.n) ?? 0)
  if (!answer) return question
  return fail("already_answered", {
    detail: `${answer.author} has answered ${id} with C-${answer.n}: ${excerpt(answer.content)}`,
    facts: { task: taskId(task.n), comment: `C-${answer.n}` },
  })
}

/** Why a task that waits for the answer to a question is blocked. */
export function waitReason({ ask, content }: Comment): string {
  const whom = ask?.to == null ? "asks" : `asks ${ask.to}`
  return excerpt(`${whom}: ${content}`)
}

/**
 * The event that, once the question is answered, returns a parked task to the asker, or to the agent to which it has
 * been assigned since; none if the task is not parked.
 */
export function goOn(
  board: Board,
  task: Task,
  question: Comment,
  actor: string,
  settings: LeaseSettings,
): BoardEvent[] {
  const asker = parkedBy(task, question.n)
  if (asker === undefined) return []
  const agent = canonicalName(board, task.assignee ?? asker)
  const length = settings.policy.lease
  const offer = { agent, until: settings.now + length, length }
  const tells = agent === actor ? undefined : [agent]
  const move = {
    type: "task.moved",
    task: taskId(task.n),
    to: "todo",
    reason: null,
    assignee: agent,
    offer,
  } as const
  return [tells ? { ...move, tells } : move]
}

// --- internal ---

/**
 * The agent that gave the task back to wait for the answer to this question; undefined if the task has been moved
 * since.
 */
function parkedBy({ status, lastEnd }: Task, question: number): string | undefined {
  return status === "blocked" && lastEnd?.waitsFor === question ? lastEnd.agent : undefined
}
