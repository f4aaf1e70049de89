import type { ImportKind } from "../../wire/imports/import-form.ts"
import type { TaskState } from "../undo/done-commands.ts"

/** Tasks that are brought in from another tool, from the first part to the last. */
export interface ImportRecord {
  readonly n: number
  readonly kind: ImportKind
  /** Of what is brought in, such as the name of the file. Who imports the same again goes on with it. */
  readonly name: string
  /** What tells its tasks from those of another repository or file. Older ones have none. */
  readonly origin?: string
  readonly by: string
  readonly at: number
  /** When its last part came. */
  readonly heardAt: number
  /** `open`: its tasks are not ready. `taken_back`: what it added is in the trash. */
  readonly state: "open" | "ended" | "taken_back"
  readonly endedAt: number | null
  /** How many tasks it has added. */
  readonly added: number
  /** How many tasks that were there it has changed. */
  readonly changed: number
  /** What these were before; null: more than is kept. */
  readonly changes: readonly ImportedChange[] | null
  /** How many bytes `changes` takes in a checkpoint. */
  readonly bytes: number
  /** Tasks that got another source, with the one of before. */
  readonly adopted?: readonly Pick<Origin, "n" | "source">[]
}

/** What an import has changed of one task. */
export interface ImportedChange {
  readonly n: number
  readonly before: TaskState
  readonly after: TaskState
}

/** What the origin of a task said of its fields last: a digest of each that is not empty. */
export type SaidFields = Readonly<Record<string, number>>

/** Where a task comes from. It is kept when the task is deleted, so that the same file does not bring it back. */
export interface Origin {
  /** The number of the task. */
  readonly n: number
  readonly source: string
  /** The number of the import that added it. */
  readonly import: number
  /** Its source counts as new: the import was taken back, or another task has come from there. */
  readonly isGone: boolean
  readonly said: SaidFields
  /** A digest of the task as its import has made it, once something has changed it. */
  readonly asCame?: number
}
