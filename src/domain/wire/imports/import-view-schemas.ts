import * as z from "zod"
import { edgeFields } from "../enums.ts"
import { importKinds } from "./import-form.ts"
import { isoTime } from "../field-views.ts"

/** What answers show of imports. */

const text = z.string()

/** The id of an import in any case, parsed to the form `I-7`. */
export const ImportId = z
  .string({ error: "expected an import id, such as I-7" })
  .regex(/^\s*[Ii]-[1-9]\d{0,14}\s*$/, "expected an import id, such as I-7")
  .transform((id) => id.trim().toUpperCase())
  .meta({ description: "id of an import, such as I-7", pattern: "^\\s*[Ii]-[1-9]\\d{0,14}\\s*$" })

export const ImportView = z
  .object({
    id: text,
    kind: z.enum(importKinds),
    name: text.describe("the name of the import, such as its file name"),
    origin: text.nullable().describe("distinguishes its tasks from those of another repository or file"),
    state: z
      .enum(["open", "ended", "taken_back"])
      .describe(
        "`open`: its tasks are not ready; `taken_back`: the tasks added by the import went to the trash",
      ),
    by: text,
    at: isoTime.describe("when the import began"),
    heardAt: isoTime.describe("when its last part arrived"),
    endedAt: isoTime.nullable(),
    silent: z
      .boolean()
      .describe(
        "true: the import is open, but nothing has arrived for a minute, so it was interrupted. Starting the same import again continues it",
      ),
    added: z.int().describe("how many tasks the import added"),
    changed: z.int().describe("how many existing tasks the import changed"),
  })
  .meta({ id: "Import", description: "An import of tasks from another tool" })
export type ImportView = z.infer<typeof ImportView>

const TasksView = z.array(z.object({ source: text, task: text }))
const FieldsView = z.object({ source: text, task: text, changes: z.array(text).describe("names of fields") })

export const ImportPartView = {
  added: z.int().describe("how many tasks are new"),
  ids: z.array(text).describe("of the new tasks, unless `dryRun`"),
  unchanged: z.int().describe("how many of the tasks are here unchanged"),
  changed: z
    .array(FieldsView)
    .describe("for existing tasks, the fields that were changed to the origin's current values"),
  kept: z
    .array(FieldsView)
    .describe("fields that were changed both in the origin and here; they keep the value they have here"),
  deleted: TasksView.describe("tasks that were deleted here: they stay deleted"),
  adopted: TasksView.describe(
    "tasks that get this source now because their old source did not name the repository",
  ),
  separate: TasksView.describe(
    "items imported as new tasks, because the existing task with the same id (`task`) has a different title and creation time",
  ),
  repeated: z
    .array(text)
    .describe("sources that appear twice in this request; only the first item with each source is used"),
  dropped: z
    .array(
      z.object({
        source: text,
        field: z.enum(edgeFields),
        to: text.describe("the source that the link names"),
        why: z
          .enum(["gone", "circle"])
          .describe("`gone`: there is no such task here; `circle`: tasks would wait for each other"),
      }),
    )
    .describe("links that were left out"),
}
/** What became of a part. */
export type ImportPartView = z.infer<z.ZodObject<typeof ImportPartView>>
