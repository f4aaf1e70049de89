import { mostInSource, taskTable } from "../task-table.ts"

/** What an import looks like, for those who write one without its schemas. */

/** The tools whose tasks can be brought in. A source begins with one of these words. */
export const importKinds = [
  ...(["beads", "backlog", "task-master", "github", "linear", "jira"] as const),
  ...(["todoist", "plane", "vibe-kanban", "csv", "checklist", "upnext"] as const),
] as const
export type ImportKind = (typeof importKinds)[number]

/** The most items, or links, that one part of an import may hold. */
export const mostInPart = 500

/** The most bytes of JSON that the tasks of one part take. A request may hold 1 MiB, and what is around them is short. */
export const partBytes = 1_000_000

/** The most bytes of JSON that an item takes without its comments and reflections, which can be sent piece by piece. */
export const coreBytes = 600_000

/** What an item may hold. Lengths are in characters unless they say bytes. Readers cut to these, and say so. */
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
  /** As JSON. It leaves room for the other fields in a part of 1 MiB. */
  metadataBytes: 256 * 1024,
} as const
