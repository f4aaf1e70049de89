import { toCell } from "../wire/exports/csv-cell.ts"
import type { StoredTask } from "../wire/exports/export-schema.ts"
import { isFilled, taskFieldNames, type TaskField } from "../wire/task-table.ts"
import { saidOf, storedTask, type ExportMoment } from "./export-moment.ts"

/** A row of names, then one row per task. `docs/export.md` describes the cells. */
export function* toCsv(moment: ExportMoment): Generator<string, void> {
  const { board, counters } = moment
  yield toRow([...Object.keys(columns), "comments"])
  for (const task of moment.tasks) {
    const stored = storedTask(moment, task)
    const cells = Object.values(columns).map((cell) => cell(stored) ?? "")
    yield toRow([...cells, String(saidOf(board.commentsOf, task, counters.comment).length)])
  }
}

// --- internal ---

type CellOf = (task: StoredTask) => string | null | undefined

/** If a name contains a separator, the cell is a JSON list. */
const names = (list: readonly string[]) =>
  list.some((name) => /[,;]|^\[/.test(name)) ? JSON.stringify(list) : list.join(", ")
const lines = (list: readonly string[]) => list.join("\n")

/** Fields whose column is not simply their value, and the additional columns next to a field. */
const own: Partial<Record<TaskField, Readonly<Record<string, CellOf>>>> = {
  title: { title: ({ title }) => title, status: ({ status }) => status },
  assignee: { assignee: ({ assignee }) => (assignee === "unassigned" ? "" : assignee) },
  reviewer: { reviewer: ({ reviewer }) => reviewer, createdBy: ({ createdBy }) => createdBy },
  done_criteria: {
    done_criteria: ({ criteria = [] }) => lines(criteria.map(({ text }) => text)),
    met: ({ criteria = [] }) => lines(criteria.flatMap(({ text, check }) => (check ? [text] : []))),
  },
  criteriaChecks: {},
  metadata: {
    reason: ({ reason }) => reason,
    summary: ({ summary }) => summary,
    metadata: ({ metadata = {} }) => (isFilled("metadata", metadata) ? JSON.stringify(metadata) : ""),
  },
}

/**
 * By name, in the order of the file. Names are separated by commas, because they may contain a space; sentences are
 * each on a line.
 */
const columns: Readonly<Record<string, CellOf>> = {
  id: ({ id }) => id,
  ...(Object.assign(
    {},
    ...taskFieldNames.map((field) => own[field] ?? { [field]: cellOf(field) }),
  ) as object),
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  startedAt: ({ startedAt }) => startedAt,
  finishedAt: ({ finishedAt }) => finishedAt,
}

function cellOf(field: TaskField): CellOf {
  return (task) => {
    const value = task[field]
    return Array.isArray(value) ? names(value) : (value as string | null | undefined)
  }
}

function toRow(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`
}
