import * as z from "zod"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { viewNotice } from "../domain/read-models/agent-view.ts"
import { nameKey } from "../domain/wire/names.ts"
import { AgentName, paging, wholeInQuery } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { NoticeView, page } from "../domain/wire/tasks/view-schemas.ts"
import { query } from "../operation.ts"
import { noticeKey } from "../domain/board/records.ts"

export const listInbox = query({
  name: "inbox.list",
  summary: "List the unread notices of an agent: comments, reviews, assignments, expired claims",
  description:
    "A notice is listed until the agent acknowledges it. A name that was never used has an empty inbox.",
  http: { method: "GET", path: "/agents/{name}/inbox" },
  access: "read",
  input: z.strictObject({
    name: AgentName,
    ...paging,
    cursor: wholeInQuery(0, Number.MAX_SAFE_INTEGER).optional().describe("`next` of the previous page"),
    ...ofPast,
    fields: fieldsOf(NoticeView),
  }),
  output: z.object({ inbox: z.array(NoticeView).describe("oldest first"), ...page }),
  record: "inbox",
  past: "at",

  read(board, { name, limit, cursor }, { policy }) {
    const agent = nameKey(name)
    const seqs = board.inboxOf.get(agent)
    const items = []
    let hasMore = false
    for (const seq of seqs?.values(cursor) ?? []) {
      hasMore = items.length === limit
      if (hasMore) break
      const notice = board.notices.get(noticeKey(agent, seq))
      if (notice) items.push(viewNotice(board, notice, policy))
    }
    return { inbox: items, next: hasMore ? String(items.at(-1)?.seq) : null, total: seqs?.size ?? 0 }
  },
})
