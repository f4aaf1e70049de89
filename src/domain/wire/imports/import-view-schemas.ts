import * as z from "zod"
import { edgeFields } from "../enums.ts"
import { importKinds } from "./import-form.ts"
import { isoTime } from "../field-views.ts"

/** What answers show of imports. */

const text = z.string()

/** The id of an import in any case, parsed to the form `I-7`. */
export const ImportId = z
  .string({ error: "expected the id of an import such as I-7" })
  .regex(/^\s*[Ii]-[1-9]\d{0,14}\s*$/, "expected the id of an import such as I-7")
  .transform((id) => id.trim().toUpperCase())
  .meta({ description: "id of an import, such as I-7", pattern: "^\\s*[Ii]-[1-9]\\d{0,14}\\s*$" })

export const ImportView = z
  .object({
    id: text,
    kind: z.enum(importKinds),
    name: text.describe("of what is brought in, such as the name of the file"),
    origin: text.nullable().describe("what tells its tasks from those of another repository or file"),
    state: z
      .enum(["open", "ended", "taken_back"])
      .describe("`open`: its tasks are not ready; `taken_back`: what it had added went to the trash"),
    by: text,
    at: isoTime.describe("when it began"),
    heardAt: isoTime.describe("when its last part came"),
    endedAt: isoTime.nullable(),
    silent: z
      .boolean()
      .describe(
        "it is open, and for a minute nothing came: it was broken off. The same import goes on with it",
      ),
    added: z.int().describe("how many tasks it added"),
    changed: z.int().describe("how many tasks that were there it changed"),
  })
  .meta({ id: "Import", description: "Tasks that are brought in from another tool" })
export type ImportView = z.infer<typeof ImportView>

const TasksView = z.array(z.object({ source: text, task: text }))
const FieldsView = z.object({ source: text, task: text, changes: z.array(text).describe("names of fields") })

export const ImportPartView = {
  added: z.int().describe("how many tasks are new"),
  unchanged: z.int().describe("how many of the tasks are here as they came"),
  changed: z
    .array(FieldsView)
    .describe("of tasks that were there before it, the fields that were changed, as the origin says now"),
  kept: z
    .array(FieldsView)
    .describe("fields that the origin has changed, and that somebody here had changed before: they stay"),
  deleted: TasksView.describe("tasks that were deleted here: they stay so"),
  adopted: TasksView.describe("tasks that have this source from now on: theirs did not name the repository"),
  separate: TasksView.describe(
    "sources that came as new tasks: `task` has that id, and both another title and another time of creation",
  ),
  repeated: z.array(text).describe("sources that came twice in this request: the first one counts"),
  dropped: z
    .array(
      z.object({
        source: text,
        field: z.enum(edgeFields),
        to: text.describe("the source that it names"),
        why: z
          .enum(["gone", "circle"])
          .describe("`gone`: there is no such task here; `circle`: tasks would wait for each other"),
      }),
    )
    .describe("edges that were left out"),
}
/** What became of a part. */
export type ImportPartView = z.infer<z.ZodObject<typeof ImportPartView>>
