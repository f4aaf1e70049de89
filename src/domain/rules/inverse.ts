import { agentsIn } from "../wire/task-table.ts"
import { valueOf } from "../board/tasks/task-fields.ts"
import { fail } from "../../errors.ts"
import { nobodySeen } from "../board/agents/presence.ts"
import type { Board } from "../board/board.ts"
import { stateFields, type DoneCommand, type Effect, type TaskState } from "../board/undo/done-commands.ts"
import type { BoardEvent } from "../events/index.ts"
import { stateDigest } from "../board/imports/import-said.ts"
import { isClosed } from "../board/tasks/is-closed.ts"
import type { Notice } from "../board/records.ts"
import type { Context } from "../context.ts"
import { isSameName, taskId } from "../wire/names.ts"
import { joinEvents } from "./agents.ts"
import { leaseTerms } from "./lease.ts"
import { bringFileBack, removeFile } from "./attachments.ts"
import { deleteEvents, restoreEvents, trashLifetimeMs } from "./trash.ts"
import {
  changesInCircles,
  failBlocked,
  failCircle,
  requireNoCircle,
  requireNoneBegun,
  requirePossible,
  requireThere,
  requireUnchanged,
} from "./undo-blocks.ts"
import { withState } from "../board/tasks/task-record.ts"

export type Deciding = Pick<Context, "now" | "actor" | "who" | "policy" | "token">

/** The events that reverse one effect of a command. @throws undo_blocked if something prevents that */
export function inverseOf(
  board: Board,
  effect: Effect,
  command: DoneCommand,
  context: Deciding,
): BoardEvent[] {
  switch (effect.what) {
    case "added":
      requireUnchanged(requireThere(board, effect.n), effect.after)
      return deleteEvents(board, taskId(effect.n), context.now)
    case "deleted":
      return bringBack(board, effect, command)
    case "large":
      return failBlocked(
        taskId(effect.n),
        "size",
        "was changed by a request too large to undo: more than 1 MiB",
      )
    case "changed":
      return putBack(board, { at: command.at, ...effect }, context)
    case "attached":
      requireThere(board, effect.n)
      return removeFile(board, effect.attachment)
    case "detached":
      requireThere(board, effect.n)
      return bringFileBack(board, effect.file)
    case "paused":
      return pauseAgain(board, effect, context)
    case "named":
      return forgetName(board, effect.agent)
    case "unnamed":
      return joinEvents(board, [effect.name], { actor: "", presence: nobodySeen })
    case "imported":
      return takeBackImport(board, effect.import, command, context)
    case "import_taken":
      return bringBackImport(board, effect.import)
    case "read":
      return unreadAgain(board, effect)
    case "unread":
      return readAgain(effect)
    case "stays":
      return []
  }
}

/** Refuses to undo an import once its tasks have been changed. @throws undo_blocked */
export function requireImportUntouched(board: Board, n: number): void {
  for (const each of board.importedBy(n)?.values() ?? []) {
    const task = board.tasks.get(each)
    // During an import a task keeps its version. Any later change increases the version, even a change that an undo
    // reverts.
    if (!task) failBlocked(taskId(each), "deleted", "has since been deleted")
    if (task.version !== 1 && stateDigest(task) !== board.origins.get(each)?.asCame)
      failBlocked(taskId(each), "version", "has changed since it was imported")
  }
}

// --- internal ---

/** The maximum number of tasks that a redo restores one by one, because their edges are checked again. */
const mostBroughtBack = 1_000

/** What work in progress loses with its deletion. */
const laidDown: readonly (keyof TaskState)[] = [
  ...(["status", "assignee", "assigneeBefore", "reason", "askedBy", "backoffUntil", "startedAt"] as const),
]

function pick(state: TaskState, fields: readonly (keyof TaskState)[]): TaskState {
  return Object.fromEntries(fields.map((field) => [field, state[field]]))
}

/** A command may have changed the task before it deleted it: an undo of its creation and of an edit does so. */
function bringBack(
  board: Board,
  { n, before }: Effect & { what: "deleted" },
  { at }: DoneCommand,
): BoardEvent[] {
  const id = taskId(n)
  const { task } = board.trash.get(n) ?? failBlocked(id, "deleted", "is no longer in the trash")
  const restored = restoreEvents(board, id)
  const kept = before.status === "doing" ? laidDown : []
  const fields = pick(
    before,
    stateFields.filter(
      (each) => !kept.includes(each) && JSON.stringify(valueOf(task, each)) !== JSON.stringify(before[each]),
    ),
  )
  if (!isClosed(withState(task, fields))) requireNoneBegun(board, task, at)
  if (Object.keys(fields).length === 0) return restored
  requireNoCircle(board, task, fields)
  return [...restored, { type: "task.put_back", task: id, fields }]
}

function putBack(
  board: Board,
  { n, before, after, took, at }: Effect & { what: "changed" } & Pick<DoneCommand, "at">,
  context: Deciding,
): BoardEvent[] {
  const task = requireThere(board, n)
  requireUnchanged(task, after)
  const id = taskId(n)
  const isHandedOver = "status" in after || "assignee" in after || took !== null
  if (isHandedOver && task.lease?.state === "held")
    failBlocked(id, "lease", `has since been claimed by ${task.lease.agent}`)
  if (isClosed(task) && !isClosed(withState(task, before))) requireNoneBegun(board, task, at)
  requirePossible(task, before, at, context)
  // The task may have been given back or handed over since. Only its current worker has a lease.
  const { status = task.status, assignee = task.assignee } = before
  const isTheirs = took !== null && status === "doing" && isSameName(assignee, took)
  const offer = isTheirs ? { offer: { agent: took, ...leaseTerms(task, undefined, context) } } : {}
  return [{ type: "task.put_back", task: id, fields: before, ...offer }]
}

/**
 * The tasks that it added are moved to the trash in one event, however many there are; changed values are restored task
 * by task.
 */
function takeBackImport(board: Board, n: number, command: DoneCommand, context: Deciding): BoardEvent[] {
  const record = board.imports.get(n) ?? fail("internal", `I-${n} has a record.`)
  const [first] = board.importedBy(n)?.values() ?? []
  if (record.changes === null)
    failBlocked(
      taskId(first ?? 0),
      "size",
      "came with an import too large to undo: it changed more than 1 MiB",
    )
  requireImportUntouched(board, n)
  const back = record.changes.flatMap((change) =>
    putBack(board, { what: "changed", took: null, at: command.at, ...change }, context),
  )
  const [circle] = changesInCircles(board, record.changes, context)
  if (circle) failCircle(circle.n, circle.before)
  return [...back, { type: "import.taken_back", import: `I-${n}`, until: context.now + trashLifetimeMs }]
}

function bringBackImport(board: Board, n: number): BoardEvent[] {
  const back = [...(board.importedBy(n)?.values() ?? [])].filter(
    (task) => board.trash.get(task) !== undefined,
  )
  if (back.length > mostBroughtBack)
    failBlocked(
      taskId(back[0] ?? 0),
      "size",
      `is one of ${back.length} tasks from an import, too many to restore at once: import them again, or restore only some`,
    )
  return back.flatMap((task) => restoreEvents(board, taskId(task)))
}

/** A name that nobody has used and that no task names any more. */
function forgetName(board: Board, key: string): BoardEvent[] {
  const agent = board.agents.get(key)
  if (!agent?.named) return []
  for (const { assignee, fields } of board.tasks.values())
    if ([...agentsIn(fields), assignee].some((name) => isSameName(name, key))) return []
  return [{ type: "agent.deleted", agent: agent.name }]
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
      detail: `The pause for ${name ?? "the team"} has since been changed.`,
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

/** A review request is not restored if the task no longer waits for that review. */
function unreadAgain(board: Board, { agent, notices }: Effect & { what: "read" }): BoardEvent[] {
  const isDue = ({ kind, task: n, at }: Notice) => {
    const task = board.tasks.get(n)
    if (kind !== "review_requested") return true
    return task?.status === "review" && isSameName(task.fields.reviewer, agent) && task.since <= at
  }
  const unread = notices.filter(isDue)
  return unread.length === 0 ? [] : [{ type: "inbox.put_back", agent, notices: unread }]
}

/** Only these notices: others may have come since. */
function readAgain({ agent, notices }: Effect & { what: "unread" }): BoardEvent[] {
  const last = new Map<number, number>()
  for (const { task, seq } of notices) last.set(task, Math.max(seq, last.get(task) ?? 0))
  return [...last].map(([task, seq]) => ({ type: "inbox.acked", agent, seq, about: taskId(task) }))
}
