import { createTable, type Table, type Undo } from "../collections/table.ts"
import type { BoardEvent } from "./events.ts"
import type { Notice, Pause, Task } from "./records.ts"

/** The fields of a task that a command may give another value, and that can be put back. */
export const stateFields = [
  ...(["title", "description", "status", "reason", "assignee", "reviewer", "priority", "project"] as const),
  ...(["tags", "done_criteria", "checks", "eta", "blockedBy", "parent", "discoveredFrom"] as const),
  ...(["notBefore", "dueAt", "metadata", "summary", "attempts", "backoffUntil", "startedAt"] as const),
  ...(["finishedAt", "askedBy", "assigneeBefore", "doneBy", "changesRequested", "reflected"] as const),
] as const satisfies readonly (keyof Task)[]
type StateField = (typeof stateFields)[number]

/** Values of a task's fields. */
export type TaskState = { readonly [F in StateField]?: Task[F] }

/** What a command did to one task, agent or inbox, with what it takes to put that back. */
export type Effect =
  /** It was not there before: it is new, or back from the trash. */
  | { readonly what: "added"; readonly n: number; readonly after: TaskState }
  | { readonly what: "deleted"; readonly n: number; readonly before: TaskState }
  | {
      readonly what: "changed"
      readonly n: number
      readonly before: TaskState
      readonly after: TaskState
      /** The agent whose lease it ended. */
      readonly took: string | null
    }
  /** `agent` as `nameKey`; null: the team. */
  | {
      readonly what: "paused"
      readonly agent: string | null
      readonly before: Pause | null
      readonly after: Pause | null
    }
  | { readonly what: "read"; readonly agent: string; readonly notices: readonly Notice[] }
  | { readonly what: "unread"; readonly agent: string; readonly notices: readonly Notice[] }

/** A command that can be taken back, with the old and the new value of what it changed. */
export interface DoneCommand {
  /** The seq of its first event. */
  readonly seq: number
  readonly at: number
  /** Whose it is: see `ownerKey`. */
  readonly owner: string
  readonly type: BoardEvent["type"]
  /** `undo`: it took others back; `redo`: it took such a one back. */
  readonly kind: "first" | "undo" | "redo"
  readonly isTakenBack: boolean
  readonly effects: readonly Effect[]
}

/** By the seq of the command. */
export type DoneCommands = Table<number, DoneCommand>

export const commandLifetimeMs = 24 * 3_600_000

/** Keeps a command, and forgets those that are too old, and the oldest one where there are too many. */
export function keepCommand(commands: DoneCommands, command: DoneCommand): void {
  commands.put(command)
  const old: number[] = []
  const [own, all] = [[] as number[], [] as number[]]
  for (const { seq, at, owner } of commands.values()) {
    if (command.at - at >= commandLifetimeMs) old.push(seq)
    else if (owner === command.owner) own.push(seq)
    all.push(seq)
  }
  if (own.length > mostOfOne) old.push(Math.min(...own))
  if (all.length - old.length > mostOfAll) old.push(Math.min(...all))
  for (const seq of old) commands.delete(seq)
}

export function createDoneCommands(undo: Undo): DoneCommands {
  return createTable<number, DoneCommand>(({ seq }) => seq, undo)
}

// --- internal ---

const mostOfOne = 50
const mostOfAll = 1_000
