import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../board/events.ts"
import type { ImportedChange, ImportRecord } from "../board/import-records.ts"
import type { Context } from "../context.ts"
import { taskId } from "../wire/names.ts"
import { requireImport } from "./imports.ts"
import { requireImportUntouched } from "./inverse.ts"
import { trashLifetimeMs } from "./trash.ts"
import { requireNoCircle, requireUnchanged } from "./undo-blocks.ts"

/**
 * Takes back an import: what it added goes to the trash, and what it changed gets its values of before, unless somebody
 * has changed it since. One that has ended is only taken back while nobody has gone on from it.
 * @throws import_not_found, undo_blocked
 */
export function abortEvents(
  board: Board,
  id: string,
  { now }: Pick<Context, "now">,
): { events: BoardEvent[]; told: { putBack: number; left: string[] } } {
  const record = requireImport(board, id)
  if (record.state === "taken_back") return { events: [], told: { putBack: 0, left: [] } }
  if (record.state === "ended") requireImportUntouched(board, record.n)
  const [back, left] = divide(board, record)
  const events: BoardEvent[] = back.map(({ n, before }) => ({
    type: "task.put_back",
    task: taskId(n),
    fields: before,
  }))
  return {
    events: [...events, { type: "import.aborted", import: id, until: now + trashLifetimeMs }],
    told: { putBack: back.length, left },
  }
}

// --- internal ---

function divide(board: Board, { changes }: ImportRecord): [back: ImportedChange[], left: string[]] {
  const back: ImportedChange[] = []
  const left: string[] = []
  for (const change of changes ?? []) {
    if (canPutBack(board, change)) back.push(change)
    else left.push(taskId(change.n))
  }
  return [back, left]
}

function canPutBack(board: Board, { n, before, after }: ImportedChange): boolean {
  const task = board.tasks.get(n)
  if (!task || ("status" in after && task.lease?.state === "held")) return false
  try {
    requireUnchanged(task, after)
    requireNoCircle(board, task, before)
    return true
  } catch {
    return false
  }
}
