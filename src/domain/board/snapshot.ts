import { createBoard, type Board } from "./board.ts"
import { isOldWork } from "./tasks/is-closed.ts"
import type { DoneCommand } from "./undo/done-commands.ts"
import type { DayCounts } from "./days.ts"
import type {
  Agent,
  Counters,
  Host,
  Notice,
  Resource,
  StoredAnswer,
  Task,
  Tombstone,
  TrashedTask,
} from "./records.ts"
import type { Comment, Reflection, Review } from "./said/said-records.ts"
import type { Attachment } from "./files/attachment-record.ts"
import type { ImportRecord, Origin } from "./imports/import-records.ts"
import { fromPlain } from "./tasks/task-record.ts"
import type { TaskUsage } from "./usage/usage-records.ts"
import type { Account, AccountToken, Ownership } from "./access/access-records.ts"

/**
 * The whole board as lists of records, as a checkpoint stores it. Taking a snapshot only copies references. All other
 * state (queues, indexes, timers) is derived from it.
 */
export interface Snapshot {
  readonly counters: Counters
  readonly tables: Tables
}

export interface Tables {
  readonly tasks: readonly Task[]
  readonly tombstones: readonly Tombstone[]
  readonly trash: readonly TrashedTask[]
  readonly commands: readonly DoneCommand[]
  readonly comments: readonly Comment[]
  readonly reviews: readonly Review[]
  readonly reflections: readonly Reflection[]
  readonly agents: readonly Agent[]
  readonly hosts: readonly Host[]
  readonly notices: readonly Notice[]
  readonly answers: readonly StoredAnswer[]
  readonly days: readonly DayCounts[]
  readonly accounts: readonly Account[]
  readonly tokens: readonly AccountToken[]
  readonly ownership: readonly Ownership[]
  readonly resources: readonly Resource[]
  readonly attachments: readonly Attachment[]
  readonly imports: readonly ImportRecord[]
  readonly origins: readonly Origin[]
  readonly usage: readonly TaskUsage[]
}

/** Only copies references, which is cheap. The snapshot never changes, since records are never edited in place. */
export function takeSnapshot(board: Board): Snapshot {
  return {
    counters: board.counters,
    tables: {
      tasks: [...board.tasks.values()],
      tombstones: [...board.tombstones.values()],
      trash: [...board.trash.values()],
      commands: [...board.commands.values()],
      comments: [...board.comments.values()],
      reviews: [...board.reviews.values()],
      reflections: [...board.reflections.values()],
      agents: [...board.agents.values()],
      hosts: [...board.hosts.values()],
      notices: [...board.notices.values()],
      answers: [...board.answers.values()],
      days: [...board.days.values()],
      accounts: [...board.accounts.values()],
      tokens: [...board.tokens.values()],
      ownership: [...board.ownership.values()],
      resources: [...board.resources.values()],
      attachments: [...board.attachments.values()],
      imports: [...board.imports.values()],
      origins: [...board.origins.values()],
      usage: [...board.usage.values()],
    },
  }
}

export function loadBoard(snapshot: Snapshot): Board {
  const parts = loadBoardInParts(snapshot)
  for (;;) {
    const { done, value } = parts.next()
    if (done === true) return value
  }
}

/** Loads a board in steps of less than a millisecond, because a million tasks take two seconds. */
export function* loadBoardInParts(snapshot: Snapshot): Generator<void, Board> {
  const board = createBoard()
  const { tables } = snapshot
  let count = 0
  // Older checkpoints do not store it.
  let hasOldWork = false
  // Agents and imports come before the tasks, which look up their agent's resources and their import.
  for (const agent of tables.agents) board.agents.put(agent)
  for (const resource of tables.resources) board.resources.put(resource)
  for (const record of tables.imports) board.imports.put(record)
  for (const origin of tables.origins) {
    board.origins.put(origin)
    if (++count % tasksInPart === 0) yield
  }
  for (const task of tables.tasks) {
    board.tasks.put(fromPlain(task))
    if (task.work && isOldWork(task.work)) hasOldWork = true
    if (++count % tasksInPart === 0) yield
  }
  for (const tombstone of tables.tombstones) board.tombstones.put(tombstone)
  for (const trashed of tables.trash) board.trash.put({ ...trashed, task: fromPlain(trashed.task) })
  for (const command of tables.commands) board.commands.put(command)
  for (const comment of tables.comments) board.comments.put(comment)
  for (const review of tables.reviews) board.reviews.put(review)
  for (const reflection of tables.reflections) board.reflections.put(reflection)
  for (const attachment of tables.attachments) board.attachments.put(attachment)
  for (const used of tables.usage) board.usage.put(used)
  for (const host of tables.hosts) board.hosts.put(host)
  for (const notice of tables.notices) board.notices.put(notice)
  for (const answer of tables.answers) board.answers.put(answer)
  for (const day of tables.days) board.days.put(day)
  for (const account of tables.accounts) board.accounts.put(account)
  for (const token of tables.tokens) board.tokens.put(token)
  for (const owned of tables.ownership) board.ownership.put(owned)
  board.count({ ...snapshot.counters, ...(hasOldWork && { hasOldWork }) })
  return board
}

// --- internal ---

const tasksInPart = 256
