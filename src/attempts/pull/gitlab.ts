import type { Forge, LookedAt } from "./forge.ts"
import { failTool, jsonIn, lastLine, runTool, stateIn, type ForgePlace } from "./tool.ts"

/*
 * GitLab, by `glab`. The JSON of a merge request is that of its API: https://docs.gitlab.com/api/merge_requests/ (seen
 * 2026-11-30 with glab 1.53). A pipeline is required where the project says so, which `detailed_merge_status` tells, as it
 * tells that a reviewer asks for changes. That stays so whatever is pushed, until the reviewer approves; when it was asked,
 * a system note says (https://docs.gitlab.com/api/notes/).
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
    const of = ["--repo", `https://${host}/${repository}`, "--output", "json"]
    const answer = await runTool("glab", ["mr", "view", String(number), ...of], place)
    if (answer.exit !== 0)
      throw failTool(
        undefined,
        `\`glab\` says of ${repository}!${number}: ${lastLine(answer.stderr)}`,
        "Look whether it is there.",
      )
    const seen = jsonIn(answer, `${repository}!${number}`) as SeenByGlab
    const isRed = seen.head_pipeline?.status === "failed"
    const asksChanges = seen.detailed_merge_status === "requested_changes"
    const isRequired = seen.detailed_merge_status === "ci_must_pass"
    // What is not there is an empty text.
    const merged = seen.merge_commit_sha || seen.squash_commit_sha || seen.sha
    return {
      ...{ state: stateIn(states, seen.state, `${repository}!${number}`), head: seen.sha },
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
    const answer = await runTool("glab", args, place)
    if (answer.exit !== 0)
      throw failTool(
        undefined,
        `\`glab mr list\` says: ${lastLine(answer.stderr)}`,
        "Look at the remote of this repository.",
      )
    const found = jsonIn({ ...answer, stdout: answer.stdout || "[]" }, branch) as readonly SeenByGlab[] | null
    // Anybody may give a branch of a fork the same name.
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

/** The last time that a reviewer asked for changes, by the newest 100 notes. */
async function lastAsked(iid: number, repository: string, place: ForgePlace): Promise<LookedAt["changes"]> {
  const path = `projects/${encodeURIComponent(repository)}/merge_requests/${iid}/notes?per_page=100`
  const answer = await runTool("glab", ["api", path, "--hostname", place.host], place)
  if (answer.exit !== 0)
    throw failTool(
      undefined,
      `\`glab\` says of ${repository}!${iid}: ${lastLine(answer.stderr)}`,
      "Look whether it is there.",
    )
  const notes = jsonIn(answer, `${repository}!${iid}`) as readonly NoteByGlab[]
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
