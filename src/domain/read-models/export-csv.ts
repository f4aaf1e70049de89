import { toCell } from "../wire/csv-cell.ts"
import type { StoredTask } from "../wire/export-schema.ts"
import { saidOf, storedTask, type ExportMoment } from "./export-moment.ts"

/** A row of names, then one task a row. `docs/export.md` lists the columns. */
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

/** A name that holds what divides names makes the cell a list in JSON. */
const names = (list: readonly string[]) =>
  list.some((name) => /[,;]|^\[/.test(name)) ? JSON.stringify(list) : list.join(", ")
const lines = (list: readonly string[]) => list.join("\n")

/** By name, in the order of the file. Names stand behind commas, since they may hold a space; sentences each on its line. */
const columns: Readonly<Record<string, CellOf>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  status: ({ status }) => status,
  priority: ({ priority }) => priority,
  project: ({ project }) => project,
  assignee: ({ assignee }) => (assignee === "unassigned" ? "" : assignee),
  reviewer: ({ reviewer }) => reviewer,
  createdBy: ({ createdBy }) => createdBy,
  tags: ({ tags }) => names(tags),
  description: ({ description }) => description,
  done_criteria: ({ criteria = [] }) => lines(criteria.map(({ text }) => text)),
  met: ({ criteria = [] }) => lines(criteria.flatMap(({ text, check }) => (check ? [text] : []))),
  checks: ({ checks }) => names(checks),
  eta: ({ eta }) => eta,
  notBefore: ({ notBefore }) => notBefore,
  dueAt: ({ dueAt }) => dueAt,
  blockedBy: ({ blockedBy }) => names(blockedBy),
  parent: ({ parent }) => parent,
  discoveredFrom: ({ discoveredFrom }) => discoveredFrom,
  resources: ({ resources }) => names(resources),
  skills: ({ skills }) => names(skills),
  escalation: ({ escalation }) => names(escalation),
  reason: ({ reason }) => reason,
  summary: ({ summary }) => summary,
  metadata: ({ metadata = {} }) => (Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : ""),
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
  startedAt: ({ startedAt }) => startedAt,
  finishedAt: ({ finishedAt }) => finishedAt,
}

function toRow(cells: readonly string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`
}
