import * as z from "zod"
import { whole } from "./schemas.ts"
import { DroppedEdge } from "./tasks/trash-schema.ts"
import { statuses } from "./enums.ts"
import { isoTime } from "./field-views.ts"

/** The number that identifies a command in an undo: the seq of its first event. */
export const CommandSeq = whole(1, Number.MAX_SAFE_INTEGER)

export const DoneCommandView = z
  .object({
    seq: z.int().describe("the seq of the action's first event"),
    at: isoTime,
    type: z.string().describe("the type of the action's main event"),
    kind: z
      .enum(["first", "undo", "redo"])
      .describe("`undo`: the action undid others; `redo`: it reverted an undo"),
    undone: z.boolean().describe("the action was undone and has not been redone"),
    tasks: z.array(z.string()).describe("ids of the tasks that the action changed"),
    status: z.enum(statuses).optional().describe("the status that the action moved its tasks to"),
    fields: z.array(z.string()).optional().describe("what an edit changed"),
    import: z
      .string()
      .optional()
      .describe("the import that the action ended or undid, including all tasks that the import added"),
    tooLarge: z.literal(true).optional().describe("the action changed more than is kept for an undo"),
  })
  .meta({ id: "DoneCommand", description: "An action that can be undone" })

export const FinalCommandView = DoneCommandView.pick({ seq: true, at: true, type: true, tasks: true })
  .extend({ status: z.enum(statuses).optional().describe("the current status of its task") })
  .meta({ id: "FinalCommand", description: "An action that cannot be undone" })

export const TakenBack = z
  .object({
    what: z
      .array(DoneCommandView.pick({ type: true, tasks: true, status: true, fields: true, import: true }))
      .describe("the effects of these commands, now undone or redone"),
    commands: z.array(z.int()).describe("the undone actions, each by the seq of its first event"),
    tasks: z.array(z.string()).describe("ids of the tasks that this request changed"),
    dropped: z.array(DroppedEdge).describe("links of restored tasks that were dropped"),
  })
  .meta({ id: "TakenBack", description: "The changes made by an undo or a redo" })
