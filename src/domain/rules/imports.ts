import { flat } from "../board/tasks/task-record.ts"
import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import type { ChangedTask, ImportedTask } from "../events/import-fields.ts"
import type { ImportRecord } from "../board/imports/import-records.ts"
import { trackedFields, type TrackedField } from "../board/imports/import-said.ts"
import type { Context } from "../context.ts"
import { evolveForNow } from "../evolve/evolve.ts"
import type { ImportLinks, ImportTask } from "../wire/imports/import-schemas.ts"
import { numberOf, taskId } from "../wire/names.ts"
import { asTracked, changeOf, isChange } from "./import-changes.ts"
import { importedTask, saidThere, type NextNumbers } from "./imported-task.ts"
import { originOf } from "./import-origin.ts"
import { resolveLinks, type DroppedLink } from "./import-links.ts"

/** One part of an import: tasks, or the edges of existing tasks. */
interface ImportPart {
  readonly tasks: readonly ImportTask[]
  readonly links: readonly ImportLinks[]
  /** The project of new tasks that name none. */
  readonly project?: string | undefined
}

/** The result of a part in addition to its events. Anything not named here is imported unchanged. */
export interface PartReport {
  readonly added: number
  /** The ids of the new tasks. */
  readonly ids: readonly string[]
  /** Tasks of which nothing changes here, not counting those of `links`. */
  readonly unchanged: number
  /** Tasks that were there before the import began. */
  readonly changed: readonly FieldsOf[]
  /** Fields that the origin has changed and that had already been changed here: they keep their values. */
  readonly kept: readonly FieldsOf[]
  /** They were deleted here, and stay so. */
  readonly deleted: readonly TaskOf[]
  /** Tasks that were known without their repository and are known with it from now on. */
  readonly adopted: readonly TaskOf[]
  /** New tasks whose id another task has; the other task stays unchanged. */
  readonly separate: readonly TaskOf[]
  /** Sources that occurred earlier in the same part: the first occurrence counts. */
  readonly repeated: readonly string[]
  readonly dropped: readonly DroppedLink[]
}

interface TaskOf {
  readonly source: string
  readonly task: string
}

interface FieldsOf extends TaskOf {
  readonly changes: readonly string[]
}

export function requireImport(board: Board, id: string): ImportRecord {
  return (
    board.imports.get(numberOf(id)) ??
    fail("import_not_found", { detail: `There is no import ${id}.`, facts: { import: id } })
  )
}

/**
 * Begins an import, or continues the import with the same name and origin that has not ended.
 * @throws import_open while there is another import
 */
export function beginEvents(
  board: Board,
  { kind, name, ...from }: Pick<ImportRecord, "kind" | "name" | "origin">,
): BoardEvent[] {
  const open = board.openImport()
  if (!open) return [{ type: "import.begun", import: `I-${board.counters.import + 1}`, kind, name, ...from }]
  const isSame = open.origin === undefined || open.origin === from.origin
  if (open.kind === kind && open.name === name && isSame) return []
  const of = open.origin === undefined ? "" : ` of ${open.origin}`
  fail("import_open", {
    detail: `I-${open.n} (${open.kind}, ${open.name}${of}) has not ended. Only one import can be open at a time.`,
    facts: { import: `I-${open.n}`, name: open.name },
  })
}

/**
 * The result of a part. A task whose source is known changes if the origin has another value than before and the field
 * has not been changed here since.
 * @param id undefined: only a preview
 * @throws import_not_open if anything would change
 */
export function partEvents(
  board: Board,
  id: string | undefined,
  { links, ...named }: ImportPart,
  context: Pick<Context, "now" | "actor">,
): { events: BoardEvent[]; told: PartReport } {
  const n = id === undefined ? board.counters.import + 1 : numberOf(id)
  const part = readTasks(board, n, named, context)
  const linked = readLinks(board, n, links, context)
  const changes = [...part.changes, ...linked.changes]
  const told = { ...part.told, ...mergeTold(part.told, linked), dropped: linked.dropped }
  if (part.added.length + changes.length === 0) return { events: [], told }
  if (id !== undefined) requireOpen(board, id)
  return { events: [{ type: "board.imported", import: `I-${n}`, tasks: part.added, changes }], told }
}

/** @throws import_not_open where it was taken back */
export function endEvents(board: Board, id: string): BoardEvent[] {
  const record = requireImport(board, id)
  if (record.state === "ended") return []
  requireOpen(board, id)
  return [{ type: "import.ended", import: id }]
}

// --- internal ---

/** @throws import_not_open */
function requireOpen(board: Board, id: string): void {
  const { state } = requireImport(board, id)
  if (state === "open") return
  const how = state === "ended" ? "has ended" : "was undone"
  fail("import_not_open", { detail: `${id} ${how}; nothing can be added to it.`, facts: { import: id } })
}

function readTasks(
  board: Board,
  n: number,
  { tasks, project }: Pick<ImportPart, "tasks" | "project">,
  context: Pick<Context, "now" | "actor">,
): { added: ImportedTask[]; changes: ChangedTask[]; told: PartReport } {
  const { counters } = board
  const next: NextNumbers = { comment: counters.comment, reflection: counters.reflection }
  const added: ImportedTask[] = []
  const changes: ChangedTask[] = []
  const told = {
    changed: [] as FieldsOf[],
    kept: [] as FieldsOf[],
    deleted: [] as TaskOf[],
    adopted: [] as TaskOf[],
    separate: [] as TaskOf[],
  }
  const seen = new Set<string>()
  const adopted = new Set<string>()
  const repeated: string[] = []
  let unchanged = 0
  for (const item of tasks) {
    const { source } = item
    if (seen.has(source)) {
      repeated.push(source)
      continue
    }
    seen.add(source)
    const { origin, other } = originOf(board, item, adopted, context.now)
    const there = origin && board.tasks.get(origin.n)
    if (other) told.separate.push({ source, task: taskId(other.n) })
    if (!origin) {
      const fresh = { ...item, project: item.project ?? project }
      const task = importedTask(board, fresh, counters.task + 1 + added.length, context)
      added.push({ ...task, ...saidThere(board, numberOf(task.task), item, next, context.now) })
      continue
    }
    if (!there) {
      told.deleted.push({ source, task: taskId(origin.n) })
      continue
    }
    const said = asTracked(importedTask(board, item, origin.n, context))
    const isAdopted = origin.source !== source
    if (isAdopted) {
      adopted.add(origin.source)
      told.adopted.push({ source, task: taskId(origin.n) })
    }
    const change = {
      ...(isAdopted && { source }),
      // Tasks that do not name a project get the caller's default project, about which the origin says nothing.
      ...changeOf(there, origin, said, item.project == null ? withoutProject : taskFields),
      ...saidThere(board, origin.n, item, next, context.now),
    }
    if (origin.import !== n) tell(told, source, change)
    if (isChange(change)) changes.push(change)
    // A value that somebody here has changed in the same way is noted, and changes nothing.
    if (namesOf(change).length === 0 && !change.kept) unchanged++
  }
  return {
    added,
    changes,
    told: {
      ...told,
      added: added.length,
      ids: added.map(({ task }) => task),
      unchanged,
      repeated,
      dropped: [],
    },
  }
}

/** Each task is linked temporarily, because later tasks may close a cycle with it. */
function readLinks(
  board: Board,
  n: number,
  links: readonly ImportLinks[],
  context: Pick<Context, "now" | "actor">,
) {
  const changes: ChangedTask[] = []
  const dropped: DroppedLink[] = []
  const told = { changed: [] as FieldsOf[], kept: [] as FieldsOf[] }
  evolveForNow(board, context, (fold) => {
    for (const each of links) {
      const origin = board.bySource(each.source)
      const task = origin && board.tasks.get(origin.n)
      if (!task) continue
      const resolved = resolveLinks(board, task, each)
      dropped.push(...resolved.dropped)
      const change = changeOf(task, origin, flat(task, resolved.links), edgeFields)
      if (origin.import !== n) tell(told, each.source, change)
      if (!isChange(change)) continue
      changes.push(change)
      fold({ type: "board.imported", import: `I-${n}`, tasks: [], changes: [change] })
    }
  })
  return { changes, dropped, ...told }
}

const edgeFields = ["blockedBy", "parent", "discoveredFrom"] as const satisfies readonly TrackedField[]
const taskFields = trackedFields.filter((field) => !edgeFields.some((edge) => edge === field))
const withoutProject = taskFields.filter((field) => field !== "project")

function tell(told: { changed: FieldsOf[]; kept: FieldsOf[] }, source: string, change: ChangedTask): void {
  const { task, kept } = change
  const names = namesOf(change)
  if (names.length > 0) told.changed.push({ source, task, changes: names })
  if (kept) told.kept.push({ source, task, changes: kept })
}

/** What changes of a task here. */
function namesOf({ fields, comments, reflections }: ChangedTask): string[] {
  return [
    ...Object.keys(fields).filter((field) => trackedFields.some((each) => each === field)),
    ...(comments ? ["comments"] : []),
    ...(reflections ? ["reflections"] : []),
  ]
}

function mergeTold(
  a: Pick<PartReport, "changed" | "kept">,
  b: Pick<PartReport, "changed" | "kept">,
): Pick<PartReport, "changed" | "kept"> {
  return { changed: [...a.changed, ...b.changed], kept: [...a.kept, ...b.kept] }
}
