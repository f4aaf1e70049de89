import type { Decision } from "../../wire/enums.ts"
import type { Metadata } from "../../wire/metadata.ts"
import type { LinePlace } from "../../wire/tasks/place.ts"

/** What was said of tasks, as the board holds it. See `records.ts`. */

export interface Comment {
  readonly n: number
  readonly task: number
  readonly author: string
  readonly content: string
  readonly createdAt: number
  /** It was written elsewhere, and came with an import: its author and its time are what the origin says. */
  readonly isImported?: true
  /** The line of the change that it is about. */
  readonly place?: LinePlace
  /** It is a question. `to`: whom; null: anyone. */
  readonly ask?: { readonly to: string | null; readonly choices: readonly string[] }
  /** The number of the question that it answers. */
  readonly answers?: number
  /** What its writer sent beside the fields of a comment. */
  readonly extra?: Metadata
}

export interface Review {
  readonly n: number
  readonly task: number
  readonly reviewer: string
  readonly decision: Decision
  readonly comment: string | null
  /** The number of the comment that repeats its words; null where it has none. */
  readonly posted: number | null
  /** The numbers of the comments on lines that it gathers, by file and line; left out where it gathers none. */
  readonly lines?: readonly number[]
  /** The commit of the work that was approved. Absent where there was none, and in older logs. */
  readonly commit?: string
  /** The id of the file that shows the work of which changes were asked. Absent where no file did, and in older logs. */
  readonly patch?: string
  /** What could not land, where a conflict with its base is all that this says. */
  readonly conflict?: { readonly commit: string; readonly patch: string | null }
  readonly createdAt: number
}

export interface Reflection {
  readonly n: number
  readonly task: number
  readonly agent: string
  readonly content: string
  readonly createdAt: number
  readonly isImported?: true
}
