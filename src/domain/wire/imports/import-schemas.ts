import * as z from "zod"
import { importKinds, itemLimits, mostInPart } from "./import-form.ts"
import { ActorName, CheckName, Criterion, Evidence, line, Markdown, MetadataIn, Reason } from "../schemas.ts"
import { StatusName } from "../word-schemas.ts"
import { IsoTime } from "../time-schemas.ts"
import { importable } from "../tasks/task-fields.ts"

/** The schemas of imported data. An empty field may be `null` or left out; times are ISO 8601. */

const sourceForm = new RegExp(`^(?:${importKinds.join("|")}):\\S`)

/** The repository or file from which an import's tasks come, such as `owner/name`. */
export const ImportOrigin = line(itemLimits.origin, "the origin").regex(/^[^#\s](?:[^#]*[^#\s])?$/, {
  error: "must not contain #, and must not begin or end with a space",
})

/** Where a task comes from: `kind:origin#id`, such as `beads:owner/repo#bd-1`. Compared exactly. */
export const Source = line(itemLimits.source, "where the task comes from")
  .regex(sourceForm, `expected kind:id, where kind is one of ${importKinds.join(", ")}`)
  .describe("the origin of the task, as `kind:origin#id`, such as `beads:owner/repo#bd-1`")

/**
 * Who reports that a criterion is met. If the origin does not say it, it is the importer, at the time of the import.
 */
const Check = z.strictObject({
  by: ActorName.nullish(),
  at: IsoTime.nullish().describe("when"),
  evidence: Evidence.nullish(),
})

const ImportedCriterion = z.strictObject({
  text: Criterion,
  check: Check.nullish().describe("null: not met"),
  standsOn: CheckName.nullish().describe("the check whose result alone can meet the criterion"),
})

const ImportedComment = z.strictObject({
  author: ActorName,
  at: IsoTime.nullish().describe("when the comment was posted in the origin"),
  content: Markdown,
})
const ImportedReflection = z.strictObject({
  agent: ActorName,
  at: IsoTime.nullish().describe("when it was written in the origin"),
  content: Markdown,
})

const edges = {
  blockedBy: Source.array()
    .max(itemLimits.edges, `must have at most ${itemLimits.edges} sources`)
    .nullish()
    .describe("the sources of the tasks that must be done first"),
  parent: Source.nullish().describe("the source of the task's parent"),
  discoveredFrom: Source.nullish().describe("the source of the task during which this one was found"),
}

/** Criteria are sent with who checked them, and edges after all tasks. */
const { shape: own } = z
  .object(importable)
  .omit({ done_criteria: true, criteriaChecks: true, blockedBy: true, parent: true, discoveredFrom: true })

const fields = {
  ...own,
  source: Source,
  formerSource: Source.nullish().describe(
    "the source that earlier versions gave this task; an existing task with that source is taken to be this task if its title or creation time is the same",
  ),
  status: StatusName.exclude(["doing"], { error: "expected one of todo, blocked, review, done, cancelled" })
    .nullish()
    .transform((status) => status ?? "todo")
    .describe("the task's status; work in progress becomes todo and keeps its assignee"),
  reason: Reason.nullish().describe("why the task is blocked; requires status blocked"),
  criteria: ImportedCriterion.array()
    .max(itemLimits.criteria, `must have at most ${itemLimits.criteria} criteria`)
    .nullish()
    .describe("completion criteria, and who checked off each one"),
  summary: Markdown.nullish().describe("what was done, in the assignee's words"),
  createdBy: ActorName.nullish().describe("who created the task in the origin; default: the importer"),
  createdAt: IsoTime.nullish().describe(
    "when the task was created in the origin; default: the time of the import",
  ),
  updatedAt: IsoTime.nullish().describe(
    "when the task was last changed in the origin; default: when it was created",
  ),
  startedAt: IsoTime.nullish().describe("when work on the task began in the origin"),
  finishedAt: IsoTime.nullish().describe("when the task was done or cancelled in the origin"),
  comments: ImportedComment.array()
    .max(itemLimits.comments, `must have at most ${itemLimits.comments} comments`)
    .nullish()
    .describe("the comments in the origin"),
  reflections: ImportedReflection.array()
    .max(itemLimits.reflections)
    .nullish()
    .describe("the lessons in the origin"),
  metadata: MetadataIn.nullish().describe(
    "kept unchanged; values that have no field in Upnext are in `imported`, under the names they have in the origin",
  ),
}

/** One task as a reader finds it in a file, with the tasks that it names. */
export const ImportItem = z.strictObject({ ...fields, ...edges })
/** As a reader writes it: times as text, empty fields left out. */
export type ImportItem = z.input<typeof ImportItem>

/** One task as a part of an import contains it: its edges are sent after all tasks. */
export const ImportTask = z.strictObject(fields)
export type ImportTask = z.output<typeof ImportTask>

/** The edges of one task. */
export const ImportLinks = z.strictObject({ source: Source, ...edges })
export type ImportLinks = z.output<typeof ImportLinks>

export const ImportTasks = ImportTask.array()
  .max(mostInPart, `must have at most ${mostInPart} tasks`)
  .describe(`tasks, at most ${mostInPart}`)
export const ImportAllLinks = ImportLinks.array()
  .max(mostInPart, `must have at most ${mostInPart} links`)
  .describe(`links between imported tasks, at most ${mostInPart}; send them after all tasks`)
