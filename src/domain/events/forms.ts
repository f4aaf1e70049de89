import * as z from "zod"
import { roles } from "../wire/access/access.ts"
import { checkStatuses } from "../wire/checks/check-states.ts"
import { decisions, personSigns, statuses } from "../wire/enums.ts"
import { isoTime, Priority } from "../wire/field-views.ts"
import { importKinds } from "../wire/imports/import-form.ts"
import { PlaceView } from "../wire/tasks/place-schemas.ts"
import { AskView } from "../wire/tasks/question-schemas.ts"
import { StatusName } from "../wire/word-schemas.ts"
import { DroppedEdge } from "../wire/tasks/trash-schema.ts"
import { reportFields } from "./check-fields.ts"
import * as fields from "./fields.ts"
import { changedTask, importedTask } from "./import-fields.ts"
import { saidUsage, usageSeries } from "./usage-fields.ts"
import { afterFailedLanding, byLand, landingConflict, pullFields, workFields } from "./work-fields.ts"

const decision = z.enum(decisions)
const back = z.enum(["todo", "blocked"])
const finish = z.enum(["review", "done"])
const importKind = z.enum(importKinds)

/** The types of the fields of a stored event, by the names that the event tables use. */
export const storedForms = {
  ...fields,
  boolean: z.boolean(),
  numberOrNull: fields.number.nullable(),
  status: z.enum(statuses),
  decision,
  back,
  finish,
  importKind,
  byLand,
  worker: z.literal("worker"),
  personSign: z.enum(personSigns),
  form2: z.literal(2),
  droppedEdges: z.array(fields.droppedEdge).readonly(),
  notices: z.array(fields.notice).readonly(),
  importedTasks: z.array(importedTask).readonly(),
  changedTasks: z.array(changedTask).readonly(),
  reportFields,
  workFields,
  pullFields,
  afterFailedLanding,
  landingConflict,
  saidUsage,
  usageSeries,
} as const

const text = z.string()

/** What a field of a public event holds. */
export const shownForms = {
  text,
  texts: z.array(text),
  textOrNull: text.nullable(),
  time: isoTime,
  timeOrNull: isoTime.nullable(),
  int: z.int(),
  ints: z.array(z.int()),
  intOrNull: z.int().nullable(),
  boolean: z.boolean(),
  status: StatusName,
  priority: Priority,
  decision,
  back,
  finish,
  importKind,
  byLand,
  role: z.enum(roles),
  checkStatus: z.enum(checkStatuses),
  place: PlaceView,
  ask: AskView,
  droppedEdges: z.array(DroppedEdge),
  patchOrNull: z.object({ id: text, sha256: text }).nullable(),
} as const
