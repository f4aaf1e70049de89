import { canonicalName } from "../board/find.ts"
import { isOldWork } from "../board/tasks/is-closed.ts"
import type { TaskDraft } from "../board/records.ts"
import type { PullFields, TaskWork, WorkFields } from "../events/work-fields.ts"
import type { workEvents } from "../events/work.ts"
import { nameTree } from "./checks.ts"
import type { EventFolds } from "./fold.ts"
import { change, move } from "./task-changes.ts"

/** The work that an attempt left in a repository, and its landing. */
export const workFolds: EventFolds<keyof typeof workEvents> = {
  "work.reported": (board, event, meta) => {
    const { work, agent, epoch } = event
    if (isOldWork(work)) board.count({ hasOldWork: true })
    change(board, event, meta, (task) => {
      const pull = keptPull(task.work, work)
      task.work = { ...work, agent, epoch, at: meta.at, landed: null, freed: [], ...(pull && { pull }) }
      nameTree(task, epoch, work.tree)
    })
  },
  "work.landed": (board, event, meta) =>
    change(board, event, meta, (task) => {
      const { base, commit } = event
      const landed = { base, commit, by: canonicalName(board, meta.actor), at: meta.at }
      if (task.work) task.work = { ...task.work, landed }
    }),
  "pull.changed": (board, event, meta) =>
    change(board, event, meta, (task) => {
      const { url, pull, to } = event
      if (task.work) task.work = { ...task.work, url, pull }
      if (to !== undefined) bringBack(task, to, meta.at)
    }),
  "work.freed": (board, event, meta) =>
    change(board, event, meta, (task) => {
      if (task.work) task.work = { ...task.work, freed: [...task.work.freed, ...event.resources] }
    }),
}

// --- internal ---

/** The known state of the pull request that the next attempt continues, without the reason it was sent back. */
function keptPull(before: TaskWork | null, { url }: WorkFields): PullFields | undefined {
  if (!before?.pull || url === undefined || before.url !== url) return undefined
  const { sent: _, ...pull } = before.pull
  return pull
}

/** The task is finished as it was before its pull request sent it back. */
function bringBack(task: TaskDraft, to: "review" | "done", at: number): void {
  const { attempts, expiries } = task
  move(task, to, at)
  Object.assign(task, { attempts, expiries, changesRequested: null })
}
