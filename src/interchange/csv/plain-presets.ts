import { taskFieldNames } from "../../domain/wire/task-table.ts"
import { type CsvPreset, isCsvField } from "./preset.ts"

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

/** Any other: a row of names, of which one is a title. */
export const plain: CsvPreset = {
  kind: "csv",
  needs: ["title", "name", "summary", "task", "subject", "task name", "card name", "issue title", "content"],
  columns: {
    id: "id|key|issue key|issue id|task id|ticket|number|#",
    title: "title|name|task name|card name|task|summary|subject|issue title|content",
    description: "description|details|body|notes|card description",
    status: "status|state|stage|column|list|list name|task status|completion status",
    done: "done|is done|is_done|is completed|is_completed|complete|is complete|finished|checked|progress|% complete|percent complete|% done|completed?",
    priority: "priority|urgency",
    assignee: "assignee|assigned to|owner|responsible",
    assignees: "assignees|members",
    tags: "tags|labels|tag|label",
    tag: "type|issue type",
    project: "project|project name|board name",
    reviewer: "reviewer",
    criteria: "done_criteria|done criteria|acceptance criteria|acceptance_criteria|criteria",
    eta: "eta|estimate|duration",
    notBefore: "notbefore|not before|start date|defer until",
    dueAt: "dueat|due at|due date|due|deadline",
    createdBy: "createdby|created by|creator|reporter|author",
    createdAt: "createdat|created at|created|date created",
    updatedAt: "updatedat|updated at|updated|last modified",
    startedAt: "startedat|started at|started",
    finishedAt: "finishedat|finished at|completed at|completed|closed at|closed|resolved|date completed",
    blockedBy: "blockedby|blocked by|depends on|dependencies|blocked by (dependencies)",
    blocks: "blocks|blocking",
    parent: "parent|parent id|parent task|parent issue",
    discoveredFrom: "discoveredfrom|discovered from",
    reason: "reason",
  },
  isByTitle: true,
}
