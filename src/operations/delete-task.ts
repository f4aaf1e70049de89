import * as z from "zod"
import { mostOpenChildren, openChildrenOf } from "../domain/rules/dependencies.ts"
import { endedClaims } from "../domain/rules/lease.ts"
import { deleteEvents } from "../domain/rules/trash.ts"
import { numberOf } from "../domain/wire/names.ts"
import { Flag, TaskId } from "../domain/wire/schemas.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { iso } from "../domain/wire/time.ts"
import { isoTime } from "../domain/wire/field-views.ts"
import { commandThatTells } from "../operation.ts"

export const deleteTask = commandThatTells({
  name: "task.delete",
  summary: "Delete a task; it can be restored for 30 days",
  description:
    "The task is moved to the trash; lists, counts and searches no longer include it. After 30 days it and its comments are deleted for good. The task's id is never reused. The task's children stay as they are, and its history can still be read.",
  http: { method: "DELETE", path: "/tasks/{id}" },
  access: "manage",
  input: z.strictObject({
    id: TaskId,
    forGood: Flag.default(false).describe(
      "skip the trash, so that the task cannot be restored; also works for a task in the trash; requires the role admin",
    ),
  }),
  output: z.object({
    deleted: z.string(),
    until: isoTime
      .nullable()
      .describe("the time until which the task can be restored; null: it has been deleted for good"),
    openChildren: z
      .array(z.string())
      .optional()
      .describe(`ids of the task's open children, at most ${mostOpenChildren}; they stay open`),
    moreOpenChildren: z.int().optional().describe("how many more open children there are"),
    notes: Notes,
  }),
  subject: "id",

  decide(board, { id, forGood }, context) {
    const task = board.tasks.get(numberOf(id))
    const events = deleteEvents(board, id, context.now, forGood)
    return { events, told: task ? endedClaims(task, events, context) : [] }
  },
  answer(board, { told: notes }, { id, forGood }) {
    const n = numberOf(id)
    const { total, done } = board.ready.children.of(n)
    const openChildren = openChildrenOf(board, { n }, mostOpenChildren)
    const more = total - done - openChildren.length
    return {
      deleted: id,
      until: forGood ? null : iso(board.trash.get(n)?.until ?? 0),
      ...(openChildren.length > 0 && { openChildren }),
      ...(more > 0 && { moreOpenChildren: more }),
      ...(notes.length > 0 && { notes }),
    }
  },
})
