import type { ImportKind } from "../../wire/imports/import-form.ts"
import type { TaskState } from "../undo/done-commands.ts"

/** An import of tasks from another tool, from its first part to its last. */
export interface ImportRecord {
  readonly n: number
  readonly kind: ImportKind
  /** The name of the import, such as its file name. Importing the same name again continues the import. */
  readonly name: string
  /** Distinguishes the import's tasks from those of another repository or file. Older imports do not have it. */
  readonly origin?: string
  readonly by: string
  readonly at: number
  /** When its last part came. */
  readonly heardAt: number
  /** `open`: its tasks are not ready. `taken_back`: the tasks that it added are in the trash. */
  readonly state: "open" | "ended" | "taken_back"
  readonly endedAt: number | null
  /** How many tasks it has added. */
  readonly added: number
  /** How many existing tasks it has changed. */
  readonly changed: number
  /** What those tasks were before; null: more than is kept. */
  readonly changes: readonly ImportedChange[] | null
  /** How many bytes `changes` takes in a checkpoint. */
  readonly bytes: number
  /** Tasks whose source was changed, each with its earlier source. */
  readonly adopted?: readonly Pick<Origin, "n" | "source">[]
}

/** What an import has changed of one task. */
export interface ImportedChange {
  readonly n: number
  readonly before: TaskState
  readonly after: TaskState
}

/** The origin's last values for a task's fields: a digest of each field that is not empty. */
export type SaidFields = Readonly<Record<string, number>>

/**
 * The origin of a task. It is kept when the task is deleted, so that importing the same file does not recreate the
 * task.
 */
export interface Origin {
  /** The number of the task. */
  readonly n: number
  readonly source: string
  /** The number of the import that added it. */
  readonly import: number
  /** Its source counts as new, because the import was undone or another task has been imported from there. */
  readonly isGone: boolean
  readonly said: SaidFields
  /** A digest of the task as the import created it; set once the task has been changed. */
  readonly asCame?: number
}
