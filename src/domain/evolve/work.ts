import { canonicalName } from "../board/find.ts"
import { isOldWork } from "../board/tasks/is-closed.ts"
import type { workEvents } from "../events/work.ts"
import { nameTree } from "./checks.ts"
import type { EventFolds } from "./fold.ts"
import { change } from "./task-changes.ts"

/** What an attempt has left in a repository, and what becomes of it. */
export const workFolds: EventFolds<keyof typeof workEvents> = {
  "work.reported": (board, event, meta) => {
    const { work, agent, epoch } = event
    if (isOldWork(work)) board.count({ hasOldWork: true })
    change(board, event, meta, (task) => {
      task.work = { ...work, agent, epoch, at: meta.at, landed: null, freed: [] }
      nameTree(task, epoch, work.tree)
    })
  },
  "work.landed": (board, event, meta) =>
    change(board, event, meta, (task) => {
      const { base, commit } = event
      const landed = { base, commit, by: canonicalName(board, meta.actor), at: meta.at }
      if (task.work) task.work = { ...task.work, landed }
    }),
  "work.freed": (board, event, meta) =>
    change(board, event, meta, (task) => {
      if (task.work) task.work = { ...task.work, freed: [...task.work.freed, ...event.resources] }
    }),
}
