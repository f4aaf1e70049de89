import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import { canonicalName } from "../board/find.ts"
import type { Task } from "../board/records.ts"
import { fail } from "../../errors.ts"
import { taskId } from "../wire/names.ts"
import { joinEvents } from "./agents.ts"
import { renewal, type Caller, type LeaseSettings } from "./lease.ts"
import { factsOf } from "./moves.ts"
import { exempt, reflect } from "./reflect.ts"

/**
 * Whether the end of an attempt is left to the worker that claimed the task. Otherwise the worker's command could
 * finish the task before its checks have run and its files are committed.
 */
export function isLeftToWorker(
  { lease }: Pick<Task, "lease">,
  said: { readonly finishedBy?: "worker" | undefined } = {},
): boolean {
  return lease?.finishedBy === "worker" && said.finishedBy !== "worker"
}

/** The texts given at the end of the work, stored for the worker: criteria, lesson and summary. */
export function keptForWorker(
  board: Board,
  task: Task,
  said: {
    readonly caller: Caller
    readonly checked: readonly BoardEvent[]
    readonly summary?: string | undefined
    readonly reflection?: string | undefined
    readonly noReflection?: string | undefined
  },
  settings: LeaseSettings,
): BoardEvent[] {
  const { caller, checked, summary, reflection, noReflection } = said
  const id = taskId(task.n)
  const agent = canonicalName(board, caller.actor)
  return [
    ...joinEvents(board, [agent]),
    ...checked,
    ...exempt(task, noReflection),
    ...(reflection === undefined ? [] : [reflect(board, task, agent, reflection, true)]),
    ...(summary === undefined ? [] : [{ type: "task.edited" as const, task: id, changes: { summary } }]),
    ...renewal(board, task, caller, settings),
  ]
}

/** A move by hand does not get around this either. @throws invalid_transition */
export function requireNotLeftToWorker(task: Task): void {
  if (!isLeftToWorker(task)) return
  fail("invalid_transition", {
    detail: `The worker that holds ${taskId(task.n)} will finish it once its command has ended and its checks have passed.`,
    facts: { ...factsOf(task), isLeftToWorker: true },
  })
}
