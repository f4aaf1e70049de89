import type { Board } from "../board/board.ts"
import type { TrashedTask } from "../board/records.ts"
import { iso } from "../wire/time.ts"
import type { TaskView } from "../wire/view-schemas.ts"
import { pageBack } from "./page.ts"
import { viewRecord } from "./task-view.ts"

/** A page of the tasks in the trash, those first that were deleted last. */
export function pageOfTrash(
  board: Board,
  list: { readonly limit: number; readonly cursor?: string | undefined; readonly form: "whole" | "compact" },
) {
  const all = [...board.trash.values()].sort((a, b) => b.seq - a.seq)
  const { items, next, total } = pageBack(all, list)
  return { tasks: items.map((trashed) => viewTrashed(board, trashed, list.form)), next, total }
}

// --- internal ---

function viewTrashed(
  board: Board,
  { task, at, by, until }: TrashedTask,
  form: "whole" | "compact",
): TaskView {
  return { ...viewRecord(board, task, form), deleted: { at: iso(at), by, until: iso(until) } }
}
