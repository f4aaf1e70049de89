import { cutText } from "../../domain/wire/excerpt.ts"
import { line } from "../../terminal/output.ts"
import type { Forge, LookedAt } from "./forge.ts"
import { askTool, failTool, lastLine, runTool, stateIn } from "./tool.ts"

/*
 * GitHub, through `gh`. Its JSON fields and exit statuses: https://cli.github.com/manual/gh_pr_view, gh_pr_checks
 * and gh_help_exit-codes (seen 2026-11-30 with gh 2.23 and 2.46). Only `gh pr checks --required` shows which checks
 * are required; its output is lines of tab-separated text, because JSON came only with 2.50.
 */

export const github: Forge = {
  name: "GitHub",
  tool: "gh",
  placeOf(url) {
    const [, host, repository, number] =
      /^https:\/\/([\w.-]+(?::\d+)?)\/([\w.-]+\/[\w.-]+)\/pull\/(\d{1,9})(?:[/?#]|$)/.exec(url) ?? []
    return host && repository ? { host, repository, number: Number(number) } : undefined
  },
  async look({ host, repository, number }, place) {
    const url = `https://${host}/${repository}/pull/${number}`
    const seen = (await askTool(
      "gh",
      ["pr", "view", url, "--json", fields.join(",")],
      place,
      url,
    )) as SeenByGh
    const red = seen.state === "OPEN" ? failedIn(seen.statusCheckRollup ?? []) : []
    const required = red.length === 0 ? new Set<string>() : await requiredOf(url, place)
    return {
      ...{ state: stateIn(states, seen.state, url), head: seen.headRefOid },
      ...{ base: seen.baseRefName, branch: seen.headRefName },
      isFromFork: seen.isCrossRepository,
      ...(seen.mergeCommit && { merged: seen.mergeCommit.oid }),
      failed: shown(red.filter((name) => required.has(name))),
      optionalFailed: shown(red.filter((name) => !required.has(name))),
      ...reviewOf(seen),
    }
  },
  async find(branch, place) {
    const args = ["pr", "list", "--head", branch, "--state", "open", "--json", "url,isCrossRepository"]
    const found = (await askTool("gh", args, place, branch)) as readonly (Pick<
      SeenByGh,
      "isCrossRepository"
    > & { readonly url: string })[]
    // Anyone may give a branch of a fork the same name.
    return found.find(({ isCrossRepository }) => !isCrossRepository)?.url
  },
  create: ({ branch, base, title, body }) => [
    ...["pr", "create", "--head", branch, "--base", base, "--title", title, "--body", body],
  ],
}

// --- internal ---

const fields = [
  ...["state", "headRefOid", "headRefName", "baseRefName", "isCrossRepository", "mergeCommit"],
  ...["statusCheckRollup", "reviews", "reviewDecision"],
]

interface SeenByGh {
  readonly state: string
  readonly headRefOid: string
  readonly headRefName: string
  readonly baseRefName: string
  readonly isCrossRepository: boolean
  readonly mergeCommit: { readonly oid: string } | null
  readonly statusCheckRollup: readonly GhCheck[] | null
  readonly reviews: readonly GhReview[] | null
  readonly reviewDecision: string | null
}

/** A check run has a name and a conclusion; a commit status has a context and a state. */
interface GhCheck {
  readonly name?: string
  readonly workflowName?: string
  readonly conclusion?: string
  readonly context?: string
  readonly state?: string
  readonly startedAt?: string
}

interface GhReview {
  readonly author: { readonly login: string } | null
  readonly authorAssociation: string
  readonly body: string
  readonly submittedAt: string | null
  readonly state: string
}

const states: Readonly<Record<string, LookedAt["state"]>> = {
  OPEN: "open",
  MERGED: "merged",
  CLOSED: "closed",
}

/** A cancelled run was ended by a person or by a newer run, which says nothing about the work. */
const red = new Set(["FAILURE", "ERROR", "TIMED_OUT", "ACTION_REQUIRED", "STARTUP_FAILURE"])

/** The names of the checks whose last run has failed. */
function failedIn(checks: readonly GhCheck[]): string[] {
  const last = new Map<string, GhCheck>()
  for (const check of checks) {
    const key = JSON.stringify([check.context, check.workflowName, check.name])
    if ((last.get(key)?.startedAt ?? "") <= (check.startedAt ?? "")) last.set(key, check)
  }
  const names = [...last.values()].flatMap(({ name, context, conclusion, state }) =>
    red.has(conclusion ?? state ?? "") ? (name ?? context ?? []) : [],
  )
  return [...new Set(names)]
}

async function requiredOf(url: string, place: Parameters<Forge["look"]>[1]): Promise<ReadonlySet<string>> {
  const { exit, stdout, stderr } = await runTool("gh", ["pr", "checks", url, "--required"], place)
  const rows = stdout.split("\n").flatMap((row) => (row.includes("\t") ? row.split("\t", 1) : []))
  if (rows.length === 0 && exit !== 0 && !/no required checks|no checks reported/i.test(stderr))
    throw failTool(
      undefined,
      `\`gh\` reports for ${url}: ${lastLine(stderr)}`,
      "Check it by hand: `gh pr checks`.",
    )
  return new Set(rows)
}

/** Authors whose reviews count, because on a public repository anyone may request changes. */
const members = new Set(["OWNER", "MEMBER", "COLLABORATOR"])

function reviewOf({ reviews, reviewDecision }: SeenByGh): Pick<LookedAt, "review" | "changes"> {
  const last = new Map<string, GhReview>()
  for (const review of reviews ?? []) {
    if (review.state === "COMMENTED" || review.state === "PENDING" || review.submittedAt === null) continue
    const by = review.author?.login ?? ""
    if ((last.get(by)?.submittedAt ?? "") <= review.submittedAt) last.set(by, review)
  }
  const all = [...last.values()]
  const ofMembers = all.filter(({ authorAssociation }) => members.has(authorAssociation))
  const asks = ({ state }: GhReview) => state === "CHANGES_REQUESTED"
  // This login may not be allowed to see who is a member. GitHub still reports whether a member requests changes.
  const isHidden = reviewDecision === "CHANGES_REQUESTED" && !ofMembers.some(asks)
  const asking = (isHidden ? all : ofMembers)
    .filter(asks)
    .sort((a, b) => ((a.submittedAt ?? "") < (b.submittedAt ?? "") ? 1 : -1))
  const [newest] = asking
  if (!newest?.submittedAt) {
    const isApproved = reviewDecision === "APPROVED" || ofMembers.some(({ state }) => state === "APPROVED")
    return isApproved ? { review: "approved" } : {}
  }
  const text = cutText(newest.body, mostText)
  return {
    review: "changes_requested",
    changes: {
      ...{ by: newest.author?.login || "ghost", at: newest.submittedAt },
      // It may consist only of comments on lines.
      ...(text.trim() !== "" && { text }),
    },
  }
}

/** As the board takes them. */
const shown = (checks: readonly string[]) =>
  checks.slice(0, mostChecks).map((name) => cutText(line(name), 200) || "a check")

const mostChecks = 100
const mostText = 10_000
