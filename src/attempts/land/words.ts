import { fail } from "../../errors.ts"
import { attemptIn } from "../../repository/branch-name.ts"
import { clean, line, style } from "../../terminal/output.ts"
import { someOf } from "../../machine/some-of.ts"
import type { WorkToLand } from "./find-landable.ts"

/** What came of a task. */
export type LandResult = { readonly task: string; readonly base: string } & (
  | {
      readonly result: "landed"
      /** Null: the base already had all of it. */
      readonly commit: string | null
      /** The board knew it already. */
      readonly wasThere: boolean
    }
  /** It could; nothing was moved, and no check was run. */
  | { readonly result: "lands" }
  | { readonly result: "conflict"; readonly files: readonly string[] }
  | { readonly result: "checks_failed"; readonly reason: string }
)

/** A line about what came of a task, for people. */
export function resultLine(result: LandResult, isTrial = false): string {
  const { task, base } = result
  const id = style.bold(task)
  if (result.result === "landed") {
    const { commit, wasThere } = result
    const as = commit === null ? "" : ` as ${commit.slice(0, 7)}`
    if (wasThere) return `${style.green("✓")} ${id} has already landed in ${line(base)}${as}`
    const held = commit === null ? `: ${line(base)} already contained all of the work` : ""
    return `${style.green("✓")} ${id} landed in ${line(base)}${as}${held}`
  }
  if (result.result === "lands") return `${style.green("✓")} ${id} merges with ${line(base)}`
  const back = isTrial ? "" : "; it counts as a failed attempt"
  if (result.result === "checks_failed")
    return `${style.red("✗")} ${id} ${isTrial ? "cannot" : "did not"} land in ${line(base)}: ${line(result.reason.split("\n")[0] ?? "")}${back}`
  const { files } = result
  return `${style.red("✗")} ${id} conflicts with ${line(base)} in ${someOf(files.map(line), 3)}${back}`
}

/** Where work is that is not in this repository. @param remote this repository's remote */
export function elsewhere(
  { commit, branch, repository, host }: Pick<WorkToLand, "commit" | "branch" | "repository" | "host">,
  remote: string | undefined,
): { readonly where: string; readonly hint: string } {
  const place = host === null ? "there" : `on ${line(host)}`
  const isOurs = attemptIn(branch) !== undefined && remote !== undefined
  return {
    where: `${commit.slice(0, 7)} in ${line(repository)}${host === null ? "" : ` ${place}`}`,
    hint: isOurs
      ? `If the work was pushed, \`git fetch ${remote} ${branch}\` fetches it; otherwise land it ${place}.`
      : `Land it ${place}.`,
  }
}

/** @throws git_failed */
export function failElsewhere(id: string, work: WorkToLand, remote: string | undefined): never {
  const { where, hint } = elsewhere(work, remote)
  return fail("git_failed", { detail: `The work of ${id}, ${where}, is not in this repository.`, hint })
}

/** What the assignee reads of a conflict. */
export function conflictComment(base: string, files: readonly string[]): string {
  const shown = files.slice(0, mostFiles).map((file) => `- ${codeOf(file)}`)
  const more = files.length - shown.length
  return [
    `The work conflicts with ${codeOf(base)} in these files (${codeOf(base)} was left unchanged):`,
    "",
    ...shown,
    ...(more > 0 ? [`- and ${more} more`] : []),
    "",
    `Merge ${codeOf(base)} into the branch, and finish the task again.`,
  ].join("\n")
}

/** What the assignee reads of a check that failed. */
export function checkComment(base: string, { said, output }: { said: string; output: string }): string {
  const shown = clean(output)
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = "`".repeat(longest + 1)
  const told = shown.trim() === "" ? [] : ["", fence, shown, fence]
  return [`${said}, on top of ${codeOf(base)}, which was left unchanged.`, ...told].join("\n")
}

// --- internal ---

const mostFiles = 100

/** The name of a file may be anything: it stays text. */
function codeOf(text: string): string {
  const shown = line(text).replaceAll("`", "'")
  return `\`${shown.slice(0, 300)}\``
}
