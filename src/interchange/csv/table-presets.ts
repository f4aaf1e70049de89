import type { CsvPreset } from "./preset.ts"

/** The tables that tools write, with which nothing else is to be done than to know their columns. */

/** A section is a status where its name is one, else a tag. */
export const asana: CsvPreset = {
  kind: "csv",
  needs: ["task id|completed at|name|section/column"],
  columns: {
    id: "task id",
    title: "name",
    description: "notes",
    section: "section/column",
    priority: "priority",
    assignee: "assignee|assignee email",
    tags: "tags",
    project: "projects",
    notBefore: "start date",
    dueAt: "due date",
    createdAt: "created at",
    updatedAt: "last modified",
    finishedAt: "completed at",
    parent: "parent task",
    blockedBy: "blocked by (dependencies)",
    blocks: "blocking (dependencies)",
  },
}

/** Microsoft Planner: its sheet, saved as CSV. */
export const planner: CsvPreset = {
  kind: "csv",
  needs: ["task name|bucket name|progress"],
  columns: {
    id: "task id",
    title: "task name",
    description: "description|notes",
    status: "progress",
    priority: "priority",
    assignees: "assigned to",
    tags: "labels",
    tag: "bucket name",
    createdBy: "created by",
    notBefore: "start date",
    dueAt: "due date",
    createdAt: "created date",
    finishedAt: "completed date",
    criteria: "checklist items",
  },
  hasCriteriaInLine: true,
  isByTitle: true,
}

/** Its backup. Folders, repeats, reminders and time zones are kept aside. */
export const tickTick: CsvPreset = {
  kind: "csv",
  needs: ["list name|title|content|priority|status"],
  columns: {
    id: "task id",
    title: "title",
    description: "content",
    status: "status",
    priority: "priority",
    tags: "tags",
    project: "list name",
    notBefore: "start date",
    dueAt: "due date",
    createdAt: "created time",
    finishedAt: "completed time",
    parent: "parent id",
  },
  priorities: { 0: null, 1: "P3", 3: "P2", 5: "P1" },
  statuses: { 0: "todo", 1: "done", 2: "done" },
  isByTitle: true,
}

/** Times in words, checklists, time spent and all else are kept aside. */
export const clickUp: CsvPreset = {
  kind: "csv",
  needs: ["task id|task name|task content|status"],
  columns: {
    id: "task id",
    alias: "task custom id",
    title: "task name",
    description: "task content",
    status: "status",
    priority: "priority",
    assignees: "assignees",
    tags: "tags",
    project: "list name",
    notBefore: "start date|start date text",
    dueAt: "due date|due date text",
    createdAt: "date created|date created text",
    updatedAt: "date updated|date updated text",
    finishedAt: "date done|date closed|date done text|date closed text",
    parent: "parent id",
    comments: "comments",
  },
  priorities: { 1: "P0", 2: "P1", 3: "P2", 4: "P3" },
}
