import type { Forge, LookedAt } from "./forge.ts"
import { askTool, stateIn, type ForgePlace } from "./tool.ts"

/*
 * GitLab, through `glab`. The JSON of a merge request is that of GitLab's API:
 * https://docs.gitlab.com/api/merge_requests/ (seen 2026-11-30 with glab 1.53). `detailed_merge_status` shows
 * whether the project requires a pipeline, and whether a reviewer requests changes. That request stays in place,
 * whatever is pushed, until the reviewer approves. A system note shows when changes were requested
 * (https://docs.gitlab.com/api/notes/).
 */

export const gitlab: Forge = {
  name: "GitLab",
  tool: "glab",
  placeOf(url) {
    const [, host, repository, number] =
      /^https:\/\/([\w.-]+(?::\d+)?)\/([\w./-]+?)\/-\/merge_requests\/(\d{1,9})(?:[/?#]|$)/.exec(url) ?? []
    return host && repository ? { host, repository, number: Number(number) } : undefined
  },
  async look({ host, repository, number }, place) {
    const what = `${repository}!${number}`
    const of = ["--repo", `https://${host}/${repository}`, "--output", "json"]
    const seen = (await askTool("glab", ["mr", "view", String(number), ...of], place, what)) as SeenByGlab
    const isRed = seen.head_pipeline?.status === "failed"
    const asksChanges = seen.detailed_merge_status === "requested_changes"
    const isRequired = seen.detailed_merge_status === "ci_must_pass"
    // What is not there is an empty text.
    const merged = seen.merge_commit_sha || seen.squash_commit_sha || seen.sha
    return {
      ...{ state: stateIn(states, seen.state, what), head: seen.sha },
      ...{ base: seen.target_branch, branch: seen.source_branch },
      isFromFork: isFromFork(seen),
      ...(seen.state === "merged" && { merged }),
      failed: isRed && isRequired ? ["pipeline"] : [],
      optionalFailed: isRed && !isRequired ? ["pipeline"] : [],
      ...(asksChanges && {
        review: "changes_requested" as const,
        changes: await lastAsked(seen.iid, repository, place),
      }),
    }
  },
  async find(branch, place) {
    const args = ["mr", "list", "--source-branch", branch, "--output", "json"]
    const found = (await askTool("glab", args, place, branch)) as readonly SeenByGlab[] | null
    // Anyone may give a branch of a fork the same name.
    return found?.find((each) => !isFromFork(each))?.web_url
  },
  create: ({ branch, base, title, body }) => [
    ...["mr", "create", "--source-branch", branch, "--target-branch", base, "--title", title],
    ...["--description", body, "--yes"],
  ],
}

// --- internal ---

interface NoteByGlab {
  readonly body: string
  readonly system: boolean
  readonly created_at: string
  readonly author: { readonly username: string }
}

/** The last time that a reviewer requested changes, according to the newest 100 notes. */
async function lastAsked(iid: number, repository: string, place: ForgePlace): Promise<LookedAt["changes"]> {
  const path = `projects/${encodeURIComponent(repository)}/merge_requests/${iid}/notes?per_page=100`
  const args = ["api", path, "--hostname", place.host]
  const notes = (await askTool("glab", args, place, `${repository}!${iid}`)) as readonly NoteByGlab[]
  const asked = notes.find(({ system, body }) => system && body === "requested changes")
  return asked && { by: asked.author.username, at: new Date(asked.created_at).toISOString() }
}

interface SeenByGlab {
  readonly iid: number
  readonly state: string
  readonly web_url: string
  readonly sha: string
  readonly source_branch: string
  readonly target_branch: string
  readonly source_project_id: number
  readonly target_project_id: number
  readonly merge_commit_sha: string
  readonly squash_commit_sha: string
  readonly detailed_merge_status?: string
  readonly head_pipeline?: { readonly status: string } | null
}

const isFromFork = ({ source_project_id, target_project_id }: SeenByGlab) =>
  source_project_id !== target_project_id

const states = {
  opened: "open",
  locked: "open",
  merged: "merged",
  closed: "closed",
} as const
