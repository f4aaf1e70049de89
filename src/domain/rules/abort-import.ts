import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import type { ImportedChange, ImportRecord } from "../board/imports/import-records.ts"
import type { Context } from "../context.ts"
import { taskId } from "../wire/names.ts"
import { requireImport } from "./imports.ts"
import { requireImportUntouched } from "./inverse.ts"
import { trashLifetimeMs } from "./trash.ts"
import { changesInCircles, requireUnchanged } from "./undo-blocks.ts"

/**
 * Undoes an import: the tasks that it added are moved to the trash, and the values that it changed are restored unless
 * they have been changed since. An import that has ended can be undone only while nobody has changed its tasks.
 * @throws import_not_found, nothing_to_undo, undo_blocked
 */
export function abortEvents(
  board: Board,
  id: string,
  context: Pick<Context, "now" | "actor">,
): { events: BoardEvent[]; told: { putBack: number; left: string[] } } {
  const record = requireImport(board, id)
  if (record.state === "taken_back") fail("nothing_to_undo", `${id} has already been undone.`)
  if (record.state === "ended") requireImportUntouched(board, record.n)
  const [back, left] = divide(board, record, context)
  const events: BoardEvent[] = back.map(({ n, before }) => ({
    type: "task.put_back",
    task: taskId(n),
    fields: before,
  }))
  return {
    events: [...events, { type: "import.aborted", import: id, until: context.now + trashLifetimeMs }],
    told: { putBack: back.length, left },
  }
}

// --- internal ---

function divide(
  board: Board,
  { changes }: ImportRecord,
  context: Pick<Context, "now" | "actor">,
): [back: ImportedChange[], left: string[]] {
  const all = changes ?? []
  const back = new Set(all.filter((change) => canPutBack(board, change)))
  for (;;) {
    const circles = changesInCircles(board, [...back], context)
    if (circles.length === 0) break
    for (const change of circles) back.delete(change)
  }
  return [[...back], all.filter((change) => !back.has(change)).map(({ n }) => taskId(n))]
}

function canPutBack(board: Board, { n, after }: ImportedChange): boolean {
  const task = board.tasks.get(n)
  if (!task || ("status" in after && task.lease?.state === "held")) return false
  try {
    requireUnchanged(task, after)
    return true
  } catch {
    return false
  }
}
