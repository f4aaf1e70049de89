import * as z from "zod"
import { AttachmentId, Sha256 } from "../files/attachment-schemas.ts"
import { line, whole } from "../schemas.ts"
import { PullView } from "./pull-view.ts"

const isoTime = z.iso.datetime()
const hash = z
  .string({ error: "expected a hash of git, in hex" })
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "expected a hash of git: 40 or 64 characters in hex")
const most = 1_000_000_000
const count = whole(0, most)

/** A commit of git. */
export const CommitHash = hash.describe("the hash of a commit")
export const BranchName = line(255, "the name of a branch").describe("the name of a branch")
export const Epoch = whole(0, Number.MAX_SAFE_INTEGER).describe(
  "the number of the attempt, as the claim answered; 0: nobody has claimed it",
)

export const PullUrl = z
  .url({ protocol: /^https$/, error: "expected a URL that begins with https://" })
  .max(2000, "must have at most 2,000 characters")
  .refine((url) => !/[\s\p{C}]/u.test(url), "must not hold spaces or control characters")

/** What an attempt has left in a repository, as its worker reports it. */
export const WorkIn = {
  repository: line(500, "the repository").describe(
    "the URL of its remote, without credentials, else the name of its directory",
  ),
  branch: BranchName,
  base: BranchName.nullish().describe("the branch that it is to land in"),
  tree: hash.describe("git's hash of its files"),
  commit: CommitHash.describe("its last commit"),
  files: count.describe("how many files it changes against the base"),
  additions: count.describe("lines added"),
  deletions: count.describe("lines removed"),
  host: line(255, "the name of a machine").optional().describe("the machine that the files are on"),
  path: line(4096, "a path").nullish().describe("where they are there"),
  conflicts: z
    .array(line(4096, "a path"))
    .max(100, "must have at most 100 files")
    .optional()
    .describe("the files in which it is in conflict with the base as it is now; at most 100"),
  url: PullUrl.optional().describe(
    "its pull request; kept when the attempt, or the next one, reports again without it, as long as it is open",
  ),
  patch: z
    .strictObject({ id: AttachmentId, sha256: Sha256 })
    .nullish()
    .describe("the file of the task that shows what was changed; no other file is shown as the change"),
}

const textOrNull = z.string().nullable()

export const WorkView = z
  .object({
    repository: z.string(),
    branch: z.string(),
    base: textOrNull.describe("the branch that it is to land in"),
    tree: z.string(),
    commit: z.string(),
    files: z.int(),
    additions: z.int(),
    deletions: z.int(),
    host: textOrNull,
    path: textOrNull,
    url: z.string().optional().describe("its pull request; left out where there is none"),
    pull: PullView.optional().describe("left out where nobody has looked at it"),
    conflicts: z
      .array(z.string())
      .optional()
      .describe(
        "the files in which it was in conflict with its base when it was reported; left out where it was in none",
      ),
    patch: z
      .object({ id: z.string(), sha256: z.string() })
      .nullable()
      .describe("the file of the task that shows what was changed; null: there is none"),
    agent: z.string(),
    epoch: z.int().describe("the number of the attempt"),
    at: isoTime,
    landed: z
      .object({
        base: z.string(),
        commit: textOrNull.describe("null: the base held all of it already, or it landed by other means"),
        by: z.string(),
        at: isoTime,
      })
      .nullable()
      .describe("null: not yet"),
    keeps: z
      .array(z.string())
      .optional()
      .describe(
        "nobody is at work on it, and until it has landed it keeps these places from others; left out where it keeps none",
      ),
    approved: z
      .object({
        by: z.string(),
        at: isoTime,
        commit: z.string(),
        patch: textOrNull.describe("the id of the file that shows what was approved"),
      })
      .optional()
      .describe("an approval that stands: since then a conflict with its base alone has sent it back"),
    reviewed: z
      .string()
      .optional()
      .describe(
        "the id of the file that shows the change of which the last review asked for changes; left out where this is none",
      ),
    toLand: z
      .literal(true)
      .optional()
      .describe("the tasks that it blocks wait until it has landed; left out where none waits for that"),
    outdated: z
      .literal(true)
      .optional()
      .describe("a later attempt has finished the task, and reported no work"),
  })
  .meta({
    id: "Work",
    description:
      "Work in a repository, of the last attempt that reported some. Its worker reports it; the server runs no git",
  })
export type WorkView = z.infer<typeof WorkView>
