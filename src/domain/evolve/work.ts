import { nameTree } from "./checks.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent, EventMeta } from "../board/events.ts"
import { canonicalName } from "../board/find.ts"
import { isOldWork } from "../board/is-closed.ts"
import { change } from "./task-changes.ts"

type WorkEvent = BoardEvent & { readonly type: `work.${"reported" | "landed" | "freed"}` }

/** Keeps what an attempt has left in a repository, and what becomes of it. */
export function foldWork(board: Board, event: WorkEvent, meta: EventMeta): void {
  if (event.type === "work.reported" && isOldWork(event.work)) board.count({ hasOldWork: true })
  change(board, event, meta, (task) => {
    if (event.type === "work.reported") {
      const { work, agent, epoch } = event
      task.work = { ...work, agent, epoch, at: meta.at, landed: null, freed: [] }
      nameTree(task, epoch, work.tree)
    } else if (task.work && event.type === "work.landed") {
      const { base, commit } = event
      const landed = { base, commit, by: canonicalName(board, meta.actor), at: meta.at }
      task.work = { ...task.work, landed }
    } else if (task.work && event.type === "work.freed") {
      task.work = { ...task.work, freed: [...task.work.freed, ...event.resources] }
    }
  })
}
