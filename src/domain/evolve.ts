import type { Board } from "./board.ts"
import type { BoardEvent, EventMeta } from "./events.ts"
import { nameKey, numberOf } from "./names.ts"
import { isClosed } from "./ready-queues.ts"
import type { Status, StoredAnswer, Task } from "./records.ts"

/** Folds one command of the log into the board. What it needs is in it: no clock, no randomness, no settings. */
export function evolveCommand(
  board: Board,
  command: { at: number; actor: string; events: readonly BoardEvent[]; idem?: Omit<StoredAnswer, "at"> },
): void {
  for (const event of command.events) {
    evolve(board, event, { seq: board.counters.seq + 1, at: command.at, actor: command.actor })
  }
  if (command.idem) board.answers.put({ ...command.idem, at: command.at })
}

/** Folds one event into the board. */
export function evolve(board: Board, event: BoardEvent, meta: EventMeta): void {
  board.setCounters({ ...board.counters, seq: meta.seq, at: meta.at })
  switch (event.type) {
    case "task.created":
      return createTask(board, event, meta)
    case "task.edited":
      return change(board, event.task, meta, () => event.changes)
    case "task.moved":
      return change(board, event.task, meta, (task) => ({
        ...moved(task, event.to, meta.at),
        reason: event.reason,
        assignee: event.assignee,
        assigneeBefore: task.lease ? task.assigneeBefore : event.assignee,
        ...(event.to === "review" ? { doneBy: task.assignee } : {}),
      }))
    case "task.deleted":
      return deleteTask(board, numberOf(event.task))
    case "task.commented": {
      const n = numberOf(event.comment)
      board.setCounters({ ...board.counters, comment: n })
      board.comments.put({
        n,
        task: numberOf(event.task),
        author: event.author,
        content: event.content,
        createdAt: meta.at,
      })
      return
    }
    case "task.claimed":
      return change(board, event.task, meta, (task) => {
        const isResumed = task.status === "doing"
        const { agent, session, until, length } = event
        return {
          ...(isResumed ? {} : { startedAt: meta.at, reflected: false }),
          assigneeBefore: isResumed && task.lease ? task.assigneeBefore : task.assignee,
          status: "doing",
          reason: null,
          backoffUntil: null,
          assignee: agent,
          epoch: event.epoch,
          lease: { state: "held", agent, session, until, length, warned: false },
        }
      })
    case "task.released":
      return change(board, event.task, meta, (task) => ({
        ...moved(task, event.to, meta.at),
        assignee: task.lease ? task.assigneeBefore : task.assignee,
        attempts: event.attempts,
        backoffUntil: event.backoffUntil,
        reason: event.to === "blocked" ? event.reason : null,
      }))
    case "task.completed":
      return change(board, event.task, meta, (task) => ({
        ...moved(task, event.to, meta.at),
        assignee: event.agent,
        assigneeBefore: task.status === "doing" && task.lease ? task.assigneeBefore : task.assignee,
        doneBy: event.agent,
        summary: event.summary ?? task.summary,
        attempts: task.attempts,
      }))
    case "task.reviewed": {
      const n = numberOf(event.review)
      const { reviewer, decision, comment, until, length } = event
      board.setCounters({ ...board.counters, review: n })
      board.reviews.put({ n, task: numberOf(event.task), reviewer, decision, comment, createdAt: meta.at })
      return change(board, event.task, meta, (task) => {
        if (decision === "approve") return moved(task, "done", meta.at)
        const agent = task.assignee ?? ""
        const lease = { state: "offered", agent, session: null, until, length, warned: false } as const
        return {
          ...moved(task, agent === "" ? "todo" : "doing", meta.at),
          startedAt: task.startedAt,
          epoch: task.epoch + 1,
          lease: agent === "" ? null : lease,
        }
      })
    }
    case "task.reflected": {
      const n = numberOf(event.reflection)
      board.setCounters({ ...board.counters, reflection: n })
      board.reflections.put({
        n,
        task: numberOf(event.task),
        agent: event.agent,
        content: event.content,
        createdAt: meta.at,
      })
      if (event.counts) touch(board, event.task, { reflected: true })
      return
    }
    case "lease.renewed":
      return touchLease(board, event.task, { until: event.until, length: event.length, warned: false })
    case "lease.expiring":
      return touchLease(board, event.task, { warned: true })
    case "lease.expired":
      return change(board, event.task, meta, (task) => ({
        ...moved(task, event.to, meta.at),
        assignee: task.assigneeBefore,
        attempts: event.attempts,
        backoffUntil: event.backoffUntil,
        reason: event.reason,
        epoch: task.epoch,
        lease: task.lease?.state === "held" ? { ...task.lease, state: "expired" } : null,
      }))
    case "lease.revoked":
      return change(board, event.task, meta, (task) => ({ lease: null, epoch: task.epoch + 1 }))
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
      board.setCounters({ ...board.counters, teamStarted: true })
      return
    default:
      event satisfies never
  }
}

// --- internal ---

function createTask(board: Board, event: BoardEvent & { type: "task.created" }, { at }: EventMeta): void {
  const n = numberOf(event.task)
  const { fields, status } = event
  board.setCounters({ ...board.counters, task: n })
  // Spelled out, in one order, so that all records share one hidden class.
  board.tasks.put({
    n,
    title: fields.title,
    description: fields.description,
    createdBy: fields.createdBy,
    assignee: fields.assignee,
    reviewer: fields.reviewer,
    done_criteria: fields.done_criteria,
    eta: fields.eta,
    priority: fields.priority,
    tags: fields.tags,
    project: fields.project,
    blockedBy: fields.blockedBy,
    notBefore: fields.notBefore,
    dueAt: fields.dueAt,
    metadata: fields.metadata,
    status,
    reason: event.reason,
    createdAt: at,
    updatedAt: at,
    startedAt: status === "doing" ? at : null,
    finishedAt: null,
    summary: null,
    version: 1,
    attempts: 0,
    backoffUntil: null,
    epoch: 0,
    lease: null,
    assigneeBefore: null,
    doneBy: null,
    reflected: false,
  })
}

function deleteTask(board: Board, n: number): void {
  for (const comment of [...board.commentsOf.of(n)].reverse()) board.comments.delete(comment)
  board.tasks.delete(n)
  board.tombstones.put({ n })
}

/** Changes that count: they raise the version. */
function change(board: Board, id: string, { at }: EventMeta, changes: (task: Task) => Partial<Task>): void {
  const task = board.tasks.get(numberOf(id))
  if (task) board.tasks.put(copyWith(task, { version: task.version + 1, updatedAt: at, ...changes(task) }))
}

/** One spread copies a record in one go, hidden class and all; a second one would go through its keys slowly. */
function copyWith(task: Task, changes: Partial<Task>): Task {
  return Object.assign({ ...task }, changes)
}

/** Changes that do not count. */
function touch(board: Board, id: string, changes: Partial<Task>): void {
  const task = board.tasks.get(numberOf(id))
  if (task) board.tasks.put({ ...task, ...changes })
}

function touchLease(board: Board, id: string, changes: Partial<NonNullable<Task["lease"]>>): void {
  const task = board.tasks.get(numberOf(id))
  if (task?.lease) board.tasks.put({ ...task, lease: { ...task.lease, ...changes } })
}

/** What every move to another status brings with it, whoever moves. */
function moved(task: Task, to: Status, at: number): Partial<Task> {
  const isReopened = isClosed(task)
  // A lease that ran out stays with a task that nobody took: its late holder may still finish.
  const keepsLate = task.lease?.state === "expired" && (to === "todo" || to === "blocked")
  return {
    status: to,
    reason: null,
    backoffUntil: null,
    lease: keepsLate ? task.lease : null,
    epoch: task.lease && !keepsLate ? task.epoch + 1 : task.epoch,
    startedAt: to === "doing" ? at : isReopened ? null : task.startedAt,
    finishedAt: to === "done" || to === "cancelled" ? at : null,
    ...(isReopened || (task.status === "blocked" && to !== "blocked") ? { attempts: 0 } : {}),
    ...(isReopened || (to === "doing" && task.status !== "review") ? { reflected: false } : {}),
  }
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
