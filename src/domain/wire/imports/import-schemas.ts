import * as z from "zod"
import { importKinds, itemLimits, mostInPart } from "./import-form.ts"
import { ActorName, CheckName, Criterion, Evidence, line, Markdown, MetadataIn, Reason } from "../schemas.ts"
import { StatusName } from "../word-schemas.ts"
import { IsoTime } from "../time-schemas.ts"
import { importable } from "../tasks/task-fields.ts"

/** The schemas of what an import brings in. An empty field may be `null` or left out; times are ISO 8601. */

const sourceForm = new RegExp(`^(?:${importKinds.join("|")}):\\S`)

/** Which repository or file the tasks of an import come from, such as `owner/name`. */
export const ImportOrigin = line(itemLimits.origin, "the origin").regex(/^[^#\s](?:[^#]*[^#\s])?$/, {
  error: "must hold no #, and begin and end with no blank",
})

/** Where a task comes from: `kind:origin#id`, such as `beads:owner/repo#bd-1`. Compared exactly. */
export const Source = line(itemLimits.source, "where the task comes from")
  .regex(sourceForm, `expected kind:id, the kind one of ${importKinds.join(", ")}`)
  .describe("where the task comes from, as `kind:origin#id`, such as `beads:owner/repo#bd-1`")

/** Who says that a criterion is met. Where the origin does not tell, the importer says so, at the time of the import. */
const Check = z.strictObject({
  by: ActorName.nullish(),
  at: IsoTime.nullish().describe("when"),
  evidence: Evidence.nullish(),
})

const ImportedCriterion = z.strictObject({
  text: Criterion,
  check: Check.nullish().describe("null: not met"),
  standsOn: CheckName.nullish().describe("the check whose result alone says whether it is met"),
})

const ImportedComment = z.strictObject({
  author: ActorName,
  at: IsoTime.nullish().describe("when it was said there"),
  content: Markdown,
})
const ImportedReflection = z.strictObject({
  agent: ActorName,
  at: IsoTime.nullish().describe("when it was written there"),
  content: Markdown,
})

const edges = {
  blockedBy: Source.array()
    .max(itemLimits.edges, `must have at most ${itemLimits.edges} sources`)
    .nullish()
    .describe("the sources of the tasks that must be done before"),
  parent: Source.nullish().describe("the source of its parent"),
  discoveredFrom: Source.nullish().describe("the source of the task whose work brought this one to light"),
}

/** Criteria come with who checked them, and edges once all tasks are there. */
const { shape: own } = z
  .object(importable)
  .omit({ done_criteria: true, criteriaChecks: true, blockedBy: true, parent: true, discoveredFrom: true })

const fields = {
  ...own,
  source: Source,
  formerSource: Source.nullish().describe(
    "the source that earlier versions gave it: the task here that has it is this one, if its title or its time of creation is the same",
  ),
  status: StatusName.exclude(["doing"], { error: "expected one of todo, blocked, review, done, cancelled" })
    .nullish()
    .transform((status) => status ?? "todo")
    .describe("where it stands; what was in work comes as todo, with its assignee"),
  reason: Reason.nullish().describe("why it is blocked; goes with status blocked"),
  criteria: ImportedCriterion.array()
    .max(itemLimits.criteria, `must have at most ${itemLimits.criteria} criteria`)
    .nullish()
    .describe("completion criteria, each with its check"),
  summary: Markdown.nullish().describe("what was done, in the words of who did it"),
  createdBy: ActorName.nullish().describe("who created it there; default: the importer"),
  createdAt: IsoTime.nullish().describe("when it was created there; default: the time of the import"),
  updatedAt: IsoTime.nullish().describe("when it was changed there last; default: when it was created"),
  startedAt: IsoTime.nullish().describe("when work on it began there"),
  finishedAt: IsoTime.nullish().describe("when it was done or cancelled there"),
  comments: ImportedComment.array()
    .max(itemLimits.comments, `must have at most ${itemLimits.comments} comments`)
    .nullish()
    .describe("what was said there"),
  reflections: ImportedReflection.array()
    .max(itemLimits.reflections)
    .nullish()
    .describe("what was learned there"),
  metadata: MetadataIn.nullish().describe(
    "kept as it is; what has no field here stands in `imported`, under the name that it has there",
  ),
}

/** One task as a reader finds it in a file, with the tasks that it names. */
export const ImportItem = z.strictObject({ ...fields, ...edges })
/** As a reader writes it: times as text, empty fields left out. */
export type ImportItem = z.input<typeof ImportItem>

/** One task as a part of an import brings it: its edges come once all tasks are there. */
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
  .describe(`the edges of tasks that are there, at most ${mostInPart}; to be sent when all tasks are`)
