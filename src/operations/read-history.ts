import * as z from "zod"
import { AccountName } from "../domain/wire/access/access-schemas.ts"
import { isSameName } from "../domain/wire/names.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { requireTrail } from "../domain/board/find.ts"
import { AttemptView, HistoryEntry } from "../domain/wire/tasks/history-schemas.ts"
import { historyOf } from "../domain/read-models/history.ts"
import { failCursor, pageBack, readSeqCursor } from "../domain/read-models/page.ts"
import { paging, TaskId } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { page } from "../domain/wire/tasks/view-schemas.ts"
import { query } from "../operation.ts"

export const readHistory = query({
  name: "task.history",
  summary: "Read who did what to a task and when, newest first",
  description:
    "A deleted task has a history too; its newest entry says who deleted it and when. Heartbeats are left out. `attempts` is the same on every page. At most 5,000 events are read at once: `total` and `attempts` cover the newest 5,000 events, and on older pages the 5,000 events before the cursor. If these events do not include the creation of the task, `from` is null at a field's first change.",
  http: { method: "GET", path: "/tasks/{id}/history" },
  access: "read",
  input: z.strictObject({
    id: TaskId,
    by: AccountName.optional().describe("only what this account did"),
    ...paging,
    ...ofPast,
    fields: fieldsOf(HistoryEntry),
  }),
  output: z.object({
    history: z.array(HistoryEntry),
    attempts: z.array(AttemptView).describe("every attempt at the work, newest first, at most 100"),
    ...page,
  }),
  record: "history",
  past: "at",
  refusals: ["task_not_found"],

  trail(board, { id, cursor }) {
    const end = requireTrail(board, id)
    return cursor === undefined ? end : { ...end, cursor: Math.min(end.newest, readSeqCursor(cursor)) }
  },
  read(board, input, { trail = [] }) {
    requireTrail(board, input.id)
    if (input.cursor !== undefined && trail.length === 0) failCursor(input.cursor)
    const { entries, attempts } = historyOf(trail)
    const { by } = input
    const found = by === undefined ? entries : entries.filter(({ via = null }) => isSameName(via, by))
    const { items, next, total } = pageBack(found, input)
    return { history: items, attempts: attempts.slice(0, 100), next, total }
  },
})
