import * as z from "zod"
import { pullReviews, pullStates } from "../wire/enums.ts"
import { number, text, textOrNull, texts, timeOrNull } from "./fields.ts"

/**
 * The work that an attempt left in a repository, as its worker reports it. The server does not run git and trusts the
 * report.
 */
export const workFields = z.strictObject({
  /** The URL of the repository's remote without credentials, or else the name of its directory. */
  repository: text,
  branch: text,
  /** The branch from which the work starts and in which it is to land; null if it did not start from a branch. */
  base: textOrNull,
  /** Git's hash of the files, and of the last commit. */
  tree: text,
  commit: text,
  /** How many files and lines it changes compared with the base. */
  files: number,
  additions: number,
  deletions: number,
  host: textOrNull,
  /** Where the files are on that host. */
  path: textOrNull,
  /** Its pull request. Absent where there is none. */
  url: text.optional(),
  /** The files that conflicted with the base when the work was reported. Absent if there were none. */
  conflicts: texts.optional(),
  /** The attached file that shows the change; null: there is none. Absent in older logs. */
  patch: z.strictObject({ id: text, sha256: text }).nullable().optional(),
  /** Whether tasks that this one blocks wait until it has landed. Absent in older logs, in which they did not wait. */
  toLand: z.boolean().optional(),
})

/** A pull request, as it was seen last. */
export const pullFields = z.strictObject({
  state: z.enum(pullStates),
  /** The last commit of its branch. */
  head: text.exactOptional(),
  /** The required checks that have failed, and the others. Absent if there are none. */
  failed: texts.exactOptional(),
  optionalFailed: texts.exactOptional(),
  review: z.enum(pullReviews).exactOptional(),
  /** When the latest review that requests changes was sent, in ms since 1970 by the forge's clock. Counted only once. */
  changesAt: number.exactOptional(),
  /** What has sent the task back, so that each cause does so only once: the state, the commit and the attempt. */
  judged: texts.exactOptional(),
  /** The status that it was sent back from. */
  sent: z.enum(["review", "done"]).exactOptional(),
})
export type PullFields = Readonly<z.infer<typeof pullFields>>

/** Not a decision by a person or an agent, but the result of landing finished work. */
export const byLand = z.literal("land")

/** Work that could not land because it conflicts with its base: a commit, and the file that shows its change. */
export const landingConflict = z.strictObject({ commit: text, patch: textOrNull })

export type WorkFields = Readonly<z.infer<typeof workFields>>

/** The work of the last attempt that reported any. */
export interface TaskWork extends WorkFields {
  readonly agent: string
  /** The epoch of the task while the attempt lasted. */
  readonly epoch: number
  readonly at: number
  readonly landed: Landing | null
  /** The state of the pull request at `url`. Absent if it has not been looked at. */
  readonly pull?: PullFields
  /** The places that somebody freed before it landed. */
  readonly freed: readonly string[]
}

export interface Landing {
  readonly base: string
  readonly commit: string | null
  readonly by: string
  readonly at: number
}

/**
 * The consequence for a task that could not land: a failed attempt. Absent in older logs, in which none was counted.
 */
export const afterFailedLanding = z.strictObject({
  attempts: number,
  to: z.enum(["todo", "blocked"]),
  backoffUntil: timeOrNull,
  assignee: text.exactOptional(),
  reason: text,
})
