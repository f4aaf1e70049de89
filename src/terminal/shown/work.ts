import { sayPull, sayPullShort } from "../../domain/wire/enums.ts"
import { someOf } from "../../machine/some-of.ts"
import { line } from "../output.ts"
import { ago } from "../show-time.ts"
import type { OutputOf } from "../../client/contract.ts"

export type ShownWork = NonNullable<OutputOf<"task.read">["task"]["work"]>

/** `upnext/T-12.2-login a1b2c3d, 3 files +20 -4, for main, not landed, https://…/pull/7`. Empty where an older server sends none. */
export function workText(work: ShownWork | undefined): string {
  if (!work) return ""
  const { branch, commit, files, additions, deletions, base, url, pull, landed } = work
  const changed = `${files} ${files === 1 ? "file" : "files"} +${additions} -${deletions}`
  const into = base === null ? "" : `, for ${line(base)}`
  return `${line(branch)} ${commit.slice(0, 7)}, ${changed}${into}, ${landedText(work)}${url === undefined ? "" : `, ${landed ? "" : `${line(sayPull(pull))} `}${line(url)}`}`
}

/** Where its files are: `/home/ann/shop.trees/T-12.2 on mill`. */
export function workPlace({ path, host }: ShownWork): string {
  if (path === null) return ""
  return `${line(path)}${host === null ? "" : ` on ${line(host)}`}`
}

/** `approved by mira, 2 h ago, then sent back because of a conflict`, where an approval stands. */
export function approvalText({ approved, landed }: ShownWork): string[] {
  if (!approved || landed) return []
  return [`approved by ${line(approved.by)}, ${ago(approved.at)}, then sent back because of a conflict`]
}

/** `conflicts with main in a.txt, 2 h ago`, where it did when it was reported. */
export function conflictText({ conflicts = [], base, landed, at }: ShownWork): string[] {
  if (conflicts.length === 0 || landed || base === null) return []
  return [`conflicts with ${line(base)} in ${someOf(conflicts.map(line), 3)}, ${ago(at)}`]
}

/** How the pull request of a task stands, until its work has landed. */
export function pullOf({
  work,
  status,
}: {
  work?: ShownWork | undefined
  status: string
}): string | undefined {
  if (work?.url === undefined || work.landed || work.outdated || status === "cancelled") return undefined
  return sayPullShort(work.pull)
}

// --- internal ---

function landedText(work: ShownWork): string {
  const { landed, outdated, keeps = [] } = work
  if (outdated) return "outdated: a later attempt has finished the task"
  if (!landed)
    return [
      "not landed",
      ...conflictText(work),
      ...approvalText(work),
      ...(keeps.length > 0 ? [`keeps ${line(keeps.join(", "))}`] : []),
    ].join(", ")
  const { base, commit, by, at } = landed
  const as = commit === null ? "" : ` as ${commit.slice(0, 7)}`
  return `landed in ${line(base)}${as} by ${line(by)}, ${ago(at)}`
}
