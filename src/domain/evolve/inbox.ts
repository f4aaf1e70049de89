import type { Board } from "../board/board.ts"
import type { BoardEvent, EventMeta, EventOf } from "../events/index.ts"
import { mentionsIn } from "../wire/mentions.ts"
import { isSameName, nameKey, numberOf } from "../wire/names.ts"
import { noticeKey } from "../board/records.ts"
import type { Notice, Task } from "../board/records.ts"
import { canonicalName } from "../board/find.ts"

/** Each inbox keeps this many unread notices; a new one pushes out the oldest. */
export const inboxLimit = 1000

/**
 * Adds a notice of an event to the inboxes of the agents it concerns, but never to the actor's own. Removes the review
 * requests that the event settled.
 * @param before the task before the event
 */
export function notify(board: Board, event: BoardEvent, meta: EventMeta, before: Task | undefined): void {
  if (before?.status === "review") removeReviewRequest(board, before)
  switch (event.type) {
    case "task.created":
      return addNotice(board, event, meta, "assigned", event.fields.assignee)
    case "task.edited": {
      const { assignee, reviewer } = event.changes
      if (assignee !== undefined) addNotice(board, event, meta, "assigned", assignee)
      if (reviewer !== undefined && before?.status === "review")
        addNotice(board, event, meta, "review_requested", reviewer)
      return
    }
    case "task.put_back": {
      const { assignee, status } = event.fields
      if (assignee !== undefined) addNotice(board, event, meta, "assigned", assignee)
      if (status === "review")
        addNotice(
          board,
          event,
          meta,
          "review_requested",
          event.fields.reviewer ?? before?.fields.reviewer ?? null,
        )
      return
    }
    case "task.moved":
      for (const name of event.tells ?? []) addNotice(board, event, meta, "unblocked", name)
      if (!isSameName(event.assignee, before?.assignee ?? null))
        addNotice(board, event, meta, "assigned", event.assignee)
      if (event.to === "review" && before)
        addNotice(board, event, meta, "review_requested", before.fields.reviewer)
      return
    case "task.restored": {
      const back = board.tasks.get(numberOf(event.task))
      if (back?.status === "review") addNotice(board, event, meta, "review_requested", back.fields.reviewer)
      return
    }
    case "task.completed":
      if (event.to === "review" && before)
        addNotice(board, event, meta, "review_requested", before.fields.reviewer)
      return
    case "task.reviewed":
      if (event.decision === "request_changes" && before)
        addNotice(board, event, meta, "changes_requested", before.assignee, {
          review: numberOf(event.review),
        })
      if (event.after?.assignee !== undefined) addNotice(board, event, meta, "assigned", event.after.assignee)
      return
    case "task.released":
      if (event.assignee !== undefined) addNotice(board, event, meta, "assigned", event.assignee)
      return
    case "lease.expired":
      return addNotice(board, event, meta, "lease_expired", event.agent)
    case "task.commented":
      addCommentNotices(board, event, meta)
  }
}

export function unreadOf(board: Board, agent: string): number {
  return board.inboxOf.get(nameKey(agent))?.size ?? 0
}

/** Removes all notices up to and including an event; with a task, only the notices about it. */
export function acknowledge(board: Board, agent: string, upTo: number, about?: string): void {
  for (const { seq } of [...noticesUpTo(board, agent, upTo, about)])
    board.notices.delete(noticeKey(agent, seq))
}

/** Keeps only the newest notices of an inbox, up to this number. @param agent as `nameKey` */
export function trimInbox(board: Board, agent: string, most: number): void {
  for (let inbox = board.inboxOf.get(agent); inbox && inbox.size > most; inbox = board.inboxOf.get(agent))
    acknowledge(board, agent, inbox.first() ?? 0)
}

/** The notices that `acknowledge` removes. The inbox must not change during the walk. @param agent as `nameKey` */
export function* noticesUpTo(
  board: Board,
  agent: string,
  upTo: number,
  about?: string,
): Generator<Notice, void> {
  for (const seq of board.inboxOf.get(agent)?.values() ?? []) {
    if (seq > upTo) return
    const notice = board.notices.get(noticeKey(agent, seq))
    if (notice && (about === undefined || notice.task === numberOf(about))) yield notice
  }
}

// --- internal ---

/** Adds a notice for each mentioned agent and for each other addressee. An agent gets at most one notice. */
function addCommentNotices(board: Board, event: EventOf<"task.commented">, meta: EventMeta): void {
  const called = [...calledBy(event.content, board), ...(event.ask?.to == null ? [] : [event.ask.to])]
  const mentioned = new Set(called.map(nameKey))
  const about = { comment: numberOf(event.comment) }
  for (const name of event.tells ?? [])
    if (!mentioned.has(nameKey(name))) addNotice(board, event, meta, "comment", name, about)
  for (const name of new Set(called)) addNotice(board, event, meta, "mention", name, about)
}

/** The known agents that a text mentions, each once. */
function calledBy(text: string, { agents }: Pick<Board, "agents">): string[] {
  return [
    ...new Set(mentionsIn(text, (written) => agents.get(nameKey(written))?.name).map(({ name }) => name)),
  ]
}

/**
 * Removes the request for a review once the task no longer waits for this reviewer, for whatever reason. The request
 * came when the wait began, so older notices are not searched.
 */
function removeReviewRequest(board: Board, { n, since, fields: { reviewer } }: Task): void {
  if (reviewer === null) return
  const after = board.tasks.get(n)
  if (after?.status === "review" && isSameName(after.fields.reviewer, reviewer)) return
  const agent = nameKey(reviewer)
  for (const seq of board.inboxOf.get(agent)?.reversed() ?? []) {
    const notice = board.notices.get(noticeKey(agent, seq))
    if (!notice || notice.at < since) return
    if (notice.kind !== "review_requested" || notice.task !== n) continue
    board.notices.delete(noticeKey(agent, seq))
    return
  }
}

function addNotice(
  board: Board,
  event: BoardEvent & { task: string },
  { seq, at, actor }: EventMeta,
  kind: Notice["kind"],
  name: string | null,
  { comment = null, review = null }: Partial<Pick<Notice, "comment" | "review">> = {},
): void {
  if (name === null || isSameName(name, actor)) return
  const agent = nameKey(name)
  if (!board.agents.has(agent)) return
  trimInbox(board, agent, inboxLimit - 1)
  board.notices.put({
    agent,
    seq,
    kind,
    task: numberOf(event.task),
    actor: canonicalName(board, actor),
    at,
    comment,
    review,
  })
}
