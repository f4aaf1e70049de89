import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import type { BoardEvent, EventOf } from "../events/index.ts"
import { cutText } from "../wire/excerpt.ts"
import { taskId } from "../wire/names.ts"
import { gatheredLines } from "./line-comments.ts"

type After = NonNullable<EventOf<"task.reviewed">["after"]>

interface FailedLanding {
  readonly reviewer: string
  /** Why, in Markdown. */
  readonly content: string
  /** What becomes of the task. */
  readonly after: Omit<After, "reason">
  readonly conflict?: EventOf<"task.reviewed">["conflict"]
}

/** The events that send back finished work that cannot land, with the reason as a comment. */
export function sentBack(
  board: Board,
  task: Task,
  { reviewer, content, after, conflict }: FailedLanding,
): BoardEvent[] {
  return [
    {
      type: "task.reviewed",
      task: taskId(task.n),
      review: `V-${board.counters.review + 1}`,
      reviewer,
      decision: "request_changes",
      comment: content,
      by: "land",
      ...gatheredLines(board, task),
      ...{ until: null, length: null },
      after: { ...after, reason: reasonOf(content) },
      ...(conflict && { conflict }),
    },
    sayOf(board, task, reviewer, content),
  ]
}

/** A comment of whoever follows or lands the work. */
export function sayOf(board: Board, task: Task, author: string, content: string): BoardEvent {
  const comment = `C-${board.counters.comment + 1}`
  return { type: "task.commented", task: taskId(task.n), comment, author, content }
}

// --- internal ---

const mostOfReason = 300

/** The comment on one line, without its marks. */
const reasonOf = (content: string) =>
  cutText(content.replaceAll("`", "").replace(/\s+/g, " ").trim(), mostOfReason)
