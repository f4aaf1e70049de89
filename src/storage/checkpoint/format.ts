import type { Snapshot, Tables } from "../../domain/board/snapshot.ts"
import type { Mark } from "../mark.ts"

export const checkpointFormat = "upnext-board"
/** Also increased when the same journal results in another board than before, so that old checkpoints are rebuilt. */
export const checkpointVersion = 23

/** The part of the journal that a checkpoint was made from. */
export interface CheckpointPosition {
  /** Everything up to this mark is in the snapshot. */
  readonly mark: Mark
  /** The end of each segment before the one of the mark. */
  readonly closed: readonly Mark[]
}

export interface Checkpoint {
  readonly position: CheckpointPosition
  readonly snapshot: Snapshot
}

/** Every table, in the order of the file. The compiler reports a table that is missing in this list. */
export const tableNames = Object.keys({
  tasks: true,
  tombstones: true,
  trash: true,
  commands: true,
  comments: true,
  reviews: true,
  reflections: true,
  agents: true,
  hosts: true,
  notices: true,
  answers: true,
  days: true,
  accounts: true,
  tokens: true,
  ownership: true,
  resources: true,
  attachments: true,
  imports: true,
  origins: true,
  usage: true,
} satisfies Record<keyof Tables, true>) as (keyof Tables)[]
