import type { Priority } from "../../domain/wire/enums.ts"
import type { FoundCriterion } from "../words/criteria.ts"
import type { StatusMeaning } from "../words/statuses.ts"
import type { PlainTexts } from "./plain-fields.ts"

type DraftText = string | undefined

/** A task as a reader found it: not yet within the limits, its edges by the ids of its file, its times as text. */
export interface FoundTask extends PlainTexts {
  /** As the file writes it; with the kind before it, it is the source. */
  readonly id: string
  /** Other names by which edges of the same files call it. */
  readonly aliases?: readonly string[]
  /** What it was known by before its id was given out again. */
  readonly formerId?: string
  /** `line 12`, or the path of a file. */
  readonly place: string
  readonly title: DraftText
  readonly description?: DraftText
  /** Parts that stand below the description, each with its heading. */
  readonly sections?: readonly (readonly [heading: string, text: DraftText])[]
  readonly status?: StatusMeaning
  readonly reason?: DraftText
  readonly priority?: Priority | null | undefined
  readonly assignees?: readonly string[]
  readonly reviewer?: DraftText
  readonly tags?: readonly string[]
  readonly project?: DraftText
  readonly criteria?: readonly DraftCriterion[]
  readonly eta?: DraftText
  readonly notBefore?: DraftText
  readonly dueAt?: DraftText
  readonly summary?: DraftText
  readonly createdBy?: DraftText
  readonly createdAt?: DraftText
  readonly updatedAt?: DraftText
  readonly startedAt?: DraftText
  readonly finishedAt?: DraftText
  readonly comments?: readonly DraftComment[]
  readonly blockedBy?: readonly string[]
  /** The tasks that wait for this one, where a file tells it from this side. */
  readonly blocks?: readonly string[]
  readonly parent?: DraftText
  readonly discoveredFrom?: DraftText
  /** What has no field here, by the name that it has there. */
  readonly rest?: readonly (readonly [name: string, value: unknown])[]
  readonly reflections?: readonly DraftComment[]
  /** Metadata of our own, which is no part of what is kept aside. */
  readonly metadata?: unknown
}

export interface DraftComment {
  readonly author?: DraftText
  readonly at?: DraftText
  readonly content: string
}

/** A criterion, and where the file tells it, who says that it is met, when, and what shows it. */
export interface DraftCriterion extends FoundCriterion {
  readonly by?: DraftText
  readonly at?: DraftText
  readonly evidence?: DraftText
  /** The name of a check. */
  readonly standsOn?: DraftText
}
