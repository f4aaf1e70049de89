import type { Decision } from "../../wire/enums.ts"
import type { Metadata } from "../../wire/metadata.ts"
import type { LinePlace } from "../../wire/tasks/place.ts"

/** Comments and other texts about tasks, as the board stores them. See `records.ts`. */

export interface Comment {
  readonly n: number
  readonly task: number
  readonly author: string
  readonly content: string
  readonly createdAt: number
  /** It was written elsewhere and imported: its author and its time come from the origin. */
  readonly isImported?: true
  /** The line of the change that it is about. */
  readonly place?: LinePlace
  /** It is a question. `to`: whom; null: anyone. */
  readonly ask?: { readonly to: string | null; readonly choices: readonly string[] }
  /** The number of the question that it answers. */
  readonly answers?: number
  /** What its writer sent in addition to the fields of a comment. */
  readonly extra?: Metadata
}

export interface Review {
  readonly n: number
  readonly task: number
  readonly reviewer: string
  readonly decision: Decision
  readonly comment: string | null
  /** The number of the comment that repeats its text; null if it has no text. */
  readonly posted: number | null
  /** The numbers of the line comments that it collects, by file and line; omitted if it collects none. */
  readonly lines?: readonly number[]
  /** The commit of the approved work. Absent if there was none, and in older logs. */
  readonly commit?: string
  /**
   * The id of the file with the change for which changes were requested. Absent if there was no file, and in older
   * logs.
   */
  readonly patch?: string
  /** The work that could not land, if this only reports a conflict with its base. */
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
