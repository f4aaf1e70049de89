import type { Board } from "../board/board.ts"
import type { BoardEvent, EventMeta } from "../board/events.ts"
import { noticeKey } from "../board/records.ts"
import { assignState } from "../board/task-fields.ts"
import { nameKey } from "../wire/names.ts"
import { inboxLimit, trimInbox } from "./inbox.ts"
import { change } from "./task-changes.ts"

/** Gives a task back what it was. Whose lease was ended is offered another one, as after a review. */
export function putBack(board: Board, event: BoardEvent & { type: "task.put_back" }, meta: EventMeta): void {
  const { fields, offer } = event
  change(board, event, meta, (task) => {
    assignState(task, fields)
    task.checks = task.checks.filter(({ criterion }) => task.fields.done_criteria.includes(criterion))
    if (task.lease && ("status" in fields || "assignee" in fields)) {
      task.lease = null
      task.epoch += 1
    }
    if (!offer) return
    const { agent, until, length } = offer
    const rest = { session: null, warned: false, claimedAt: null, heardAt: null }
    task.epoch += 1
    task.lease = { state: "offered", agent, until, length, ...rest }
  })
}

/** Notices that were marked as read are unread again. */
export function putBackNotices(board: Board, event: BoardEvent & { type: "inbox.put_back" }): void {
  if (!board.agents.has(nameKey(event.agent))) return
  for (const notice of event.notices)
    if (!board.notices.has(noticeKey(notice.agent, notice.seq))) board.notices.put(notice)
  trimInbox(board, nameKey(event.agent), inboxLimit)
}
