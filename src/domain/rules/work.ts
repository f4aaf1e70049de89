import { sayIs } from "../wire/enums.ts"
import { fail } from "../../errors.ts"
import type { BoardPolicy } from "../context.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import { isOutdated } from "../board/tasks/is-closed.ts"
import { keptPlaces } from "../board/resources/kept-places.ts"
import type { Task } from "../board/records.ts"
import type { TaskWork } from "../events/work-fields.ts"
import { isSameName, taskId } from "../wire/names.ts"
import { isAtOrBelow } from "../wire/resources/resource-names.ts"
import { factsOf } from "./moves.ts"

/**
 * Refuses a worker that was overtaken by another claim.
 * @param epoch the epoch that the worker knows
 * @throws lease_lost
 */
export function requireEpoch(task: Task, epoch: number | undefined): void {
  if (epoch === undefined || epoch === task.epoch) return
  fail("lease_lost", {
    detail: `Attempt ${epoch} on ${taskId(task.n)} is over; the task is now on attempt ${task.epoch}.`,
    facts: { task: taskId(task.n), status: task.status, holder: task.lease?.agent ?? null },
  })
}

/** When a task lets the tasks that it blocks continue; an older board keeps its behaviour. */
export function edgesOf({ counters }: Board, { edges }: Pick<BoardPolicy, "edges">): "done" | "landed" {
  return edges ?? (counters.hasOldWork ? "done" : "landed")
}

/**
 * Checks that this work may be reported as landed, or as unable to land: only finished work lands, and only as it was
 * last reported.
 * @throws invalid_transition, work_changed
 */
export function requireWork(task: Task, { epoch, commit }: { epoch: number; commit: string }): TaskWork {
  const id = taskId(task.n)
  if (task.status !== "done")
    fail("invalid_transition", {
      detail: `${id} ${sayIs(task.status)}; only finished work lands.`,
      facts: factsOf(task),
    })
  const { work } = task
  const changed = (detail: string) => failChanged(task, detail)
  if (!work) return changed(`No attempt at ${id} has reported any work.`)
  if (isOutdated(task)) changed(`A later attempt finished ${id} and reported no work.`)
  if (work.epoch !== epoch || work.commit !== commit)
    changed(`The work of ${id} is now commit ${work.commit.slice(0, 7)}, from attempt ${work.epoch}.`)
  return work
}

/** A reviewer may take a while to look at a change, and decides on exactly that change. @throws work_changed */
export function requireSeen(task: Task, commit: string | undefined): void {
  if (commit !== undefined && commit !== task.work?.commit)
    failChanged(task, `The work of ${taskId(task.n)} has changed since you reviewed it.`)
}

/**
 * What the role `work` may not land, in words that follow "may not": it may land only its own work and work that it
 * reviews.
 */
export function mayLand({ task, actor }: { task: Task | undefined; actor: string }): string | undefined {
  const isTheirs = [task?.work?.agent, task?.fields.reviewer].some((name) => isSameName(name ?? null, actor))
  return isTheirs ? undefined : "land work that it neither did nor reviews"
}

/** Frees the places at or below a name that tasks keep only because their work has not landed. */
export function freePlaces(board: Board, name: string): BoardEvent[] {
  return board.ready.use.holders(name).flatMap((n) => {
    const task = board.tasks.get(n)
    if (!task || !board.ready.keepers.has(n)) return []
    const resources = keptPlaces(task, (each) => board.resources.get(each)).filter((each) =>
      isAtOrBelow(each, name),
    )
    return resources.length === 0 ? [] : [{ type: "work.freed", task: taskId(n), resources }]
  })
}

/** @throws work_changed */
export function failChanged({ n, status, work }: Task, detail: string): never {
  return fail("work_changed", {
    detail,
    facts: { task: taskId(n), status, commit: work?.commit ?? null, epoch: work?.epoch ?? null },
  })
}
