import type { ImportKind } from "../domain/wire/imports/import-form.ts"
import type { ImportItem } from "../domain/wire/imports/import-schemas.ts"

/** A file of what is to be read: its path inside the folder that was named, or its name alone. */
export interface GivenFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** What a person may say about how the files are to be read. */
export interface ReadWishes {
  /** `--project`: for items that have none of their own. */
  readonly project?: string | undefined
  /** What tells the tasks from those of another repository or file, such as `owner/name`. */
  readonly origin?: string | undefined
  /** `--map column=field`, of CSV; an empty field: it is kept aside. */
  readonly columns?: ReadonlyMap<string, string> | undefined
  /** `--map-status "In QA=review"`: the names are compared without regard to case. */
  readonly statuses?: ReadonlyMap<string, string> | undefined
  /** `--parallel`, of plans: tasks of a phase have no order but the one that the plan says. */
  readonly isFree?: boolean | undefined
  /** `--no-paths`, of plans: the files that a task writes are not its resources. */
  readonly withoutPaths?: boolean | undefined
  /** `--optional`, of plans: optional tasks are ordinary work. */
  readonly takesOptional?: boolean | undefined
}

/**
 * What a reader has to say beside the items. Equal things are one note with their count, so that a report stays short.
 * `skipped` is the one that means that a line or an item was left out, `guessed` that a text may be another one, `order` in how
 * many steps a plan is done.
 */
export interface ReadNote {
  readonly what: "order" | "mapped" | "kept" | "cut" | "dropped" | "skipped" | "guessed"
  /** One short sentence in plain words, such as `1,363 values of "Cycle" are kept aside`. */
  readonly text: string
  readonly count: number
  /** The places, such as `line 12` or a source. */
  readonly at?: readonly string[]
  /** Of values of a column or a key, one of them, in quotes. */
  readonly example?: string
}

/** What a reader makes of the files: pure, so the same files give the same items. */
export interface ReadFiles {
  readonly kind: ImportKind
  readonly items: readonly ImportItem[]
  readonly notes: readonly ReadNote[]
  /** The statuses that no word here is known for, as the files write them. Their tasks are todo. */
  readonly unknownStatuses: readonly string[]
  /** How many items could be mistaken for those of another repository or file: they name none, and no origin is given. */
  readonly bare: number
}
