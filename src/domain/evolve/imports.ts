import type { Board } from "../board/board.ts"
import type { TaskState } from "../board/undo/done-commands.ts"
import type { EventMeta, EventOf } from "../events/index.ts"
import type { ChangedTask, ImportedTask } from "../events/import-fields.ts"
import type { importEvents } from "../events/imports.ts"
import type { ImportedChange, ImportRecord } from "../board/imports/import-records.ts"
import { saidIn, saidOf, trackedFields } from "../board/imports/import-said.ts"
import type { Task, TaskDraft } from "../board/records.ts"
import { assignState, changedFields, stateOf } from "../board/tasks/task-fields.ts"
import { copyTask, flat } from "../board/tasks/task-record.ts"
import { numberOf } from "../wire/names.ts"
import type { EventFolds } from "./fold.ts"
import { newTask } from "./new-task.ts"
import { openToday, spentUntil } from "./tally.ts"
import { move, touch } from "./task-changes.ts"
import { layInTrash } from "./trash.ts"

export const importFolds: EventFolds<keyof typeof importEvents> = {
  "import.begun": (board, event, meta) => {
    const n = numberOf(event.import)
    board.count({ import: n })
    board.imports.put(begin(n, event, meta))
  },
  "board.imported": foldPart,
  "import.ended": (board, event, { at }) => {
    const record = board.imports.get(numberOf(event.import))
    if (record) board.imports.put({ ...record, state: "ended", endedAt: at })
  },
  "import.aborted": takeBack,
  "import.taken_back": takeBack,
}

// --- internal ---

/** What an import records about the tasks that it changes, so that an undo can restore them. */
const mostBytes = 1024 * 1024

function begin(
  n: number,
  { kind, name, origin }: EventOf<"import.begun">,
  { at, actor }: EventMeta,
): ImportRecord {
  return {
    ...(origin !== undefined && { origin }),
    ...{ n, kind, name, by: actor, at, heardAt: at, state: "open", endedAt: null },
    ...{ added: 0, changed: 0, changes: [], bytes: 2 },
  }
}

function foldPart(
  board: Board,
  { import: id, tasks, changes }: EventOf<"board.imported">,
  meta: EventMeta,
): void {
  openToday(board, meta.at)
  const n = numberOf(id)
  const record = board.imports.get(n)
  for (const task of tasks) addImported(board, n, task, meta)
  const adopted = changes.flatMap(({ task, source }) => {
    const before = source === undefined ? undefined : board.origins.get(numberOf(task))
    return before ? [{ n: before.n, source: before.source }] : []
  })
  const changed = changes.flatMap((change) => changeImported(board, n, change, meta) ?? [])
  if (!record) return
  const part = withPart(record, tasks.length, changed, meta.at)
  board.imports.put(adopted.length > 0 ? { ...part, adopted: [...(record.adopted ?? []), ...adopted] } : part)
}

/** No day counts it: it was made elsewhere. */
function addImported(board: Board, n: number, imported: ImportedTask, { at, seq, via }: EventMeta): void {
  const { task: id, source, fields, status, reason, checks, createdAt } = imported
  const task = copyTask(newTask({ type: "task.created", task: id, fields, status, reason }, createdAt, seq))
  task.updatedAt = imported.updatedAt
  task.startedAt = imported.startedAt
  task.finishedAt = imported.finishedAt
  task.summary = imported.summary
  if (checks.length > 0) task.checks = checks
  if (status === "review") task.doneBy = task.assignee
  task.since = at
  board.count({ task: task.n })
  const other = board.bySource(source)
  if (other) board.origins.put({ ...other, isGone: true })
  board.origins.put({ n: task.n, source, import: n, isGone: false, said: saidOf(flat(task)) })
  // The names that the origin gives are not accounts.
  if (via !== undefined) board.ownership.put({ n: task.n, maker: via, workers: [] })
  board.tasks.put(task)
  addSaid(board, task.n, imported)
}

/** @returns the change to a task that another import has added, if there is one */
function changeImported(
  board: Board,
  n: number,
  change: ChangedTask,
  { at, seq, actor }: EventMeta,
): ImportedChange | undefined {
  const { fields, said, source } = change
  const origin = board.origins.get(numberOf(change.task))
  const before = board.tasks.get(numberOf(change.task))
  if (!before) return undefined
  if (origin)
    board.origins.put({
      ...origin,
      said: { ...origin.said, ...said },
      ...(source !== undefined && { source, isGone: false }),
    })
  const isOwn = origin?.import === n
  const isChanged = Object.keys(fields).length > 0
  touch(board, change.task, (task) => {
    task.lastEvent = seq
    if (!isChanged) return
    if (!isOwn) {
      task.version += 1
      task.updatedAt = at
    }
    apply(task, before, fields, { at, actor })
  })
  addSaid(board, before.n, change)
  const after = board.tasks.get(before.n)
  return isOwn || !isChanged || !after ? undefined : { n: before.n, ...differences(before, after) }
}

function apply(
  task: TaskDraft,
  before: Task,
  fields: ChangedTask["fields"],
  { at, actor }: { at: number; actor: string },
): void {
  if (fields.status !== undefined && fields.status !== before.status) {
    move(task, fields.status, at)
    task.since = at
    task.spent = spentUntil(before, at)
    if (fields.status === "blocked") task.askedBy = actor
  }
  assignState(task, fields)
  if (fields.status === "review") task.doneBy = task.assignee
}

function addSaid(
  board: Board,
  task: number,
  { comments = [], reflections = [] }: Pick<ImportedTask, "comments" | "reflections">,
): void {
  for (const { comment, author, content, at } of comments) {
    const n = numberOf(comment)
    board.count({ comment: n })
    board.comments.put({ n, task, author, content, createdAt: at, isImported: true })
  }
  for (const { reflection, agent, content, at } of reflections) {
    const n = numberOf(reflection)
    board.count({ reflection: n })
    board.reflections.put({ n, task, agent, content, createdAt: at, isImported: true })
  }
}

function differences(before: Task, after: Task): { before: TaskState; after: TaskState } {
  const fields = changedFields(before, after)
  return { before: stateOf(before, fields), after: stateOf(after, fields) }
}

function withPart(
  record: ImportRecord,
  added: number,
  changed: readonly ImportedChange[],
  at: number,
): ImportRecord {
  const all = new Map(record.changes?.map((change) => [change.n, change]))
  let fresh = 0
  for (const { n, before, after } of changed) {
    const known = all.get(n)
    if (!known) fresh++
    all.set(n, { n, before: { ...before, ...known?.before }, after: { ...known?.after, ...after } })
  }
  const changes = changed.length === 0 ? record.changes : [...all.values()]
  const bytes = changed.length === 0 ? record.bytes : JSON.stringify(changes).length
  const isTooLarge = record.changes === null || bytes > mostBytes
  return {
    ...record,
    heardAt: at,
    added: record.added + added,
    changed: record.changed + fresh,
    changes: isTooLarge ? null : changes,
    bytes: isTooLarge ? 0 : bytes,
  }
}

/**
 * Moves the tasks that an import has added to the trash. The history of each task stays unchanged, because the import
 * records the move.
 */
function takeBack(
  board: Board,
  { import: id, until }: EventOf<"import.aborted" | "import.taken_back">,
  meta: EventMeta,
): void {
  const n = numberOf(id)
  const record = board.imports.get(n)
  openToday(board, meta.at)
  for (const task of [...(board.importedBy(n)?.values() ?? [])]) {
    const origin = board.origins.get(task)
    if (origin) board.origins.put({ ...origin, isGone: true })
    const lastEvent = board.tasks.get(task)?.lastEvent
    if (lastEvent !== undefined) layInTrash(board, task, { until, lastEvent }, meta)
  }
  for (const change of record?.changes ?? []) saidAsBefore(board, change)
  for (const { n: task, source } of record?.adopted ?? []) {
    const origin = board.origins.get(task)
    if (origin && !board.bySource(source)) board.origins.put({ ...origin, source })
  }
  if (record) board.imports.put({ ...record, state: "taken_back", endedAt: meta.at, changes: [], bytes: 0 })
}

/**
 * Resets the origin's recorded values of the fields that an import changed, so that importing the same file applies
 * them again.
 */
function saidAsBefore(board: Board, { n, before, after }: ImportedChange): void {
  const [origin, task] = [board.origins.get(n), board.tasks.get(n)]
  if (!origin || !task) return
  const [then, since] = [flat(task, before), flat(task, after)]
  const fields = trackedFields.filter((field) => saidIn(then, field) !== saidIn(since, field))
  const said = Object.fromEntries(fields.map((field) => [field, saidIn(then, field)]))
  board.origins.put({ ...origin, said: { ...origin.said, ...said } })
}
