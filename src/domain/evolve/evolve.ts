import type { Board } from "../board/board.ts"
import type { BoardEvent, EventMeta } from "../board/events.ts"
import { acknowledge, notify } from "./inbox.ts"
import { nameKey, numberOf } from "../wire/names.ts"
import type { StoredAnswer } from "../board/records.ts"
import { change, addTask, extendLeases, move, touch, touchLease } from "./task-changes.ts"
import { canonicalName } from "../board/find.ts"
import { deleteTask, emptyTrash, restoreTask } from "./trash.ts"
import { foldAccess } from "./access.ts"
import { watchEffects } from "./effects.ts"
import { putBack, putBackNotices } from "./put-back.ts"
import { deleteAgent, joinAgent } from "./agents.ts"
import { addAttachment, removeAttachment } from "./attachments.ts"
import { assignState } from "../board/task-fields.ts"
import { nameTree, reportCheck } from "./checks.ts"
import { foldImport } from "./imports.ts"
import { foldPause } from "./pauses.ts"
import { foldResource } from "./resources.ts"
import { foldReview } from "./reviews.ts"
import { followOwnership } from "./ownership.ts"
import { foldWork } from "./work.ts"

/** Folds one command of the log into the board. The command holds all that this needs, so a replay is exact. */
export function evolveCommand(
  board: Board,
  command: {
    at: number
    actor: string
    via?: string | undefined
    events: readonly BoardEvent[]
    idem?: Omit<StoredAnswer, "at"> | undefined
    board?: string | undefined
  },
): void {
  const { at, actor, via, events, idem, board: id } = command
  if (id !== undefined) board.count({ board: id })
  const keepEffects = watchEffects(board, command)
  for (const event of events) evolve(board, event, { seq: board.counters.seq + 1, at, actor, via })
  board.commands.forgetOld(at)
  keepEffects?.()
  if (idem) board.answers.put({ ...idem, at })
}

export function evolve(board: Board, event: BoardEvent, meta: EventMeta): void {
  board.count({ seq: meta.seq, at: meta.at })
  const before = "task" in event ? board.tasks.get(numberOf(event.task)) : undefined
  fold(board, event, meta)
  notify(board, event, meta, before)
  followOwnership(board, event, meta, before)
}

// --- internal ---

function fold(board: Board, event: BoardEvent, meta: EventMeta): void {
  switch (event.type) {
    case "task.created":
      return addTask(board, event, meta)
    case "task.edited":
      return change(board, event, meta, (task) => {
        assignState(task, event.changes)
        if (event.changes.summary !== undefined && task.lease) task.lease = { ...task.lease, hasSummed: true }
        if (event.changes.done_criteria)
          task.checks = task.checks.filter(({ criterion }) => task.fields.done_criteria.includes(criterion))
      })
    case "task.moved":
      return change(board, event, meta, (task) => {
        if (event.to === "review") task.doneBy = task.assignee
        if (!task.lease) task.assigneeBefore = event.assignee
        move(task, event.to, meta.at)
        task.reason = event.reason
        if (event.to === "blocked") task.askedBy = canonicalName(board, meta.actor)
        task.assignee = event.assignee
      })
    case "task.deleted":
      return deleteTask(board, event, meta)
    case "task.restored":
      return restoreTask(board, event, meta)
    case "task.put_back":
      return putBack(board, event, meta)
    case "commands.undone": // what it did follows: see `watchEffects`
    case "commands.redone":
      return
    case "inbox.put_back":
      return putBackNotices(board, event)
    case "trash.emptied":
      return emptyTrash(board, event.tasks)
    case "task.commented": {
      const { author, content, place } = event
      const n = numberOf(event.comment)
      board.count({ comment: n })
      board.comments.put({
        n,
        task: numberOf(event.task),
        author,
        content,
        createdAt: meta.at,
        ...(place && { place }),
      })
      return touch(board, event.task, (task) => (task.lastEvent = meta.seq))
    }
    case "attachment.added":
      return addAttachment(board, event, meta)
    case "attachment.removed":
      return removeAttachment(board, event, meta)
    case "task.claimed":
      return change(board, event, meta, (task) => {
        const { agent, session, epoch, until, length, finishedBy } = event
        const isResumed = task.status === "doing"
        if (!isResumed || !task.lease) task.assigneeBefore = task.assignee
        if (!isResumed) {
          task.startedAt = meta.at
          task.reflected = false
        }
        task.status = "doing"
        task.reason = null
        task.backoffUntil = null
        task.restsFor = null
        task.assignee = agent
        task.epoch = epoch
        task.lease = {
          state: "held",
          agent,
          session,
          until,
          length,
          warned: false,
          claimedAt: meta.at,
          heardAt: meta.at,
          ...(finishedBy && { finishedBy }),
        }
      })
    case "task.released":
      return change(board, event, meta, (task) => {
        if (task.lease) task.assignee = task.assigneeBefore
        move(task, event.to, meta.at)
        task.attempts = event.attempts
        task.backoffUntil = event.backoffUntil
        if (event.assignee !== undefined) task.assignee = event.assignee
        if (event.restsUntil !== undefined)
          task.restsFor = { agent: nameKey(event.agent), until: event.restsUntil }
        if (event.to === "blocked") task.reason = event.reason
      })
    case "task.retried":
      return change(board, event, meta, (task) => (task.backoffUntil = null))
    case "task.completed":
      return change(board, event, meta, (task) => {
        // A blocked task that is done keeps its counts, which the move would forget.
        const { attempts, expiries, epoch: epochBefore } = task
        if (task.status !== "doing" || !task.lease) task.assigneeBefore = task.assignee
        move(task, event.to, meta.at)
        task.assignee = event.agent
        task.doneBy = event.agent
        nameTree(task, epochBefore, event.tree)
        task.summary = event.summary ?? task.summary
        task.attempts = attempts
        task.expiries = expiries
      })
    case "task.reviewed":
      return foldReview(board, event, meta)
    case "task.reflected": {
      const { agent, content } = event
      const n = numberOf(event.reflection)
      board.count({ reflection: n })
      board.reflections.put({ n, task: numberOf(event.task), agent, content, createdAt: meta.at })
      return touch(board, event.task, (task) => {
        task.lastEvent = meta.seq
        if (event.counts) task.reflected = true
      })
    }
    case "lease.renewed":
      return touchLease(board, event.task, {
        until: event.until,
        length: event.length,
        warned: false,
        heardAt: meta.at,
      })
    case "lease.expiring":
      return touchLease(board, event.task, { warned: true })
    case "lease.expired":
      return change(board, event, meta, (task) => {
        const { epoch, lease } = task
        move(task, event.to, meta.at)
        task.assignee = event.assignee ?? task.assigneeBefore
        task.attempts = event.attempts
        task.expiries = event.expiries
        task.backoffUntil = event.backoffUntil
        task.reason = event.reason
        task.epoch = epoch
        task.lease = lease?.state === "held" ? { ...lease, state: "expired" } : null
      })
    case "lease.revoked":
      return change(board, event, meta, (task) => {
        task.lease = null
        task.epoch += 1
      })
    case "leases.extended":
      return extendLeases(board, event.until)
    case "task.checked":
      return change(board, event, meta, (task) => {
        const { criterion, agent: by, evidence } = event
        const others = task.checks.filter((check) => check.criterion !== criterion)
        task.checks = event.checked ? [...others, { criterion, by, at: meta.at, evidence }] : others
      })
    case "check.reported":
      return reportCheck(board, event, meta)
    case "agent.joined":
      return joinAgent(board, event.agent, meta)
    case "agent.deleted":
      return deleteAgent(board, event.agent, meta)
    case "inbox.acked":
      return acknowledge(board, nameKey(event.agent), event.seq, event.about)
    case "host.joined":
      return board.hosts.put({ name: event.host, joinedAt: meta.at })
    case "team.started":
      return board.count({ teamStarted: true })
    case "agent.paused":
    case "agent.resumed":
    case "team.paused":
    case "team.resumed":
      return foldPause(board, event, meta)
    case "resource.declared":
    case "resource.closed":
    case "resource.opened":
      return foldResource(board, event, meta)
    case "work.reported":
    case "work.landed":
    case "work.freed":
      return foldWork(board, event, meta)
    case "import.begun":
    case "board.imported":
    case "import.ended":
    case "import.aborted":
    case "import.taken_back":
      return foldImport(board, event, meta)
    case "account.created":
    case "account.edited":
    case "account.deleted":
    case "token.created":
    case "token.replaced":
    case "token.revoked":
    case "access.required":
    case "access.lifted":
    case "board.restored":
      return foldAccess(board, event, meta)
    default:
      event satisfies never
  }
}
