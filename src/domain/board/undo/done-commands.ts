import { ascending, createKeyedSets } from "../../collections/keyed-sets.ts"
import { createSortedSet, type SortedSet } from "../../collections/sorted-set.ts"
import { createTable, type Table, type Undo } from "../../collections/table.ts"
import type { BoardEvent } from "../../events/index.ts"
import type { Attachment } from "../files/attachment-record.ts"
import { nameKey } from "../../wire/names.ts"
import type { FlatTask, Notice, Pause, Task } from "../records.ts"
import { recordName, taskFieldNames, type RecordField } from "../../wire/task-table.ts"

/** Values that a command may change in addition to the edited fields. */
const progressFields = [
  ...(["status", "reason", "checks", "summary", "attempts", "expiries", "backoffUntil"] as const),
  ...(["startedAt", "finishedAt", "askedBy"] as const),
  ...(["assigneeBefore", "doneBy", "changesRequested", "reflected"] as const),
] as const satisfies readonly (keyof Task)[]

/** The fields of a task that a command may change and that can be restored. */
export type StateField = RecordField | (typeof progressFields)[number]
export const stateFields: readonly StateField[] = [...progressFields, ...taskFieldNames.map(recordName)]

/** Values of a task's fields. */
export type TaskState = { readonly [F in StateField]?: FlatTask[F] }

/** The effect of a command on one task, agent or inbox, with the data needed to reverse it. */
export type Effect =
  /** It did not exist before: it is new, or restored from the trash. */
  | { readonly what: "added"; readonly n: number; readonly after: TaskState }
  | { readonly what: "deleted"; readonly n: number; readonly before: TaskState }
  /** More than is kept: see `keep`. */
  | { readonly what: "large"; readonly n: number }
  | {
      readonly what: "changed"
      readonly n: number
      readonly before: TaskState
      readonly after: TaskState
      /** The agent whose lease it ended. */
      readonly took: string | null
      /** Its time, if it is of a request that continues the command. */
      readonly at?: number
    }
  /** A file was added to the task, or removed from it. The file's bytes are kept as long as this record. */
  | { readonly what: "attached"; readonly n: number; readonly attachment: number }
  | { readonly what: "detached"; readonly n: number; readonly file: Attachment }
  /** `agent` as `nameKey`; null: the team. */
  | {
      readonly what: "paused"
      readonly agent: string | null
      readonly before: Pause | null
      readonly after: Pause | null
    }
  /** It named an agent that nobody had heard of, as `nameKey`. */
  | { readonly what: "named"; readonly agent: string }
  /** It removed such a name. */
  | { readonly what: "unnamed"; readonly name: string }
  /** The whole import, by its number. */
  | { readonly what: "imported"; readonly import: number }
  /** The import was taken back. */
  | { readonly what: "import_taken"; readonly import: number }
  | { readonly what: "read"; readonly agent: string; readonly notices: readonly Notice[] }
  | { readonly what: "unread"; readonly agent: string; readonly notices: readonly Notice[] }
  /** For a command that cannot be undone, only the task is stored. */
  | { readonly what: "stays"; readonly n: number }

/**
 * A command that can be undone, with the old and the new values of what it changed. Of the commands that cannot be
 * undone, the last one of each name is kept, so that an undo does not silently reach past it.
 */
export interface DoneCommand {
  /** The seq of its first event. */
  readonly seq: number
  readonly at: number
  /** Whose it is: see `ownerKey` and `staysKey`. */
  readonly owner: string
  readonly type: BoardEvent["type"]
  /** `undo`: it undid other commands; `redo`: it reversed such an undo; `stays`: it cannot be undone. */
  readonly kind: "first" | "undo" | "redo" | "stays"
  /** The commands that it took back. */
  readonly takes: readonly number[]
  readonly effects: readonly Effect[]
  /** How many bytes its effects take in a checkpoint. */
  readonly bytes: number
}

/** By the seq of the command. */
export interface DoneCommands extends Pick<
  Table<number, DoneCommand>,
  "size" | "get" | "put" | "delete" | "values"
> {
  /** The seqs of an owner's commands. */
  of(owner: string): SortedSet<number> | undefined
  /** Stores a command, and drops the oldest commands if there are too many or they take too much memory. */
  keep(command: Omit<DoneCommand, "bytes">): void
  /** Drops the commands that are too old at this time, which is a time of the log. */
  forgetOld(at: number): void
}

export const commandLifetimeMs = 24 * 3_600_000

/**
 * The owner of a command that cannot be undone: only the name, because agents of one account do not wait for each
 * other.
 */
export function staysKey(actor: string): string {
  return `\t${nameKey(actor)}`
}

export function createDoneCommands(undo: Undo): DoneCommands {
  const order = createSortedSet<number>((a, b) => a - b)
  const owners = createKeyedSets(ascending)
  let bytes = 0
  const table = createTable<number, DoneCommand>(
    ({ seq }) => seq,
    undo,
    (before, after) => {
      bytes += (after?.bytes ?? 0) - (before?.bytes ?? 0)
      if (before) {
        order.delete(before.seq)
        owners.delete(before.owner, before.seq)
      }
      if (after) {
        order.add(after.seq)
        owners.add(after.owner, after.seq)
      }
    },
  )
  /**
   * A command reversed by an admin's undo may be younger than the admin's other commands. It must not be undone again.
   */
  const dropOldest = (of: SortedSet<number> | undefined) => {
    const oldest = of?.first() ?? 0
    const { takes = [] } = table.get(oldest) ?? {}
    for (const seq of [oldest, ...takes]) table.delete(seq)
  }
  const countOf = (owner: string) => owners.get(owner)?.size ?? 0

  return {
    ...table,
    get size() {
      return table.size
    },
    of: (owner) => owners.get(owner),
    forgetOld(at) {
      for (;;) {
        const oldest = table.get(order.first() ?? 0)
        if (!oldest || at - oldest.at < commandLifetimeMs) return
        table.delete(oldest.seq)
      }
    },
    keep(command) {
      const done = measured(command)
      if (done.kind === "stays")
        for (const seq of [...(owners.get(done.owner)?.values() ?? [])]) table.delete(seq)
      table.put(done)
      while (countOf(done.owner) > mostOfOne) dropOldest(owners.get(done.owner))
      while (table.size > mostOfAll || bytes > mostBytes) dropOldest(order)
    },
  }
}

// --- internal ---

const mostOfOne = 50
const mostOfAll = 1_000
const mostBytesOfOne = 1024 * 1024
const mostBytes = 8 * 1024 * 1024

/** For a command that takes too much memory, only the tasks are stored, so that an undo does not skip it silently. */
function measured(command: Omit<DoneCommand, "bytes">): DoneCommand {
  const bytes = bytesOf(command.effects)
  if (bytes <= mostBytesOfOne) return { ...command, bytes }
  const effects = command.effects.flatMap((effect): Effect[] =>
    "n" in effect ? [{ what: "large", n: effect.n }] : [],
  )
  return { ...command, effects, bytes: bytesOf(effects) }
}

function bytesOf(effects: readonly Effect[]): number {
  return encoder.encode(JSON.stringify(effects)).length
}

const encoder = new TextEncoder()
