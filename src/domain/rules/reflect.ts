import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../board/events.ts"
import { taskId } from "../wire/names.ts"
import type { Task } from "../board/records.ts"

/** The event for a reflection on a task. It satisfies the gate only when the one who does the work posts it. */
export function reflect(
  board: Board,
  task: Task,
  agent: string,
  content: string,
  counts: boolean,
): BoardEvent {
  return {
    type: "task.reflected",
    task: taskId(task.n),
    reflection: `R-${board.counters.reflection + 1}`,
    agent,
    content,
    counts,
  }
}
