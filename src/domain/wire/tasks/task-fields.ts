import * as z from "zod"
import { CriteriaChecks } from "../checks/check-schemas.ts"
import { ResourceName, Skill } from "../resources/resource-fields.ts"
import {
  ActorName,
  AgentName,
  Assignee,
  CheckName,
  Criterion,
  Description,
  Eta,
  line,
  Markdown,
  MetadataIn,
  Project,
  Reason,
  Tag,
  TaskId,
  Title,
} from "../schemas.ts"
import { FirstStatus, Priority, Status } from "../word-schemas.ts"
import {
  type FieldRow,
  mostInLine,
  results,
  rowOf,
  type TaskField,
  taskFieldNames,
  type taskTable,
  type ValueForm,
} from "../task-table.ts"
import { IsoTime, Time } from "../time-schemas.ts"
import { mostInRank } from "./rank.ts"

const forms = {
  line: line(mostInLine, "short text").describe(`short text, 1–${mostInLine} characters`),
  title: Title,
  markdown: Description,
  priority: Priority,
  project: Project,
  agent: AgentName,
  tag: Tag,
  criterion: Criterion,
  check: CheckName,
  eta: Eta,
  time: Time,
  task: TaskId,
  resource: ResourceName,
  skill: Skill,
  result: z.enum(results, { error: "expected change, text, none or children" }),
  rank: z
    .string()
    .regex(/^[0-9A-Za-z]+$/, "expected letters and digits, such as a4")
    .max(mostInRank, `must have at most ${mostInRank} letters and digits`),
  criteriaChecks: CriteriaChecks,
  metadata: MetadataIn,
} as const satisfies Record<ValueForm, z.ZodType>

/** What a refusal calls several of them. */
const manyOf: Partial<Record<ValueForm, string>> = {
  tag: "tags",
  criterion: "criteria",
  task: "ids",
  skill: "skills",
}

type Forms = Record<ValueForm, z.ZodType>
type SchemaOf<R extends FieldRow, F extends Forms> = R extends { readonly most: number }
  ? z.ZodArray<F[R["of"]]>
  : F[R["of"]]
type FieldSchemas<F extends Forms> = {
  [N in TaskField]: z.ZodOptional<z.ZodNullable<SchemaOf<(typeof taskTable)[N], F>>>
}

function schemasOf<F extends Forms>(given: F): FieldSchemas<F> {
  const schemas = taskFieldNames.map((field) => {
    const { of, most, about } = rowOf(field)
    const one = given[of]
    if (most === undefined)
      return [field, about === undefined ? one.nullish() : one.nullish().describe(about)]
    const several = one.array().max(most, `must have at most ${most} ${manyOf[of] ?? "names"}`)
    return [field, several.nullish().describe(`${about}, at most ${most}`)]
  })
  return Object.fromEntries(schemas) as FieldSchemas<F>
}

/** The task fields that may be set at creation and edited later. `null` clears a field. */
export const editable = { ...schemasOf(forms), title: Title.optional(), assignee: Assignee.optional() }

/** The same fields in an import, in which times are not durations. */
export const importable = {
  ...schemasOf({ ...forms, time: IsoTime }),
  title: Title,
  assignee: Assignee.optional(),
}

/** What an edit may change of a task. */
export const changeable = {
  ...editable,
  status: Status.optional(),
  reason: Reason.nullish().describe("why the task is blocked; requires status blocked"),
  reflection: Markdown.optional().describe(
    "what was learned; required if the assignee moves work out of `doing`",
  ),
  comment: Markdown.optional().describe("also posted as a comment"),
}

export const creatable = {
  ...editable,
  title: editable.title.unwrap(),
  createdBy: ActorName.nullish().describe("who creates the task; default: the sender of the request"),
  status: FirstStatus.nullish()
    .transform((status) => status ?? "todo")
    .describe("initial status: `todo`, `doing` or `blocked`; default: `todo`"),
}
