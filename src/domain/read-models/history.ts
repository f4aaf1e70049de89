import { createAttempts } from "./attempts.ts"
import { createBoard, type Board } from "../board/board.ts"
import { type BoardEvent, eventKinds, type EventOf, type TaskFields } from "../events/index.ts"
import type { EventKind } from "../events/kind.ts"
import { excerpt, ownWords } from "../wire/excerpt.ts"
import { evolve } from "../evolve/evolve.ts"
import type { AttemptView, HistoryEntry } from "../wire/tasks/history-schemas.ts"
import { numberOf, unassigned } from "../wire/names.ts"
import type { Task } from "../board/records.ts"
import { iso } from "../wire/time.ts"
import { subjectsOf, type PastEvent } from "../board/trail.ts"
import { emptyOf, recordName, taskFieldNames, type TaskField } from "../wire/task-table.ts"
import type { TaskView } from "../wire/tasks/view-schemas.ts"
import { viewRecord } from "./task-view.ts"

/** A task's history as responses show it. Both lists have the newest entry first. */
export interface TaskHistory {
  readonly entries: readonly HistoryEntry[]
  readonly attempts: readonly AttemptView[]
}

/**
 * Folds the events of one task again, on a separate board, to find what each event changed. Old commands have no links,
 * so the beginning of an old task may be unknown; a field is then shown as null before its first change.
 */
export function historyOf(trail: readonly PastEvent[]): TaskHistory {
  const board = createBoard()
  const attempts = createAttempts()
  const entries: HistoryEntry[] = []
  const isWhole = trail[0] !== undefined && brings(trail[0].event)
  let shown = trail[0] && !isWhole ? show(board, beginUnknown(board, trail[0])) : nothing
  const unknown = new Set(isWhole ? [] : Object.keys(shown))

  for (const past of trail) {
    const before = taskOf(board, past.event)
    evolve(board, past.event, past.meta)
    const task = taskOf(board, past.event) ?? before
    if (!task) continue
    const now = show(board, task)
    const changes = differences(shown, now).map((change) =>
      unknown.delete(change.field) ? { ...change, from: null } : change,
    )
    entries.push(toEntry(past, changes))
    attempts.add(past, task)
    shown = now
  }
  return { entries: entries.reverse(), attempts: attempts.list() }
}

// --- internal ---

type ShownFields = Readonly<Record<string, unknown>>

/** The fields of a task before it is created. A field that is not named here is null. */
const nothing: ShownFields = {
  ...empty((field) => field),
  ...{ priority: null, project: null, criteriaChecks: null },
  assignee: unassigned,
  attempts: 0,
  expiries: 0,
}

/** Response fields that history leaves out: they are derived from others or never change. */
const derived: readonly (keyof TaskView)[] = [
  "id",
  "createdBy",
  "criteria",
  "criteriaCount",
  "criteriaMet",
  "checkStates",
  "etaMs",
  "waitsFor",
  "blocks",
  "children",
  "ready",
  "taken",
  "backoffUntil",
  "lease",
  "changesRequested",
  "silentAt",
  "commentCount",
  "question",
  "attachmentCount",
  "work",
  "createdAt",
  "updatedAt",
  "startedAt",
  "attemptStartedAt",
  "finishedAt",
  "version",
]

/** All fields of a task of which nothing is known. */
function empty(nameOf: (field: TaskField) => string): Record<string, unknown> {
  return Object.fromEntries(taskFieldNames.map((field) => [nameOf(field), emptyOf(field)]))
}

function show(board: Board, task: Task): ShownFields {
  const entries = Object.entries(viewRecord(board, task))
  return Object.fromEntries(entries.filter(([field]) => !derived.includes(field as keyof TaskView)))
}

function differences(before: ShownFields, now: ShownFields): HistoryEntry["changes"] {
  return Object.entries(now)
    .map(([field, to]) => ({ field, from: before[field] ?? null, to: to ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

function toEntry({ event, meta }: PastEvent, changes: HistoryEntry["changes"]): HistoryEntry {
  const { seq, at, actor, via } = meta
  const { said: say }: EventKind = eventKinds[event.type]
  const said = say?.(event) ?? null
  return {
    seq,
    at: iso(at),
    actor,
    ...(via !== undefined && { via }),
    type: event.type,
    changes: event.type === "task.checked" ? [checked(event)] : changes,
    ...(event.type === "task.commented" && { comment: event.comment, ...kindOf(event) }),
    ...("attachment" in event && { attachment: event.attachment }),
    ...(said !== null && { detail: excerpt(ownWords(said)) }),
  }
}

function kindOf({ ask, answers }: EventOf<"task.commented">): Pick<HistoryEntry, "kind"> {
  return ask ? { kind: "question" } : answers === undefined ? {} : { kind: "answer" }
}

/** The change of one criterion: it was checked off or unchecked. */
function checked(event: EventOf<"task.checked">): HistoryEntry["changes"][number] {
  const { criterion, checked: isMet } = event
  return { field: "criteria", from: isMet ? null : criterion, to: isMet ? criterion : null }
}

/** Whether the task's history begins with this event, which is about one task. */
function brings(event: BoardEvent): boolean {
  return event.type === "task.created" || (event.type === "board.imported" && event.tasks.length > 0)
}

function taskOf(board: Board, event: BoardEvent): Task | undefined {
  const [id] = subjectsOf(event)
  return id === undefined ? undefined : board.tasks.get(numberOf(id))
}

/** Creates a task with unknown fields, so that its remaining events can be folded onto it. */
function beginUnknown(board: Board, { event, meta }: PastEvent): Task {
  const [task = ""] = subjectsOf(event)
  const fields = { ...empty(recordName), title: "", createdBy: "", project: "" } as TaskFields
  evolve(board, { type: "task.created", task, fields, status: "todo", reason: null }, meta)
  const begun = board.tasks.get(numberOf(task))
  if (!begun) throw new Error(`${task} is the id of a task`)
  return begun
}
