import * as z from "zod"
import { whole } from "./schemas.ts"
import { DroppedEdge } from "./tasks/trash-schema.ts"
import { statuses } from "./enums.ts"
import { isoTime } from "./field-views.ts"

/** The number that identifies a command in an undo: the seq of its first event. */
export const CommandSeq = whole(1, Number.MAX_SAFE_INTEGER)

export const DoneCommandView = z
  .object({
    seq: z.int().describe("the seq of its first event"),
    at: isoTime,
    type: z.string().describe("the type of its main event"),
    kind: z.enum(["first", "undo", "redo"]).describe("`undo`: it undid others; `redo`: it reverted an undo"),
    undone: z.boolean().describe("it was undone, and not redone"),
    tasks: z.array(z.string()).describe("ids of the tasks that it changed"),
    status: z.enum(statuses).optional().describe("the status that it moved its tasks to"),
    fields: z.array(z.string()).optional().describe("what an edit changed"),
    import: z.string().optional().describe("the import that it ended or undid, with all added tasks"),
    tooLarge: z.literal(true).optional().describe("it changed more than is kept for an undo"),
  })
  .meta({ id: "DoneCommand", description: "An action that can be undone" })

export const TakenBack = z
  .object({
    what: z
      .array(DoneCommandView.pick({ type: true, tasks: true, status: true, fields: true, import: true }))
      .describe("what these commands did, which is now undone or redone"),
    commands: z.array(z.int()).describe("what was undone: the seq of the first event of each"),
    tasks: z.array(z.string()).describe("ids of the tasks that this changed"),
    dropped: z.array(DroppedEdge).describe("links of restored tasks that were dropped"),
  })
  .meta({ id: "TakenBack", description: "Changes by an undo or a redo" })
