import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import {
  commandLifetimeMs,
  stateFields,
  type DoneCommand,
  type Effect,
  type TaskState,
} from "../board/done-commands.ts"
import type { BoardEvent } from "../board/events.ts"
import type { Task } from "../board/records.ts"
import type { Context } from "../context.ts"
import { evolve } from "../evolve/evolve.ts"
import { isSameName, numberOf, ownerKey, taskId } from "../wire/names.ts"
import { makesCircle } from "./dependencies.ts"
import { leaseTerms } from "./lease.ts"
import { requireReviewer } from "./moves.ts"
import { deleteEvents, restoreEvents } from "./trash.ts"

type Deciding = Pick<Context, "now" | "actor" | "who" | "policy" | "token">

/** The caller's commands that are kept, the newest first. */
export function ownCommands(
  board: Board,
  { actor, who, now }: Pick<Context, "actor" | "who" | "now">,
): DoneCommand[] {
  const owner = ownerKey(actor, who?.account)
  return [...board.commands.values()]
    .filter((each) => each.owner === owner && now - each.at < commandLifetimeMs)
    .sort((a, b) => b.seq - a.seq)
}

/**
 * The events that take back the caller's last commands, the newest first, or the last ones that changed a task. Each of
 * them is taken back whole, or all of it is refused.
 * @throws nothing_to_undo, undo_blocked
 */
export function undoEvents(
  board: Board,
  { last, task }: { readonly last: number; readonly task?: string | undefined },
  context: Deciding,
): BoardEvent[] {
  const commands = ownCommands(board, context)
    .filter(({ kind, isTakenBack }) => kind !== "undo" && !isTakenBack)
    .filter(({ effects }) => task === undefined || effects.some((effect) => tasksOf(effect).includes(task)))
    .slice(0, last)
  if (commands.length === 0) failNothing("There is nothing that can be taken back.", task)
  return eventsThatTakeBack(board, "commands.undone", commands, context)
}

/** The events that take back the caller's last undo that was not taken back. @throws nothing_to_undo, undo_blocked */
export function redoEvents(board: Board, context: Deciding): BoardEvent[] {
  const undone = ownCommands(board, context).find(({ kind, isTakenBack }) => kind === "undo" && !isTakenBack)
  if (!undone) failNothing("There is no undo that can be taken back.")
  return eventsThatTakeBack(board, "commands.redone", [undone], context)
}

/** The ids of the tasks that an effect is on. */
export function tasksOf(effect: Effect): string[] {
  return "n" in effect ? [taskId(effect.n)] : []
}

// --- internal ---

/** What work in progress loses with its deletion. */
const laidDown: readonly (keyof TaskState)[] = [
  ...(["status", "assignee", "assigneeBefore", "reason", "askedBy", "backoffUntil", "startedAt"] as const),
]

function pick(state: TaskState, fields: readonly (keyof TaskState)[]): TaskState {
  return Object.fromEntries(fields.map((field) => [field, state[field]]))
}

/** What is taken back first is folded in for the moment, since what is taken back next rests on it. */
function eventsThatTakeBack(
  board: Board,
  type: "commands.undone" | "commands.redone",
  commands: readonly DoneCommand[],
  context: Deciding,
): BoardEvent[] {
  const events: BoardEvent[] = [{ type, commands: commands.map(({ seq }) => seq) }]
  const mark = board.mark()
  try {
    for (const command of commands)
      for (const effect of command.effects.toReversed())
        for (const event of inverseOf(board, effect, command, context)) {
          evolve(board, event, { seq: board.counters.seq + 1, at: context.now, actor: context.actor })
          events.push(event)
        }
  } finally {
    board.rollback(mark)
  }
  return events
}

/** @throws undo_blocked where what the command has changed was changed since */
function inverseOf(board: Board, effect: Effect, command: DoneCommand, context: Deciding): BoardEvent[] {
  switch (effect.what) {
    case "added":
      requireUnchanged(requireThere(board, effect.n), effect.after)
      return deleteEvents(board, taskId(effect.n), context.now)
    case "deleted":
      return bringBack(board, effect)
    case "changed":
      return putBack(board, effect, command, context)
    case "paused":
      return pauseAgain(board, effect, context)
    case "read":
      return effect.notices.length === 0
        ? []
        : [{ type: "inbox.put_back", agent: effect.agent, notices: effect.notices }]
    case "unread":
      return readAgain(effect)
  }
}

/** A command may have changed the task before it deleted it: an undo of its creation and of an edit does. */
function bringBack(board: Board, { n, before }: Effect & { what: "deleted" }): BoardEvent[] {
  const id = taskId(n)
  const { task } = board.trash.get(n) ?? failBlocked(id, "deleted", "is not in the trash any more")
  const restored = restoreEvents(board, id)
  const kept = before.status === "doing" ? laidDown : []
  const fields = pick(
    before,
    stateFields.filter(
      (each) => !kept.includes(each) && JSON.stringify(task[each]) !== JSON.stringify(before[each]),
    ),
  )
  if (Object.keys(fields).length === 0) return restored
  requireNoCircle(board, task, fields)
  return [...restored, { type: "task.put_back", task: id, fields }]
}

function putBack(
  board: Board,
  { n, before, after, took }: Effect & { what: "changed" },
  { at }: DoneCommand,
  context: Deciding,
): BoardEvent[] {
  const task = requireThere(board, n)
  requireUnchanged(task, after)
  const id = taskId(n)
  const isHandedOver = "status" in after || "assignee" in after || took !== null
  if (isHandedOver && task.lease?.state === "held")
    failBlocked(id, "lease", `was claimed by ${task.lease.agent} since`)
  if (before.status === "review" && after.status === "done") requireNoneBegun(board, task, at)
  requireNoCircle(board, task, before)
  requirePossible(task, before, at, context)
  // Since then somebody may have given it back, or handed it over. Only whose work it is has a lease.
  const { status = task.status, assignee = task.assignee } = before
  const isTheirs = took !== null && status === "doing" && isSameName(assignee, took)
  const offer = isTheirs ? { offer: { agent: took, ...leaseTerms(task, undefined, context) } } : {}
  return [{ type: "task.put_back", task: id, fields: before, ...offer }]
}

function pauseAgain(
  board: Board,
  { agent, before, after }: Effect & { what: "paused" },
  { now }: Deciding,
): BoardEvent[] {
  const known = agent === null ? undefined : board.agents.get(agent)
  const present = agent === null ? board.counters.teamPause : (known?.pause ?? null)
  const name = known?.name ?? agent
  if (JSON.stringify(present) !== JSON.stringify(after))
    fail("undo_blocked", {
      detail: `The pause of ${name ?? "the team"} was changed since.`,
      facts: { field: "pause", ...(name !== null && { agent: name }) },
    })
  const isOver = before === null || (before.until !== null && before.until <= now)
  if (isOver) {
    if (present === null) return []
    return [name === null ? { type: "team.resumed" } : { type: "agent.resumed", agent: name }]
  }
  const { until, reason } = before
  return [
    name === null
      ? { type: "team.paused", until, reason }
      : { type: "agent.paused", agent: name, until, reason },
  ]
}

/** Only these notices: others may have come since. */
function readAgain({ agent, notices }: Effect & { what: "unread" }): BoardEvent[] {
  const last = new Map<number, number>()
  for (const { task, seq } of notices) last.set(task, Math.max(seq, last.get(task) ?? 0))
  return [...last].map(([task, seq]) => ({ type: "inbox.acked", agent, seq, about: taskId(task) }))
}

/** Fields that the command did not change may have changed since, so that its status does not go with them any more. */
function requirePossible(task: Task, before: TaskState, at: number, { actor }: Deciding): void {
  const { status } = before
  if (status === undefined) return
  const id = taskId(task.n)
  const { assignee = task.assignee, reviewer = task.reviewer } = before
  if (status === "doing" && assignee === null) failBlocked(id, "assignee", "has nobody to work on it by now")
  if (status === "review" && reviewer === null) failBlocked(id, "reviewer", "has no reviewer by now")
  if (status !== "done" || task.status !== "review") return
  if (task.since > at) failBlocked(id, "status", "came to its review again since")
  requireReviewer(task, actor)
}

function requireThere(board: Board, n: number): Task {
  return board.tasks.get(n) ?? failBlocked(taskId(n), "deleted", "was deleted since")
}

function requireUnchanged(task: Task, after: TaskState): void {
  const field = stateFields.find(
    (each) => each in after && JSON.stringify(task[each]) !== JSON.stringify(after[each]),
  )
  if (field !== undefined)
    failBlocked(taskId(task.n), field, `was changed since: its ${field} is another one now`)
}

/** @throws undo_blocked where the task would wait for itself */
function requireNoCircle(board: Board, task: Task, fields: TaskState): void {
  if (!("blockedBy" in fields || "parent" in fields)) return
  const { blockedBy = task.blockedBy, parent = task.parent } = fields
  if (makesCircle(board, task.n, { blockedBy, parent }))
    failBlocked(
      taskId(task.n),
      "blockedBy" in fields ? "blockedBy" : "parent",
      "would wait for itself by now",
    )
}

/** Work that waited for the approval is under way, or done. @throws undo_blocked */
function requireNoneBegun(board: Board, task: Task, approvedAt: number): void {
  const waiting = [...board.ready.waiting(task.n), ...(task.parent === null ? [] : [numberOf(task.parent)])]
  const begun = waiting.find((n) => (board.tasks.get(n)?.startedAt ?? 0) >= approvedAt)
  if (begun === undefined) return
  failBlocked(taskId(task.n), "status", `was waited for by ${taskId(begun)}, which was begun since`)
}

function failBlocked(task: string, field: string, why: string): never {
  fail("undo_blocked", { detail: `${task} ${why}.`, facts: { task, field } })
}

function failNothing(detail: string, task?: string): never {
  fail("nothing_to_undo", { detail, facts: task === undefined ? {} : { task } })
}
