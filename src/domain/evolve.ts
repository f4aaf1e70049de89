import type { Board } from "./board.ts"
import type { BoardEvent, EventMeta } from "./events.ts"
import { nameKey, numberOf } from "./names.ts"
import { newTask } from "./new-task.ts"
import { isClosed } from "./ready-queues.ts"
import type { Lease, Status, StoredAnswer, Task } from "./records.ts"
import { spentUntil, tally } from "./tally.ts"

/** Folds one command of the log into the board. What it needs is in it: no clock, no randomness, no settings. */
export function evolveCommand(
  board: Board,
  command: { at: number; actor: string; events: readonly BoardEvent[]; idem?: Omit<StoredAnswer, "at"> },
): void {
  const { at, actor, events, idem } = command
  for (const event of events) evolve(board, event, { seq: board.counters.seq + 1, at, actor })
  if (idem) board.answers.put({ ...idem, at })
}

/** Folds one event into the board. */
export function evolve(board: Board, event: BoardEvent, meta: EventMeta): void {
  board.count({ seq: meta.seq, at: meta.at })
  switch (event.type) {
    case "task.created":
      return createTask(board, event, meta)
    case "task.edited":
      return change(board, event.task, meta, (task) => Object.assign(task, event.changes))
    case "task.moved":
      return change(board, event.task, meta, (task) => {
        if (event.to === "review") task.doneBy = task.assignee
        if (!task.lease) task.assigneeBefore = event.assignee
        move(task, event.to, meta.at)
        task.reason = event.reason
        task.assignee = event.assignee
      })
    case "task.deleted":
      return deleteTask(board, numberOf(event.task), meta)
    case "task.commented": {
      const { author, content } = event
      const n = numberOf(event.comment)
      board.count({ comment: n })
      board.comments.put({ n, task: numberOf(event.task), author, content, createdAt: meta.at })
      return
    }
    case "task.claimed":
      return change(board, event.task, meta, (task) => {
        const { agent, session, epoch, until, length } = event
        const isResumed = task.status === "doing"
        if (!isResumed || !task.lease) task.assigneeBefore = task.assignee
        if (!isResumed) {
          task.startedAt = meta.at
          task.reflected = false
        }
        task.status = "doing"
        task.reason = null
        task.backoffUntil = null
        task.assignee = agent
        task.epoch = epoch
        task.lease = { state: "held", agent, session, until, length, warned: false }
      })
    case "task.released":
      return change(board, event.task, meta, (task) => {
        if (task.lease) task.assignee = task.assigneeBefore
        move(task, event.to, meta.at)
        task.attempts = event.attempts
        task.backoffUntil = event.backoffUntil
        if (event.to === "blocked") task.reason = event.reason
      })
    case "task.completed":
      return change(board, event.task, meta, (task) => {
        const { attempts } = task
        if (task.status !== "doing" || !task.lease) task.assigneeBefore = task.assignee
        move(task, event.to, meta.at)
        task.assignee = event.agent
        task.doneBy = event.agent
        task.summary = event.summary ?? task.summary
        task.attempts = attempts
      })
    case "task.reviewed": {
      const n = numberOf(event.review)
      const { reviewer, decision, comment, until, length } = event
      board.count({ review: n })
      board.reviews.put({ n, task: numberOf(event.task), reviewer, decision, comment, createdAt: meta.at })
      return change(board, event.task, meta, (task) => {
        if (decision === "approve") return move(task, "done", meta.at)
        const { startedAt, epoch, assignee: agent } = task
        move(task, agent === null ? "todo" : "doing", meta.at)
        task.startedAt = startedAt
        task.epoch = epoch + 1
        task.lease =
          agent === null ? null : { state: "offered", agent, session: null, until, length, warned: false }
      })
    }
    case "task.reflected": {
      const { agent, content } = event
      const n = numberOf(event.reflection)
      board.count({ reflection: n })
      board.reflections.put({ n, task: numberOf(event.task), agent, content, createdAt: meta.at })
      if (event.counts) touch(board, event.task, (task) => (task.reflected = true))
      return
    }
    case "lease.renewed":
      return touchLease(board, event.task, { until: event.until, length: event.length, warned: false })
    case "lease.expiring":
      return touchLease(board, event.task, { warned: true })
    case "lease.expired":
      return change(board, event.task, meta, (task) => {
        const { epoch, lease } = task
        move(task, event.to, meta.at)
        task.assignee = task.assigneeBefore
        task.attempts = event.attempts
        task.backoffUntil = event.backoffUntil
        task.reason = event.reason
        task.epoch = epoch
        task.lease = lease?.state === "held" ? { ...lease, state: "expired" } : null
      })
    case "lease.revoked":
      return change(board, event.task, meta, (task) => {
        task.lease = null
        task.epoch += 1
      })
    case "leases.extended":
      return extendLeases(board, event.until)
    case "agent.joined":
      board.agents.put({
        ...event.agent,
        joinedAt: board.agents.get(nameKey(event.agent.name))?.joinedAt ?? meta.at,
      })
      return
    case "host.joined":
      board.hosts.put({ name: event.host, joinedAt: meta.at })
      return
    case "team.started":
      board.count({ teamStarted: true })
      return
    default:
      event satisfies never
  }
}

// --- internal ---

/** A copy that is not on the board yet. */
type Draft = { -readonly [K in keyof Task]: Task[K] }

function createTask(board: Board, event: BoardEvent & { type: "task.created" }, { at }: EventMeta): void {
  const task = newTask(event, at)
  board.count({ task: task.n })
  tally(board, undefined, task, at)
  board.tasks.put(task)
}

function deleteTask(board: Board, n: number, { at }: EventMeta): void {
  tally(board, board.tasks.get(n), undefined, at)
  for (const comment of [...board.commentsOf.of(n)].reverse()) board.comments.delete(comment)
  board.tasks.delete(n)
  board.tombstones.put({ n })
}

/** Changes that count: they raise the version. */
function change(board: Board, id: string, { at }: EventMeta, edit: (task: Draft) => void): void {
  touch(board, id, (task, before) => {
    task.version += 1
    task.updatedAt = at
    edit(task)
    if (task.status === before.status) return
    task.since = at
    task.spent = spentUntil(before, at)
    tally(board, before, task, at)
  })
}

/** Changes that do not count. */
function touch(board: Board, id: string, edit: (task: Draft, before: Task) => void): void {
  const task = board.tasks.get(numberOf(id))
  if (!task) return
  const draft = { ...task }
  edit(draft, task)
  board.tasks.put(draft)
}

function touchLease(board: Board, id: string, changes: Partial<Lease>): void {
  touch(board, id, (task) => {
    if (task.lease) task.lease = { ...task.lease, ...changes }
  })
}

/** What every move to another status brings with it, whoever moves. */
function move(task: Draft, to: Status, at: number): void {
  const from = task.status
  const isReopened = isClosed(task)
  // A lease that ran out stays with a task that nobody took: its late holder may still finish.
  const keepsLate = task.lease?.state === "expired" && (to === "todo" || to === "blocked")
  if (task.lease && !keepsLate) {
    task.lease = null
    task.epoch += 1
  }
  task.status = to
  task.reason = null
  task.backoffUntil = null
  if (to === "doing") task.startedAt = at
  else if (isReopened) task.startedAt = null
  task.finishedAt = to === "done" || to === "cancelled" ? at : null
  if (isReopened || (from === "blocked" && to !== "blocked")) task.attempts = 0
  if (isReopened || (to === "doing" && from !== "review")) task.reflected = false
}

function extendLeases(board: Board, until: number): void {
  const short = [...board.leases.values()].filter(
    ({ n }) => (board.tasks.get(n)?.lease?.until ?? Infinity) < until,
  )
  for (const { n } of short) {
    const task = board.tasks.get(n)
    if (task?.lease) board.tasks.put({ ...task, lease: { ...task.lease, until } })
  }
}
