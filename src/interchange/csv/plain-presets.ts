import { taskFieldNames } from "../../domain/wire/task-table.ts"
import { type CsvField, type CsvPreset, isCsvField } from "./preset.ts"
import { jira } from "./tool-presets.ts"

/** CSV files of no other tool. */

/** Upnext's own, where `summary` is what was done. */
export const own: CsvPreset = {
  kind: "csv",
  needs: ["id|title|status|done_criteria|blockedby|discoveredfrom"],
  columns: {
    ...Object.fromEntries(taskFieldNames.filter(isCsvField).map((field) => [field, field.toLowerCase()])),
    criteria: "done_criteria",
    id: "id",
    status: "status",
    createdBy: "createdby",
    met: "met",
    reason: "reason",
    summary: "summary",
    createdAt: "createdat",
    updatedAt: "updatedat",
    startedAt: "startedat",
    finishedAt: "finishedat",
  },
  hasBareCriteria: true,
  leftBehind: "comments",
}

/** In English, and what Spanish, German, French and Portuguese tables call it where Jira does not. */
const names: CsvPreset["columns"] = {
  id: "id|key|issue key|issue id|task id|card id|ticket|number|#",
  title:
    "title|name|task name|card name|task|summary|subject|issue title|título|titel|titre|tarea|aufgabe|tâche|tarefa|asunto|betreff|assunto|nombre|nome|content",
  description: "description|details|body|notes|card description|notas|notizen",
  status: "status|state|stage|column|list|list name|task status|completion status|statut|situação",
  done: "done|is done|is completed|complete|is complete|finished|checked|due complete|progress|% complete|percent complete|% done|completed?",
  archived: "archived|is archived",
  priority: "priority|urgency",
  assignee: "assignee|assigned to|owner|responsible|asignado a|zugewiesen an|zuständig|assigné à",
  assignees: "assignees|members",
  tags: "tags|labels|tag|label",
  tag: "type|issue type",
  project: "project|project name|board name|proyecto|projekt|projet|projeto",
  reviewer: "reviewer",
  criteria: "done criteria|acceptance criteria|criteria",
  eta: "eta|estimate|duration",
  notBefore: "not before|start date|defer until",
  dueAt: "due at|due date|due|deadline|fecha límite|fällig|échéance|prazo",
  createdBy: "created by|creator|reporter|author",
  createdAt: "created at|created|date created|created date|created on|created time|creation date",
  updatedAt: "updated at|updated|last modified|date updated|updated date|last updated|modified",
  startedAt: "started at|started",
  finishedAt:
    "finished at|completed at|completed|closed at|closed|resolved|date completed|completed date|completed on|completion date|date closed|closed date",
  blockedBy: "blocked by|depends on|dependencies|blocked by (dependencies)",
  blocks: "blocks|blocking",
  parent: "parent|parent id|parent task|parent issue|parent key",
  discoveredFrom: "discovered from",
  reason: "reason",
}

/** Any other: a row of names, of which one is a title. */
export const plain: CsvPreset = {
  kind: "csv",
  needs: [
    ...["title", "name", "summary", "task", "subject", "task name", "card name", "issue title", "content"],
    ...["título", "titel", "titre", "tarea", "aufgabe", "tâche", "tarefa", "asunto", "betreff", "assunto"],
    ...["resumen", "zusammenfassung", "résumé", "resumo", "nombre", "nome"],
  ],
  columns: withNamesOf(jira, names),
  isByTitle: true,
}

// --- internal ---

/** The names of one preset, and those of another that are not among them. */
function withNamesOf(other: CsvPreset, own: CsvPreset["columns"]): CsvPreset["columns"] {
  const taken = new Set(Object.values(own).flatMap((list) => list.split("|")))
  const more = Object.entries(other.columns).map(([field, list]): [string, string] => [
    field,
    [own[field as CsvField], ...list.split("|").filter((name) => !taken.has(name))].filter(Boolean).join("|"),
  ])
  return { ...own, ...Object.fromEntries(more) }
}
