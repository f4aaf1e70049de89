import * as z from "zod"
import { AttachmentId, Sha256 } from "../files/attachment-schemas.ts"
import { line, whole } from "../schemas.ts"
import { PullView } from "./pull-view.ts"

const isoTime = z.iso.datetime()
const hash = z
  .string({ error: "expected a git hash, in hex" })
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "expected a git hash: 40 or 64 characters in hex")
const most = 1_000_000_000
const count = whole(0, most)

/** A commit of git. */
export const CommitHash = hash.describe("the hash of a commit")
export const BranchName = line(255, "the name of a branch").describe("the name of a branch")
export const Epoch = whole(0, Number.MAX_SAFE_INTEGER).describe(
  "the number of the attempt, from the response to the claim; 0: nobody has claimed the task",
)

export const PullUrl = z
  .url({ protocol: /^https$/, error: "expected a URL that begins with https://" })
  .max(2000, "must have at most 2,000 characters")
  .refine((url) => !/[\s\p{C}]/u.test(url), "must not contain spaces or control characters")

/** The work that an attempt left in a repository, as its worker reports it. */
export const WorkIn = {
  repository: line(500, "the repository").describe(
    "the URL of the repository's remote, without credentials, or else the name of its directory",
  ),
  branch: BranchName,
  base: BranchName.nullish().describe("the branch to land in"),
  tree: hash.describe("git's hash of the work's files"),
  commit: CommitHash.describe("the work's last commit"),
  files: count.describe("how many files differ from the base"),
  additions: count.describe("lines added"),
  deletions: count.describe("lines removed"),
  host: line(255, "the name of a machine").optional().describe("the machine that the files are on"),
  path: line(4096, "a path").nullish().describe("the path of the files on that machine"),
  conflicts: z
    .array(line(4096, "a path"))
    .max(100, "must have at most 100 files")
    .optional()
    .describe("the files that conflict with the current base; at most 100"),
  url: PullUrl.optional().describe(
    "the work's pull request; while it is open, a later report without a pull request does not remove it",
  ),
  patch: z
    .strictObject({ id: AttachmentId, sha256: Sha256 })
    .nullish()
    .describe("the task's file that contains the change; no other file is shown as the change"),
}

const textOrNull = z.string().nullable()

export const WorkView = z
  .object({
    repository: z.string(),
    branch: z.string(),
    base: textOrNull.describe("the branch to land in"),
    tree: z.string(),
    commit: z.string(),
    files: z.int(),
    additions: z.int(),
    deletions: z.int(),
    host: textOrNull,
    path: textOrNull,
    url: z.string().optional().describe("the work's pull request; omitted if there is none"),
    pull: PullView.optional().describe("omitted if the pull request's state is not known yet"),
    conflicts: z
      .array(z.string())
      .optional()
      .describe("the files that conflicted with the base when the work was reported; omitted if none did"),
    patch: z
      .object({ id: z.string(), sha256: z.string() })
      .nullable()
      .describe("the task's file that contains the change; null: there is none"),
    agent: z.string(),
    epoch: z.int().describe("the number of the attempt"),
    at: isoTime,
    landed: z
      .object({
        base: z.string(),
        commit: textOrNull.describe(
          "null: the base already had the whole change, or the work landed some other way",
        ),
        by: z.string(),
        at: isoTime,
      })
      .nullable()
      .describe("null: the work has not landed yet"),
    keeps: z
      .array(z.string())
      .optional()
      .describe(
        "while nobody is working on this task: the paths that other tasks cannot use until its work lands; omitted if there are none",
      ),
    approved: z
      .object({
        by: z.string(),
        at: isoTime,
        commit: z.string(),
        patch: textOrNull.describe("the id of the file with the approved change"),
      })
      .optional()
      .describe(
        "an approval that is still valid: since then, only a conflict with the base has sent the work back",
      ),
    reviewed: z
      .string()
      .optional()
      .describe(
        "if the last review requested changes: the id of the file with the change that was reviewed; omitted if there is none",
      ),
    toLand: z
      .literal(true)
      .optional()
      .describe(
        "true: tasks blocked by this task wait until its work lands; omitted if no task is waiting for that",
      ),
    outdated: z.literal(true).optional().describe("a later attempt finished the task without reporting work"),
  })
  .meta({
    id: "Work",
    description:
      "The work in a repository, as reported by the last attempt that reported any. The attempt's worker reports the work; the server does not run git",
  })
export type WorkView = z.infer<typeof WorkView>
