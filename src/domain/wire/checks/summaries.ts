import type { CheckStatus } from "./check-states.ts"
import type { WorkView } from "./work-schemas.ts"

interface RanCheck {
  readonly check: string
  readonly status: CheckStatus
  readonly exitCode: number | null
  readonly durationMs: number
  readonly tree: string | null
  readonly commit: string | null
  readonly isClean: boolean
}

/**
 * `test · exit 0 · 41 s · a1b2c3d`. If files were changed since the commit, the hash of the files is given instead.
 */
export function sayResult(result: RanCheck): string {
  const { check, status, exitCode, durationMs, tree, commit, isClean } = result
  const short = (hash: string) => hash.slice(0, 7)
  const files =
    isClean && commit !== null ? short(commit) : tree !== null ? `files ${short(tree)}` : undefined
  const how =
    status === "unknown"
      ? "no command has that name"
      : status === "timed_out"
        ? "timed out"
        : exitCode === null
          ? status
          : `exit ${exitCode}`
  const took = status === "unknown" ? undefined : sayTook(durationMs)
  return [check, how, took, files].filter((part) => part !== undefined).join(" · ")
}

/** In one line, such as `upnext/T-12.2-login a1b2c3d, 3 files +20 -4`. */
export function sayWork({
  branch,
  commit,
  files,
  additions,
  deletions,
}: Pick<WorkView, "branch" | "commit" | "files" | "additions" | "deletions">): string {
  const changed = `${files} ${files === 1 ? "file" : "files"} +${additions} -${deletions}`
  return `${branch} ${commit.slice(0, 7)}, ${changed}`
}

// --- internal ---

function sayTook(ms: number): string {
  if (ms < 1000) return `${ms} ms`
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
