import { createAnswers } from "./answers.ts"
import { createLists, type Lists } from "./lists.ts"
import { nameKey } from "./names.ts"
import { createReadyQueues, type ReadyQueues } from "./ready-queues.ts"
import type { Agent, Comment, Counters, Host, Reflection, Review, StoredAnswer, Task } from "./records.ts"
import type { Snapshot } from "./snapshot.ts"
import { createTable, createUndo, type Table } from "./table.ts"
import { createTaskIndex, type TaskIndex } from "./task-index.ts"
import { createTimers, type Timers } from "./timers.ts"

/**
 * The state of one server: tables of records, and what is derived from them. Only `evolve` writes to it. What
 * was written since `begin` can be taken back as one piece, derived parts included.
 */
export interface Board {
  readonly tasks: Table<number, Task>
  readonly tombstones: Table<number, { readonly n: number }>
  readonly comments: Table<number, Comment>
  readonly reviews: Table<number, Review>
  readonly reflections: Table<number, Reflection>
  /** By `nameKey`. */
  readonly agents: Table<string, Agent>
  readonly hosts: Table<string, Host>
  /** First answers by Idempotency-Key. */
  readonly answers: Table<string, StoredAnswer>

  readonly ready: ReadyQueues
  readonly index: TaskIndex
  readonly commentsOf: Lists
  readonly reflectionsOf: Lists
  /** By `nameKey` of the agent. */
  readonly reflectionsBy: Lists<string>
  /** When each live lease needs looking at: to be warned of, or to run out. */
  readonly leases: Timers

  readonly counters: Counters
  /** Sets those of the counters that are named. */
  count(changes: Partial<Counters>): void

  begin(): void
  forget(): void
  mark(): number
  rollback(to?: number): void
  /** Time has passed: sleepers wake, old answers are forgotten. Follows from the clock alone, so it is never undone. */
  advance(now: number): void
  /** Another number after anything has changed, by events or by time. */
  readonly stamp: number
  /** The time it has been told of last. */
  readonly now: number
}

export function createBoard(): Board {
  const undo = createUndo()
  const index = createTaskIndex()
  const leases = createTimers()
  const commentsOf = createLists()
  const reflectionsOf = createLists()
  const reflectionsBy = createLists<string>()
  const ready = createReadyQueues((n) => tasks.get(n))
  const tasks = createTable<number, Task>(byNumber, undo, (before, after) => {
    index.changed(before, after)
    leases.set((after ?? before)?.n ?? 0, leaseTimer(before), leaseTimer(after))
    ready.changed(before, after)
  })
  let counters: Counters = {
    seq: 0,
    at: 0,
    task: 0,
    comment: 0,
    review: 0,
    reflection: 0,
    teamStarted: false,
  }
  const answers = createAnswers(undo)
  let now = 0

  return {
    tasks,
    tombstones: createTable<number, { readonly n: number }>(byNumber, undo),
    comments: createTable<number, Comment>(byNumber, undo, (before, after) => {
      if (after) commentsOf.add(after.task, after.n)
      else if (before) commentsOf.remove(before.task, before.n)
    }),
    reviews: createTable<number, Review>(byNumber, undo),
    reflections: createTable<number, Reflection>(byNumber, undo, (before, after) => {
      if (before) {
        reflectionsOf.remove(before.task, before.n)
        reflectionsBy.remove(nameKey(before.agent), before.n)
      }
      if (after) {
        reflectionsOf.add(after.task, after.n)
        reflectionsBy.add(nameKey(after.agent), after.n)
      }
    }),
    agents: createTable<string, Agent>((agent) => nameKey(agent.name), undo),
    hosts: createTable<string, Host>((host) => host.name, undo),
    answers: answers.table,
    ready,
    index,
    commentsOf,
    reflectionsOf,
    reflectionsBy,
    leases,
    get counters() {
      return counters
    },
    count(changes) {
      const before = counters
      counters = { ...before, ...changes }
      undo.note(() => (counters = before))
    },
    begin: () => undo.begin(),
    forget: () => undo.forget(),
    mark: () => undo.mark(),
    rollback: (to) => undo.rollback(to),
    get stamp() {
      return undo.changes + ready.wakes
    },
    get now() {
      return now
    },
    advance(to) {
      now = Math.max(now, to)
      ready.advance(now)
      answers.advance(now)
    },
  }
}

/** References only: cheap, and true for ever, since records are never edited in place. */
export function takeSnapshot(board: Board): Snapshot {
  return {
    counters: board.counters,
    tables: {
      tasks: [...board.tasks.values()],
      tombstones: [...board.tombstones.values()].map(({ n }) => n),
      comments: [...board.comments.values()],
      reviews: [...board.reviews.values()],
      reflections: [...board.reflections.values()],
      agents: [...board.agents.values()],
      hosts: [...board.hosts.values()],
      answers: [...board.answers.values()],
    },
  }
}

export function loadBoard(snapshot: Snapshot): Board {
  const board = createBoard()
  const { tables } = snapshot
  for (const task of tables.tasks) board.tasks.put(task)
  for (const n of tables.tombstones) board.tombstones.put({ n })
  for (const comment of tables.comments) board.comments.put(comment)
  for (const review of tables.reviews) board.reviews.put(review)
  for (const reflection of tables.reflections) board.reflections.put(reflection)
  for (const agent of tables.agents) board.agents.put(agent)
  for (const host of tables.hosts) board.hosts.put(host)
  for (const answer of tables.answers) board.answers.put(answer)
  board.count(snapshot.counters)
  return board
}

// --- internal ---

function byNumber(record: { readonly n: number }): number {
  return record.n
}

/** A lease is warned of when a fifth of its length is left. */
function leaseTimer(task: Task | undefined): number | undefined {
  const lease = task?.lease
  if (!lease || lease.state === "expired" || lease.until === null) return undefined
  return lease.warned || lease.state === "offered"
    ? lease.until
    : lease.until - Math.floor((lease.length ?? 0) / 5)
}
