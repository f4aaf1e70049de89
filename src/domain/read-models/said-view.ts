import type * as z from "zod"
import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import type { Comment, Reflection, Review } from "../board/said/said-records.ts"
import { cutText, mostSaidOf } from "../wire/excerpt.ts"
import { taskId } from "../wire/names.ts"
import type { QuestionView } from "../wire/tasks/question-schemas.ts"
import type { CommentView, LessonView, ReflectionView, ReviewView } from "../wire/tasks/view-schemas.ts"
import { iso } from "../wire/time.ts"
import { questionFor } from "./now.ts"

export function viewComment(comment: Comment): CommentView {
  return {
    id: `C-${comment.n}`,
    taskId: taskId(comment.task),
    author: comment.author,
    content: comment.content,
    createdAt: iso(comment.createdAt),
    ...(comment.isImported && { imported: true as const }),
    ...(comment.place && { place: comment.place }),
    ...(comment.ask && { ask: viewAsk(comment.ask) }),
    ...(comment.answers !== undefined && { answers: `C-${comment.answers}` }),
    ...(comment.extra && { extra: comment.extra }),
  }
}

export function viewReflection(reflection: Reflection): z.infer<typeof ReflectionView> {
  const { n, task, agent, content, createdAt, isImported } = reflection
  return {
    id: `R-${n}`,
    taskId: taskId(task),
    agent,
    content,
    createdAt: iso(createdAt),
    ...(isImported && { imported: true }),
  }
}

export function viewLesson(board: Board, reflection: Reflection): z.infer<typeof LessonView> {
  return { ...viewReflection(reflection), title: board.tasks.get(reflection.task)?.fields.title ?? null }
}

export function viewReview(review: Review): z.infer<typeof ReviewView> {
  const { n, task, reviewer, decision, comment, lines, createdAt } = review
  return {
    id: `V-${n}`,
    taskId: taskId(task),
    reviewer,
    decision,
    comment,
    ...(lines && { lines: lines.map((line) => `C-${line}`) }),
    createdAt: iso(createdAt),
  }
}

/** The oldest question on the task that waits for an answer by anyone. */
export function viewQuestion(board: Board, task: Task): z.infer<typeof QuestionView> | undefined {
  const comment = questionFor(board, task.n, undefined)
  if (!comment?.ask) return undefined
  const { author, content, ask, createdAt } = comment
  return {
    id: `C-${comment.n}`,
    author,
    content: cutText(content, mostSaidOf),
    ...viewAsk(ask),
    createdAt: iso(createdAt),
  }
}

// --- internal ---

const viewAsk = ({ to, choices }: NonNullable<Comment["ask"]>) => ({ to, choices: [...choices] })
