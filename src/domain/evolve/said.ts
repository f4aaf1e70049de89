import type { Board } from "../board/board.ts"
import type { EventMeta, EventOf } from "../events/index.ts"
import type { saidEvents } from "../events/said.ts"
import { isSameName, numberOf } from "../wire/names.ts"
import { reportCheck } from "./checks.ts"
import type { EventFolds } from "./fold.ts"
import { change, move, offered, touch } from "./task-changes.ts"

/** Comments, files and reflections do not increase the version of their task. */
export const saidFolds: EventFolds<keyof typeof saidEvents> = {
  "task.commented": (board, { task, comment, author, content, place, ask, answers, extra }, { at, seq }) => {
    const n = numberOf(comment)
    const before = board.commentsOf.of(numberOf(task)).at(-1) ?? 0
    board.count({ comment: n })
    board.comments.put({
      ...{ n, task: numberOf(task), author, content, createdAt: at },
      ...(place && { place }),
      ...(ask && { ask }),
      ...(answers !== undefined && { answers: numberOf(answers) }),
      ...(extra && { extra }),
    })
    touch(board, task, (draft) => {
      draft.lastEvent = seq
      const { lease } = draft
      // An agent that has acknowledged all earlier comments has also seen its own comment.
      if (lease?.state === "held" && isSameName(author, lease.agent) && before <= (lease.heard ?? 0))
        draft.lease = { ...lease, heard: n }
    })
  },
  "attachment.added": (board, { task, attachment, by, file, since }, { at, seq }) => {
    const n = numberOf(attachment)
    // A file that an undo restores has an earlier number.
    board.count({ attachment: Math.max(n, board.counters.attachment) })
    board.attachments.put({ n, task: numberOf(task), ...file, by, createdAt: since ?? at })
    touch(board, task, (draft) => (draft.lastEvent = seq))
  },
  "attachment.removed": (board, { task, attachment }, { seq }) => {
    board.attachments.delete(numberOf(attachment))
    touch(board, task, (draft) => (draft.lastEvent = seq))
  },
  "task.reviewed": foldReview,
  "task.reflected": (board, { task, reflection, agent, content, counts }, { at, seq }) => {
    const n = numberOf(reflection)
    board.count({ reflection: n })
    board.reflections.put({ n, task: numberOf(task), agent, content, createdAt: at })
    touch(board, task, (draft) => {
      draft.lastEvent = seq
      if (counts) draft.reflected = true
    })
  },
  "task.checked": (board, event, meta) =>
    change(board, event, meta, (task) => {
      const { criterion, agent: by, evidence } = event
      const others = task.checks.filter((check) => check.criterion !== criterion)
      task.checks = event.checked ? [...others, { criterion, by, at: meta.at, evidence }] : others
    }),
  "check.reported": reportCheck,
}

// --- internal ---

/** Stores a review. If changes are requested, the work is offered to the current assignee. */
function foldReview(board: Board, event: EventOf<"task.reviewed">, meta: EventMeta): void {
  const n = numberOf(event.review)
  const { reviewer, decision, comment, lines, until, length, after, conflict } = event
  const { work } = board.tasks.get(numberOf(event.task)) ?? {}
  board.count({ review: n })
  board.reviews.put({
    n,
    task: numberOf(event.task),
    reviewer,
    decision,
    comment,
    // The same command posts them as a comment, right after this event.
    posted: comment === null ? null : board.counters.comment + 1,
    ...(lines && { lines: lines.map(numberOf) }),
    ...(conflict !== undefined && { conflict }),
    ...(decision === "approve" && work && { commit: work.commit }),
    ...(decision === "request_changes" && work?.patch && { patch: work.patch.id }),
    createdAt: meta.at,
  })
  return change(board, event, meta, (task) => {
    if (decision === "approve") return move(task, "done", meta.at)
    const { startedAt, epoch, assignee: agent } = task
    task.changesRequested = n
    if (after) {
      const { attempts, backoffUntil } = after
      const { expiries } = task
      move(task, after.to, meta.at)
      Object.assign(task, { attempts, expiries, backoffUntil })
      if (after.assignee !== undefined) task.assignee = after.assignee
      if (after.to === "blocked") task.reason = after.reason
      return
    }
    move(task, agent === null ? "todo" : "doing", meta.at)
    task.startedAt = startedAt
    task.epoch = epoch + 1
    task.lease = agent === null ? null : offered({ agent, until, length })
  })
}
