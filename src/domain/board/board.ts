import { createAttention, type Attention } from "./attention.ts"
import { createAnswers } from "./stored-answers.ts"
import { createKeyedSets, type KeyedSets } from "../collections/keyed-sets.ts"
import { createStatusCounts, type StatusCounts } from "./status-counts.ts"
import { createDays, type Days } from "./days.ts"
import type { Gradual } from "./gradual.ts"
import { createLists, type Lists } from "../collections/lists.ts"
import { leaseTimer } from "./lease-timer.ts"
import { nameKey } from "../wire/names.ts"
import { createPauseEnds, type PauseEnds } from "./pause-ends.ts"
import { createReadyQueues, type ReadyQueues } from "./ready-queues.ts"
import {
  type Agent,
  type Comment,
  type Counters,
  type Host,
  type Notice,
  type Pause,
  type Reflection,
  type Review,
  type StoredAnswer,
  type Task,
  type Tombstone,
  noticeKey,
} from "./records.ts"
import { createSortedSet, type SortedSet } from "../collections/sorted-set.ts"
import { createTable, createUndo, type Table } from "../collections/table.ts"
import { createTaskIndex, type IndexName, type TaskIndex } from "./task-index.ts"
import { createTimers, type Timers } from "../collections/timers.ts"

/**
 * The state of one server: tables of records, and what is derived from them. Only `evolve` writes to it. What
 * was written since `begin` can be taken back as one piece, derived parts included.
 */
export interface Board {
  readonly tasks: Table<number, Task>
  readonly tombstones: Table<number, Tombstone>
  readonly comments: Table<number, Comment>
  readonly reviews: Table<number, Review>
  readonly reflections: Table<number, Reflection>
  /** By `nameKey`. */
  readonly agents: Table<string, Agent>
  readonly hosts: Table<string, Host>
  /** Notices that agents have not read, by `noticeKey`. */
  readonly notices: Table<string, Notice>
  /** First answers by Idempotency-Key. */
  readonly answers: Table<string, StoredAnswer>
  /** What was done on each day, for the statistics. */
  readonly days: Days

  readonly ready: ReadyQueues
  readonly index: TaskIndex
  readonly statusCounts: StatusCounts
  readonly attention: Attention
  /** Keys of the agents, in order. */
  readonly agentKeys: SortedSet<string>
  readonly commentsOf: Lists
  /** By `authorKey`. */
  readonly commentsBy: Lists<string>
  /** Seqs of the notices in an agent's inbox, by its `nameKey`. */
  readonly inboxOf: KeyedSets
  readonly pauseEnds: PauseEnds
  readonly reflectionsOf: Lists
  /** By `nameKey` of the agent. */
  readonly reflectionsBy: Lists<string>
  /** When each live lease needs attention: a warning is due, or it runs out. */
  readonly leases: Timers

  readonly counters: Counters
  /** Sets the counters that `changes` names. */
  count(changes: Partial<Counters>): void

  begin(): void
  forget(): void
  mark(): number
  rollback(to?: number): void
  /** Sets the present time: tasks wake, old answers are forgotten. It depends on the clock alone, so it is not undone. */
  advance(now: number): void
  /** When the next lease or pause ends, or a warning is due, in ms since 1970; Infinity when there is none. */
  readonly due: number
  /** A number that differs whenever anything has changed, by events or by time. */
  readonly stamp: number
  /** The latest time that `advance` was called with. */
  readonly now: number
  /** How far an index is made. It begins with this question, and is kept up to date from then on. */
  gradual(name: IndexName): Gradual
}

export function createBoard(): Board {
  const undo = createUndo()
  const numbered = { get: (n: number) => tasks.get(n), last: 0 }
  const index = createTaskIndex(numbered)
  const statusCounts = createStatusCounts()
  const leases = createTimers()
  const agentKeys = createSortedSet<string>((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const commentsOf = createLists()
  const commentsBy = createLists<string>()
  const reflectionsOf = createLists()
  const reflectionsBy = createLists<string>()
  const ready = createReadyQueues({ get: (n) => tasks.get(n), values: () => tasks.values() })
  const tasks = createTable<number, Task>(byNumber, undo, (before, after) => {
    if (after && after.n > numbered.last) numbered.last = after.n
    index.changed(before, after)
    statusCounts.changed(before, after)
    leases.set((after ?? before)?.n ?? 0, leaseTimer(before), leaseTimer(after))
    ready.changed(before, after)
    attention.changed((after ?? before)?.n ?? 0)
  })
  const comments = createTable<number, Comment>(byNumber, undo, (before, after) => {
    if (after) {
      commentsOf.add(after.task, after.n)
      commentsBy.add(authorKey(after.task, after.author), after.n)
    } else if (before) {
      commentsOf.remove(before.task, before.n)
      commentsBy.remove(authorKey(before.task, before.author), before.n)
    }
    attention.changed((after ?? before)?.task ?? 0)
  })
  const attention = createAttention(numbered, (n) => comments.get(commentsOf.of(n).at(-1) ?? 0)?.createdAt)
  let counters: Counters = {
    seq: 0,
    at: 0,
    task: 0,
    comment: 0,
    review: 0,
    reflection: 0,
    teamStarted: false,
    teamPause: null,
  }
  const answers = createAnswers(undo)
  const inboxOf = createKeyedSets()
  const pauseEnds = createPauseEnds()
  let now = 0

  function setCounters(next: Counters): void {
    if (counters.teamPause !== next.teamPause) pauseChanged("", counters.teamPause, next.teamPause)
    counters = next
  }

  function pauseChanged(key: string, before: Pause | null, after: Pause | null): void {
    pauseEnds.set(key, after)
    if (before && !after) ready.announce()
  }

  return {
    tasks,
    tombstones: createTable<number, Tombstone>(byNumber, undo),
    comments,
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
    agents: createTable<string, Agent>(agentKey, undo, (before, after) => {
      const agent = after ?? before
      if (agent && before?.pause !== after?.pause)
        pauseChanged(agentKey(agent), before?.pause ?? null, after?.pause ?? null)
      if (before && !after) agentKeys.delete(agentKey(before))
      if (after && !before) agentKeys.add(agentKey(after))
    }),
    hosts: createTable<string, Host>((host) => host.name, undo),
    notices: createTable<string, Notice>(
      ({ agent, seq }) => noticeKey(agent, seq),
      undo,
      (before, after) => {
        if (before) inboxOf.delete(before.agent, before.seq)
        if (after) inboxOf.add(after.agent, after.seq)
      },
    ),
    answers: answers.table,
    days: createDays(undo),
    ready,
    index,
    statusCounts,
    attention,
    agentKeys,
    commentsOf,
    commentsBy,
    inboxOf,
    pauseEnds,
    reflectionsOf,
    reflectionsBy,
    leases,
    get counters() {
      return counters
    },
    count(changes) {
      const before = counters
      const { teamPause = before.teamPause } = changes
      // Each field is named, because every event comes through here: see `copyTask`.
      setCounters({
        seq: changes.seq ?? before.seq,
        at: changes.at ?? before.at,
        task: changes.task ?? before.task,
        comment: changes.comment ?? before.comment,
        review: changes.review ?? before.review,
        reflection: changes.reflection ?? before.reflection,
        teamStarted: changes.teamStarted ?? before.teamStarted,
        teamPause,
      })
      undo.note(setCounters, before, undefined)
    },
    begin: () => undo.begin(),
    forget: () => undo.forget(),
    mark: () => undo.mark(),
    rollback: (to) => undo.rollback(to),
    get due() {
      return Math.min(leases.soonest()?.at ?? Infinity, pauseEnds.soonest())
    },
    get stamp() {
      return undo.changes + ready.wakes
    },
    get now() {
      return now
    },
    gradual: (name) => (name === "attention" ? attention.gradual : index.gradual(name)),
    advance(to) {
      now = to
      ready.advance(now)
      answers.advance(now)
    },
  }
}

/** The key of the comments of one author on one task. */
export function authorKey(task: number, author: string): string {
  return `${task}\n${nameKey(author)}`
}

// --- internal ---

function agentKey({ name }: Agent): string {
  return nameKey(name)
}

function byNumber(record: { readonly n: number }): number {
  return record.n
}
