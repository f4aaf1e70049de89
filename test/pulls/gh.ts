import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/*
 * A stand-in for GitHub's `gh`: it prints what the real one does, from files that a test writes (`gh pr view --json`, `gh pr
 * checks`, `gh pr list`, `gh pr create`; source: github.com/cli/cli, `api/export_pr.go` and `pkg/cmd/pr/checks`).
 */

export interface FakeCheck {
  readonly name: string
  readonly conclusion: string
  readonly isRequired: boolean
}

export interface FakeReview {
  readonly login: string
  readonly state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED"
  readonly at: string
  readonly body?: string
  readonly association?: string
}

export interface FakePull {
  state: "OPEN" | "MERGED" | "CLOSED"
  head: string
  branch: string
  base: string
  mergeCommit: string | null
  checks: readonly FakeCheck[]
  reviews: readonly FakeReview[]
  decision?: "APPROVED" | "CHANGES_REQUESTED" | "REVIEW_REQUIRED"
}

export const fakeUrl = (number: number) => `https://github.com/acme/shop/pull/${number}`

/** Puts a `gh` into a directory of its own, which goes first on a PATH. */
export function fakeGh(directory: string) {
  mkdirSync(directory, { recursive: true })
  const script = join(directory, "gh")
  writeFileSync(script, standIn)
  chmodSync(script, 0o755)
  const file = (name: string) => join(directory, name)
  return {
    directory,
    /** What it was called with, a line each. */
    calls: () => (existsSync(file("calls")) ? readFileSync(file("calls"), "utf8").trim().split("\n") : []),
    put(number: number, pull: FakePull) {
      writeFileSync(file(`view-${number}`), JSON.stringify(viewOf(pull)))
      const required = pull.checks.filter(({ isRequired }) => isRequired)
      const bucket = ({ conclusion }: FakeCheck) => (conclusion === "SUCCESS" ? "pass" : "fail")
      const rows = required.map((check) => `${check.name}\t${bucket(check)}\t1m2s\thttps://ci.example/1\t`)
      writeFileSync(file(`checks-${number}`), rows.map((row) => `${row}\n`).join(""))
    },
    /** It cannot do anything: what it says on standard error, and its exit status; undefined: it can again. */
    fail(said: string | undefined, exit = 1) {
      rmSync(file("trouble"), { force: true })
      if (said === undefined) return
      writeFileSync(file("trouble"), said)
      writeFileSync(file("trouble-exit"), String(exit))
    },
  }
}

// --- internal ---

function viewOf({ state, head, branch, base, mergeCommit, checks, reviews, decision }: FakePull) {
  return {
    ...{ state, headRefOid: head, headRefName: branch, baseRefName: base, isCrossRepository: false },
    mergeCommit: mergeCommit === null ? null : { oid: mergeCommit },
    statusCheckRollup: checks.map(({ name, conclusion }) => ({
      ...{ __typename: "CheckRun", name, workflowName: "CI", status: "COMPLETED", conclusion },
      ...{ startedAt: "2026-01-01T00:00:00Z", completedAt: "2026-01-01T00:01:00Z", detailsUrl: "" },
    })),
    reviews: reviews.map(({ login, state: said, at, body = "", association = "MEMBER" }) => ({
      ...{ author: { login }, authorAssociation: association, body, submittedAt: at, state: said },
    })),
    reviewDecision: decision ?? "",
  }
}

const standIn = `#!/bin/sh
here=$(dirname "$0")
printf '%s\\n' "$*" >> "$here/calls"
if [ -f "$here/trouble" ]; then cat "$here/trouble" >&2; exit "$(cat "$here/trouble-exit")"; fi
number=\${3##*/}
case "$1 $2" in
"pr view") cat "$here/view-$number" 2>/dev/null && exit 0
  echo "GraphQL: Could not resolve to a PullRequest with the number of $number." >&2; exit 1 ;;
"pr checks")
  if [ ! -s "$here/checks-$number" ]; then echo "no required checks reported on the 'x' branch" >&2; exit 1; fi
  cat "$here/checks-$number"; grep -q fail "$here/checks-$number" && exit 1; exit 0 ;;
"pr list") cat "$here/list" 2>/dev/null || echo "[]" ;;
"pr create")
  echo "https://github.com/acme/shop/pull/7"
  echo '[{"url":"https://github.com/acme/shop/pull/7"}]' > "$here/list" ;;
*) echo "unknown command" >&2; exit 1 ;;
esac
`
