import * as z from "zod"
import { CommentView, ReflectionView, ReviewView, TaskView } from "../tasks/view-schemas.ts"

/** The version of the JSON lines format. A reader that knows a lower version reads only the parts that it knows. */
export const exportVersion = 1

/**
 * Task fields that are derived from other tasks, from agents and from the time, or repeat other fields. An export
 * leaves them out.
 */
export const derivedFields = {
  criteriaCount: true,
  criteriaMet: true,
  waitsFor: true,
  blocks: true,
  children: true,
  taken: true,
  changesRequested: true,
  ready: true,
  stuck: true,
  stuckDetail: true,
  silentAt: true,
  deleted: true,
  match: true,
  commentCount: true,
} as const satisfies { readonly [Field in keyof TaskView]?: true }

const StoredTask = TaskView.omit(derivedFields)
export type StoredTask = z.infer<typeof StoredTask>

/** One task of an export in JSON lines. */
export const ExportedTask = StoredTask.extend({
  comments: z.array(CommentView.omit({ taskId: true })),
  reflections: z.array(ReflectionView.omit({ taskId: true })),
  reviews: z.array(ReviewView.omit({ taskId: true })),
}).meta({
  id: "ExportedTask",
  description:
    "A task with its comments, reflections and reviews. Fields that depend on other tasks or on the time, such as `ready` and `blocks`, are left out",
})

/** The first line of an export in JSON lines. */
export const ExportHeader = z
  .object({
    _type: z.literal("upnext"),
    version: z.int().describe("the version of this format"),
    board: z.string().nullable().describe("the id of the board"),
    seq: z.int().describe("the last event that it includes"),
    at: z.iso.datetime(),
    tasks: z.int().describe("how many lines follow: if there are fewer, the export was cut off"),
  })
  .meta({ id: "ExportHeader", description: "The origin of an export, and how many tasks it has" })
export type ExportHeader = z.infer<typeof ExportHeader>
