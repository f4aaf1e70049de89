import type * as z from "zod"
import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import type { Search } from "../board/search.ts"
import type { LessonView } from "../wire/tasks/view-schemas.ts"
import { viewLesson } from "./said-view.ts"

const most = 3

/** The reflections on finished tasks that are similar to this one, the most similar first. */
export function lessonsFor(board: Board, task: Task, search: Search): z.infer<typeof LessonView>[] {
  const lessons: z.infer<typeof LessonView>[] = []
  for (const n of search.related(task)) {
    const reflection = board.reflections.get(n)
    if (!reflection || reflection.task === task.n) continue
    if (board.tasks.get(reflection.task)?.status !== "done") continue
    lessons.push(viewLesson(board, reflection))
    if (lessons.length === most) break
  }
  return lessons
}
