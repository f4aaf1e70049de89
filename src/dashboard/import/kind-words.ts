import type { ImportKind } from "../../domain/wire/imports/import-form.ts"

/** The name of a tool, and what its files call a task. */
export const kindWords: Readonly<Record<ImportKind, readonly [name: string, one: string, many: string]>> = {
  checklist: ["Plan or checklist", "box or heading", "boxes and headings"],
  csv: ["CSV", "row", "rows"],
  jira: ["Jira", "issue", "issues"],
  linear: ["Linear", "issue", "issues"],
  github: ["GitHub", "issue", "issues"],
  beads: ["beads", "issue", "issues"],
  backlog: ["Backlog.md", "task", "tasks"],
  "task-master": ["task-master", "task", "tasks"],
  todoist: ["Todoist", "row", "rows"],
  plane: ["Plane", "work item", "work items"],
  "vibe-kanban": ["vibe-kanban", "issue", "issues"],
  upnext: ["Upnext", "task", "tasks"],
}

/** `1 row`, `1,363 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}
