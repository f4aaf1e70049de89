import * as z from "zod"
import { roles } from "../wire/access/access.ts"
import {
  agentKinds,
  dropReasons,
  edgeFields,
  noticeKinds,
  priorities,
  sides,
  statuses,
} from "../wire/enums.ts"
import { isObject, type Metadata } from "../wire/metadata.ts"
import {
  type FieldRow,
  type RecordName,
  recordName,
  rowOf,
  type TaskField,
  taskFieldNames,
  type taskTable,
} from "../wire/task-table.ts"

/** What the fields of the stored events may hold. */

export const text = z.string()
export const texts = z.array(text).readonly()
export const textOrNull = text.nullable()
/** No number on a board is larger, and a program cannot count exactly beyond it. */
export const number = z.number().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
/** Dates end there. */
export const time = z.number().min(-8.64e15).max(8.64e15)
/** `T-7`, `C-12`, …: its number is exact. */
export const id = z.string().regex(/^[A-Z]+-\d{1,15}$/, "is not an id")
export const ids = z.array(id).readonly()
export const numbers = z.array(number).readonly()
export const timeOrNull = time.nullable()

// Does not use z.record, because it copies, and an object was already checked when it arrived.
export const object = z.custom<Metadata>(isObject, "expected an object")
const forms = { text: textOrNull, time: timeOrNull, set: texts, list: texts, object } as const

type FormOf<R extends FieldRow> = R extends { readonly isLater: true }
  ? z.ZodExactOptional<(typeof forms)[R["kind"]]>
  : (typeof forms)[R["kind"]]
type FieldForms = { [F in TaskField as RecordName<F>]: FormOf<(typeof taskTable)[F]> }

/** As the rows of the table say. */
const fieldForms = Object.fromEntries(
  taskFieldNames.map((field) => {
    const { kind, of, isLater } = rowOf(field)
    const form = of !== "task" ? forms[kind] : kind === "set" ? ids : id.nullable()
    return [recordName(field), isLater ? form.exactOptional() : form]
  }),
) as unknown as FieldForms

/** The fields that are set when a task is created and may be edited later. */
export const taskFields = z.strictObject({
  createdBy: text,
  ...fieldForms,
  title: text,
  priority: z.enum(priorities),
  project: text,
  /** By the text of the criterion. */
  criteriaChecks: z.custom<Readonly<Record<string, string>>>(isObject, "expected an object").exactOptional(),
})
/** `summary`: what a worker's command reported about its work before the worker finished the task. */
export const taskChanges = taskFields.partial().extend({ summary: textOrNull.optional() })
export type TaskFields = Readonly<z.infer<typeof taskFields>>
export type TaskChanges = Readonly<z.infer<typeof taskChanges>>

export const agentFields = z.strictObject({
  name: text,
  kind: z.enum(agentKinds),
  role: textOrNull,
  description: textOrNull,
  resources: texts.exactOptional(),
  skills: texts.exactOptional(),
  /** Another actor named it, and it has never been heard from. Older events do not have this field. */
  named: z.literal(true).exactOptional(),
})
export type AgentFields = Readonly<z.infer<typeof agentFields>>

export const accountFields = z.strictObject({
  role: z.enum(roles),
  /**
   * The agent that the account acts as; null: with the role `work` it acts under its own name, with higher roles as any
   * agent.
   */
  agent: textOrNull,
  /** It is a person's. */
  person: z.boolean(),
})
export const accountChanges = z.strictObject({
  role: accountFields.shape.role.exactOptional(),
  agent: accountFields.shape.agent.exactOptional(),
  person: accountFields.shape.person.exactOptional(),
})
export type AccountFields = Readonly<z.infer<typeof accountFields>>

/** The description of a file. Its bytes are stored outside the log, under their digest. */
export const fileFields = z.strictObject({
  name: text,
  /** In bytes. */
  size: number,
  /** Its media type, as it was found in the bytes. */
  type: text,
  /** In hex. */
  sha256: text,
})
export type FileFields = Readonly<z.infer<typeof fileFields>>

export const droppedEdge = z.strictObject({
  of: text,
  field: z.enum(edgeFields),
  to: text,
  why: z.enum(dropReasons),
})
export type DroppedEdge = Readonly<z.infer<typeof droppedEdge>>

export const check = z.strictObject({ criterion: text, by: text, at: time, evidence: textOrNull })

/** Every field of a task that a command may change and an undo can restore. */
export const taskState = z
  .strictObject({
    ...taskFields.omit({ createdBy: true }).shape,
    status: z.enum(statuses),
    reason: textOrNull,
    askedBy: textOrNull,
    startedAt: timeOrNull,
    finishedAt: timeOrNull,
    summary: textOrNull,
    attempts: number,
    expiries: number,
    backoffUntil: timeOrNull,
    assigneeBefore: textOrNull,
    doneBy: textOrNull,
    changesRequested: number.nullable(),
    reflected: z.boolean(),
    checks: z.array(check).readonly(),
  })
  .partial()

/** A line of a file in a change: see `wire/place.ts`. */
export const place = z.strictObject({ file: text, line: number, side: z.enum(sides), commit: textOrNull })

/** A lease that is offered to the agent that held one before. */
/** `since`: the last new line of output; `until`: when the task becomes stuck; `line`: the repeated line. */
export const quiet = z.strictObject({ since: time, until: time, line: textOrNull })

/** What makes a comment a question. */
export const ask = z.strictObject({ to: textOrNull, choices: texts })

export const offer = z.strictObject({ agent: text, until: timeOrNull, length: timeOrNull })

export const notice = z.strictObject({
  agent: text,
  seq: number,
  kind: z.enum(noticeKinds),
  task: number,
  actor: text,
  at: time,
  comment: number.nullable(),
  review: number.nullable(),
})
