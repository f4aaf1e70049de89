import type { CsvPreset } from "./preset.ts"

/** The CSV files that tools write. */

/** Mapped as it says; team, cycle, estimate in points and all else kept aside. */
export const linear: CsvPreset = {
  kind: "linear",
  needs: ["id|team|title|status|priority|creator|labels"],
  columns: {
    id: "id",
    alias: "uuid",
    title: "title",
    description: "description",
    status: "status",
    priority: "priority",
    project: "project",
    createdBy: "creator",
    assignee: "assignee",
    tags: "labels",
    createdAt: "created",
    updatedAt: "updated",
    startedAt: "started",
    finishedAt: "completed|canceled",
    dueAt: "due date",
    parent: "parent issue",
    blockedBy: "blocked by",
  },
}

/** Links of the type "Blocks" become edges; sprints, versions, worklogs, custom fields and all else are kept aside. */
export const jira: CsvPreset = {
  kind: "jira",
  needs: ["summary|issue key|status"],
  columns: {
    id: "issue key",
    alias: "issue id",
    title: "summary",
    description: "description",
    status: "status",
    statusGroup: "status category",
    resolution: "resolution",
    priority: "priority",
    tag: "issue type|component/s|components",
    tags: "labels",
    project: "project name|project key",
    assignee: "assignee",
    createdBy: "creator|reporter",
    createdAt: "created",
    updatedAt: "updated",
    finishedAt: "resolved|resolutiondate",
    dueAt: "due date|due",
    seconds: "original estimate",
    parent: "parent key|parent|parent id",
    comment: "comment",
    blockedBy: "inward issue link (blocks)",
    blocks: "outward issue link (blocks)",
    criteria: "custom field (acceptance criteria)|acceptance criteria",
  },
}

/** Sections are tags, notes comments of the task above, the indent tells the parent; dates in words are kept aside. */
export const todoist: CsvPreset = {
  kind: "todoist",
  needs: ["type|content|priority|indent"],
  columns: {
    rowType: "type",
    title: "content",
    description: "description",
    priority: "priority",
    indent: "indent",
    createdBy: "author",
    assignee: "responsible",
    dueAt: "deadline|date",
    minutes: "duration",
    unit: "duration_unit",
  },
  priorities: { 1: "P0", 2: "P1", 3: "P2", 4: "P3" },
  isByTitle: true,
  fileIsProject: true,
  hasLabelsInTitle: true,
  hasNumberedPeople: true,
}

/** Both forms of its exports. Cycles, modules, links, estimates and all else are kept aside. */
export const plane: CsvPreset = {
  kind: "plane",
  needs: ["project identifier|sequence id|name", "id|project|name|state|priority|created by"],
  columns: {
    id: "identifier|id",
    title: "name",
    description: "description",
    status: "state|state name",
    priority: "priority",
    project: "project|project name",
    createdBy: "created by|created by name",
    assignees: "assignees|assignee",
    tags: "labels",
    notBefore: "start date",
    dueAt: "target date",
    createdAt: "created at",
    updatedAt: "updated at",
    finishedAt: "completed at",
    parent: "parent",
    relations: "relations",
    comments: "comments",
  },
}

/** `issues.csv` of its export, and beside it `relationships.csv` and `comments.csv`. All else is left behind. */
export const vibeKanban: CsvPreset = {
  kind: "vibe-kanban",
  needs: ["issue id|title|status|project|assignee(s)|parent issue"],
  columns: {
    id: "issue id",
    title: "title",
    description: "description",
    status: "status",
    priority: "priority",
    project: "project",
    assignees: "assignee(s)",
    tags: "labels",
    createdBy: "creator",
    createdAt: "created",
    updatedAt: "updated",
    notBefore: "start date",
    dueAt: "due date",
    finishedAt: "completed",
    parent: "parent issue",
  },
  beside: { edges: "relationships.csv", comments: "comments.csv" },
}
