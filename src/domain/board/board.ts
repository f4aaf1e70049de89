import { createAccessTables, type AccessTables } from "./access/access-tables.ts"
import { createAgents } from "./agents/agent-table.ts"
import { createAttachments, type Attachments } from "./files/attachment-table.ts"
import { createAttention, type Attention } from "./queues/attention.ts"
import { isStranger } from "./access/strangers.ts"
import { createAnswers } from "./stored-answers.ts"
import { ascending, createKeyedSets, type KeyedSets } from "../collections/keyed-sets.ts"
import { createCounters } from "./board-counters.ts"
import { createComments, createReflections, createReviews, type CommentTables } from "./said/said-tables.ts"
import { createStatusCounts, type StatusCounts } from "./tasks/status-counts.ts"
import { createImportTables, type ImportTables } from "./imports/import-tables.ts"
import { createDoneCommands, type DoneCommands } from "./undo/done-commands.ts"
import { createDays, type Days } from "./days.ts"
import type { Gradual } from "./tasks/gradual.ts"
import type { Lists } from "../collections/lists.ts"
import { leaseTimer } from "./tasks/lease-timer.ts"
import { createPauseEnds, type PauseEnds } from "./agents/pause-ends.ts"
import { createReadyQueues, type ReadyQueues } from "./queues/ready-queues.ts"
import {
  type Agent,
  type Counters,
  type Host,
  type Notice,
  type Pause,
  type Resource,
  type StoredAnswer,
  type Task,
  type Tombstone,
  noticeKey,
} from "./records.ts"
import type { Reflection, Review } from "./said/said-records.ts"
import { createResources } from "./resources/resource-table.ts"
import type { SortedSet } from "../collections/sorted-set.ts"
import { createTable, createUndo, type Table, type Undo } from "../collections/table.ts"
import { createTaskIndex, type IndexName, type TaskIndex } from "./tasks/task-index.ts"
import { createTimers, type Timers } from "../collections/timers.ts"
import { createTrash, type Trash } from "./trash.ts"
import { createUsage, type UsageTable } from "./usage/usage-table.ts"

/**
 * The state of one server: tables of records and the indexes derived from them. Only `evolve` writes to it. All writes
 * since `begin` can be rolled back together, indexes included.
 */
export interface Board extends AccessTables, ImportTables, CommentTables {
  readonly tasks: Table<number, Task>
  readonly tombstones: Table<number, Tombstone>
  readonly trash: Trash
  /** The latest commands that can be undone. */
  readonly commands: DoneCommands
  readonly reviews: Table<number, Review>
  readonly reflections: Table<number, Reflection>
  readonly attachments: Attachments
  /** Usage as reported by attempts. */
  readonly usage: UsageTable
  /** By `nameKey`. */
  readonly agents: Table<string, Agent>
  readonly hosts: Table<string, Host>
  /** Resources that were declared or are closed. */
  readonly resources: Table<string, Resource>
  /** Notices that agents have not read, by `noticeKey`. */
  readonly notices: Table<string, Notice>
  /** First answers by `answerKey`. */
  readonly answers: Table<string, StoredAnswer>
  /** Counts per day, for the statistics. */
  readonly days: Days

  readonly ready: ReadyQueues
  readonly index: TaskIndex
  readonly statusCounts: StatusCounts
  readonly attention: Attention
  /** Keys of the agents, in order. */
  readonly agentKeys: SortedSet<string>
  /** Seqs of the notices in an agent's inbox, by its `nameKey`. */
  readonly inboxOf: KeyedSets
  readonly pauseEnds: PauseEnds
  readonly reflectionsOf: Lists
  readonly reviewsOf: Lists
  /** By `nameKey` of the agent. */
  readonly reflectionsBy: Lists<string>
  /** When each live lease is due: for a warning, or because it expires. */
  readonly leases: Timers

  readonly counters: Counters
  /** Sets the counters that `changes` names. */
  count(changes: Partial<Counters>): void

  begin(): void
  forget(): void
  mark(): number
  rollback(to?: number): void
  /**
   * Sets the current time: waiting tasks become ready and old answers are dropped. This depends only on the clock, so
   * it is not rolled back.
   */
  advance(now: number): void
  /**
   * The next time, in ms since 1970, at which a lease or pause ends, a warning is due, or the trash is emptied;
   * Infinity: never.
   */
  readonly due: number
  /** A number that changes whenever events or time change anything. */
  readonly stamp: number
  /** The latest time that `advance` was called with. */
  readonly now: number
  /** The progress of building an index. The first call starts it; from then on it is kept up to date. */
  gradual(name: IndexName): Gradual
}

export function createBoard(): Board {
  const undo = createUndo()
  const numbered = { get: (n: number) => tasks.get(n), values: () => tasks.values(), last: 0 }
  const index = createTaskIndex(numbered)
  const statusCounts = createStatusCounts()
  const leases = createTimers()
  const access = createAccessTables(undo)
  const imported = createImportTables(undo, (n) => ready.reconsider(n))
  const isStranger = strangersTo(access, () => agents.table)
  const ready = createReadyQueues(numbered, imported.isHeld, isStranger)
  const tasks = createTable<number, Task>(byNumber, undo, (before, after) => {
    if (after && after.n > numbered.last) numbered.last = after.n
    index.changed(before, after)
    statusCounts.changed(before, after)
    leases.set((after ?? before)?.n ?? 0, leaseTimer(before), leaseTimer(after))
    ready.changed(before, after)
    attention.changed((after ?? before)?.n ?? 0)
  })
  const said = createComments(undo, (task) => attention.changed(task))
  const lastSaid = (n: number) => said.comments.get(said.commentsOf.of(n).at(-1) ?? 0)?.createdAt
  const attention = createAttention(numbered, lastSaid, ready.unable)
  const reflections = createReflections(undo)
  const pauseEnds = createPauseEnds()
  const counters = createCounters(undo, (before, after) => pauseChanged("", before, after))
  const agents = createAgents(undo, pauseChanged, ready.agentChanged)
  const answers = createAnswers(undo)
  const trash = createTrash(undo)
  const inboxOf = createKeyedSets(ascending)
  let now = 0

  function pauseChanged(key: string, before: Pause | null, after: Pause | null): void {
    pauseEnds.set(key, after)
    if (before && !after) ready.announce()
  }

  return {
    tasks,
    ...createPlainTables(undo),
    trash,
    ...said,
    reflections: reflections.table,
    reflectionsOf: reflections.byTask,
    reflectionsBy: reflections.byName,
    ...{ agents: agents.table, agentKeys: agents.keys },
    notices: createNotices(undo, inboxOf),
    answers: answers.table,
    ...access,
    ...imported,
    ready,
    index,
    statusCounts,
    attention,
    inboxOf,
    pauseEnds,
    resources: createResources(undo, pauseEnds, ready.resourceChanged),
    leases,
    get counters() {
      return counters.current
    },
    count: counters.count,
    ...takingBack(undo),
    get due() {
      return Math.min(leases.soonest()?.at ?? Infinity, trash.due, pauseEnds.soonest())
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

// --- internal ---

/** @param agents returns the table, which is created later */
function strangersTo({ accounts }: AccessTables, agents: () => Table<string, Agent>) {
  return (key: string) => isStranger({ agents: agents(), accounts }, key)
}

/** Creates the tables that need no other part of the board. */
function createPlainTables(
  undo: Undo,
): Pick<
  Board,
  "tombstones" | "hosts" | "commands" | "days" | "reviews" | "reviewsOf" | "attachments" | "usage"
> {
  const { table: reviews, byTask: reviewsOf } = createReviews(undo)
  return {
    reviews,
    reviewsOf,
    attachments: createAttachments(undo),
    usage: createUsage(undo),
    days: createDays(undo),
    commands: createDoneCommands(undo),
    tombstones: createTable<number, Tombstone>(byNumber, undo),
    hosts: createTable<string, Host>((host) => host.name, undo),
  }
}

function takingBack(undo: Undo): Pick<Board, "begin" | "forget" | "mark" | "rollback"> {
  return {
    begin: () => undo.begin(),
    forget: () => undo.forget(),
    mark: () => undo.mark(),
    rollback: (to) => undo.rollback(to),
  }
}

/** @param inboxOf the seqs of each agent's notices, kept in step with the table */
function createNotices(undo: Undo, inboxOf: KeyedSets): Table<string, Notice> {
  return createTable<string, Notice>(
    ({ agent, seq }) => noticeKey(agent, seq),
    undo,
    (before, after) => {
      if (before) inboxOf.delete(before.agent, before.seq)
      if (after) inboxOf.add(after.agent, after.seq)
    },
  )
}

function byNumber(record: { readonly n: number }): number {
  return record.n
}
