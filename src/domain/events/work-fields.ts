import * as z from "zod"
import { pullReviews, pullStates } from "../wire/enums.ts"
import { number, text, textOrNull, texts, timeOrNull } from "./fields.ts"

/** What an attempt has left in a repository, as its worker reports it. The server runs no git, and believes it. */
export const workFields = z.strictObject({
  /** The URL of its remote without credentials, else the name of its directory. */
  repository: text,
  branch: text,
  /** The branch that it starts from and is to land in; null where it started from no branch. */
  base: textOrNull,
  /** Git's hash of the files, and of the last commit. */
  tree: text,
  commit: text,
  /** How many files it changes against the base, and how many lines. */
  files: number,
  additions: number,
  deletions: number,
  host: textOrNull,
  /** Where the files are on that host. */
  path: textOrNull,
  /** Its pull request. Absent where there is none. */
  url: text.optional(),
  /** The files in which it was in conflict with its base when it was reported. Absent where it was in none. */
  conflicts: texts.optional(),
  /** The file of the task that shows the change; null: there is none. Absent in older logs. */
  patch: z.strictObject({ id: text, sha256: text }).nullable().optional(),
  /** Whether tasks that are blocked by this one wait until it has landed. Absent in older logs, where none did. */
  toLand: z.boolean().optional(),
})

/** A pull request, as it was seen last. */
export const pullFields = z.strictObject({
  state: z.enum(pullStates),
  /** The last commit of its branch. */
  head: text.exactOptional(),
  /** The required checks that have failed, and the others. Absent where there are none. */
  failed: texts.exactOptional(),
  optionalFailed: texts.exactOptional(),
  review: z.enum(pullReviews).exactOptional(),
  /** When the last review that asks for changes was sent, in ms since 1970 where it was sent. It counts once. */
  changesAt: number.exactOptional(),
  /** What has sent the task back, so that each does so once: how it stood, the commit and the attempt. */
  judged: texts.exactOptional(),
  /** The status that it was sent back from. */
  sent: z.enum(["review", "done"]).exactOptional(),
})
export type PullFields = Readonly<z.infer<typeof pullFields>>

/** No decision of a person or an agent: what came of landing finished work. */
export const byLand = z.literal("land")

/** What could not land, since it is in conflict with its base: a commit, and the file that shows its change. */
export const landingConflict = z.strictObject({ commit: text, patch: textOrNull })

export type WorkFields = Readonly<z.infer<typeof workFields>>

/** The work of the last attempt that reported any. */
export interface TaskWork extends WorkFields {
  readonly agent: string
  /** The epoch of the task while the attempt lasted. */
  readonly epoch: number
  readonly at: number
  readonly landed: Landing | null
  /** The pull request at `url`. Absent where nobody has looked at it. */
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

/** What becomes of a task that could not land: a failed attempt. Absent in older logs, where none was counted. */
export const afterFailedLanding = z.strictObject({
  attempts: number,
  to: z.enum(["todo", "blocked"]),
  backoffUntil: timeOrNull,
  assignee: text.exactOptional(),
  reason: text,
})
