import { mostInSource, taskTable } from "../task-table.ts"

/** The form of an import, for code that writes one without the schemas. */

/** The tools whose tasks can be imported. A source begins with one of these words. */
export const importKinds = [
  ...(["beads", "backlog", "task-master", "github", "linear", "jira"] as const),
  ...(["todoist", "plane", "vibe-kanban", "csv", "checklist", "upnext"] as const),
] as const
export type ImportKind = (typeof importKinds)[number]

/** The maximum number of items, or links, in one part of an import. */
export const mostInPart = 500

/**
 * The maximum size of the tasks in one part, as JSON in bytes. A request may have 1 MiB, and the rest of it is short.
 */
export const partBytes = 1_000_000

/**
 * The maximum size of an item as JSON in bytes, without its comments and reflections, which can be sent piece by piece.
 */
export const coreBytes = 600_000

/**
 * The limits of an item. Lengths are in characters unless they are said to be in bytes. Readers cut texts to these
 * limits and report it.
 */
export const itemLimits = {
  source: mostInSource,
  /** What tells one repository or file from another. */
  origin: 120,
  title: 500,
  descriptionBytes: 64 * 1024,
  name: 64,
  tag: 64,
  tags: taskTable.tags.most,
  project: 64,
  criterion: 1000,
  criteria: taskTable.done_criteria.most,
  evidence: 1000,
  reason: 1000,
  eta: 32,
  edges: taskTable.blockedBy.most,
  comments: 1000,
  commentBytes: 64 * 1024,
  reflections: 100,
  /** As JSON. This leaves room for the other fields in a part of 1 MiB. */
  metadataBytes: 256 * 1024,
} as const
