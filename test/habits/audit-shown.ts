import type { Audit, AuditedTask } from "./audit.ts"
import { lines, parts, type AuditorGit } from "./auditor-git.ts"
import { stoodAt } from "./landings.ts"
import { fileOf, type ShownWork } from "./shown-task.ts"

interface LandedCommit {
  readonly git: AuditorGit
  readonly from: string
  readonly to: string
  readonly task: AuditedTask
}

/**
 * What landed is the change that is attached to the work, hunk for hunk: applied to the base as it was, it makes the very
 * files that landed. A commit that a reviewer named lands with it.
 */
export async function auditShown(audit: Audit, landed: LandedCommit): Promise<void> {
  const { git, to, task } = landed
  const { board, own, works } = task
  const tree = git.git("rev-parse", `${to}^{tree}`).trim()
  const tried: unknown[] = []
  for (const work of [...works].reverse()) {
    if (work.patch === null) continue
    const patch = await fileOf(board, own.id, work.patch.id)
    const shown = shownFiles(git, patch, work)
    if (typeof shown === "string") tried.push({ commit: work.commit, why: shown })
    else {
      const taken = audit.world.taken.get(`${board.name}/${own.id}`)
      const ends = [shown.tree, ...(taken === undefined ? [] : [taken])]
      if (ends.some((end) => merges(git, { base: landed.from, from: shown.from, end }, tree))) return
      tried.push({ commit: work.commit, why: unseen(git, landed, shown) })
    }
  }
  audit.broken(`${to} of ${own.title} has landed, and is not what the attached change shows`, tried)
}

/** Where the board says that the base held all of a change already, to merge it there changes nothing. */
export async function auditHeld(audit: Audit, { board, own, shown }: AuditedTask): Promise<void> {
  const { work } = shown
  const key = `held ${own.title} ${work?.commit ?? ""}`
  if (!work?.patch || work.landed?.commit !== null || audit.well.has(key)) return
  const taken = audit.world.taken.get(`${board.name}/${own.id}`)
  const patch = await fileOf(board, own.id, work.patch.id)
  const isHeld = audit.clones.some(({ git, clone }) => {
    const found = shownFiles(git, patch, work)
    if (typeof found === "string") return false
    const ends = [found.tree, ...(taken === undefined ? [] : [taken])]
    const bases = [...stoodAt(clone.root)]
      .filter((base) => git.ask(["cat-file", "-e", base]) !== undefined)
      .reverse()
    return bases.some((base) => {
      const tree = git.git("rev-parse", `${base}^{tree}`).trim()
      return ends.some((end) => merges(git, { base, from: found.from, end }, tree))
    })
  })
  if (!isHeld) audit.broken(`${own.title} is said to be in the base, and is not`, shown)
  audit.well.add(key)
}

// --- internal ---

interface Shown {
  /** The commit that the change begins at. */
  readonly from: string
  /** The files that it leads to. */
  readonly tree: string
}

/** The files that a patch leads to: those that the work reports, or why not. */
function shownFiles(git: AuditorGit, patch: string, { commit }: ShownWork): Shown | string {
  const [, from = "", to = ""] = /^# ([0-9a-f]{40})\.\.([0-9a-f]{40})\n/.exec(patch) ?? []
  if (to !== commit) return `it shows ${to}, not ${commit}`
  const head = patch.slice(0, patch.indexOf("\n\n") + 1)
  const change = patch.slice(head.length + 1)
  return git.aside((own) => {
    const missing = [from, commit].find((each) => own.ask(["cat-file", "-e", each]) === undefined)
    if (missing !== undefined) return `${missing} is not here`
    own.git("read-tree", from)
    if (
      change.trim() !== "" &&
      own.ask(["apply", "--cached", "--whitespace=nowarn", "-"], change) === undefined
    )
      return "it does not apply to where it begins"
    const unlike = parts(own.git("diff-index", "--cached", "--no-renames", "--name-only", "-z", commit))
    const isSaid = (path: string) => head.includes(`#   ${path.replace(/\p{Cc}/gu, "?")}\n`)
    const silent = unlike.filter((path) => !isSaid(path))
    if (silent.length > 0) return `it leaves out ${silent.join(", ")}`
    return { from, tree: git.git("rev-parse", `${commit}^{tree}`).trim() }
  })
}

const diffTree = ["diff-tree", "-r", "-p", "--no-renames", "--no-ext-diff", "--no-textconv"]

/** Whether a change, merged with a base, makes these files. */
function merges(
  git: AuditorGit,
  { base, from, end }: { base: string; from: string; end: string },
  tree: string,
): boolean {
  return git.aside((own) => {
    own.git("read-tree", base)
    const change = own.ask([...diffTree, "--binary", "--full-index", from, end])
    if (change === undefined) return false
    const isApplied =
      change === "" ||
      own.ask(["apply", "--3way", "--cached", "--whitespace=nowarn", "-"], change) !== undefined
    if (isApplied && own.git("write-tree").trim() === tree) return true
    // Where a file was moved in the base, git merges what a patch cannot be applied to.
    const commit = (files: string, ...parents: string[]) =>
      own.git("commit-tree", "-m", "x", ...parents.flatMap((each) => ["-p", each]), `${files}^{tree}`).trim()
    const root = commit(from)
    const merged = own.ask([
      "merge-tree",
      "--write-tree",
      "--no-messages",
      commit(base, root),
      commit(end, root),
    ])
    return merged?.trim() === tree
  })
}

/** The lines that landed and that the change does not show. */
function unseen(git: AuditorGit, { from, to }: LandedCommit, shown: Shown): readonly string[] {
  const changed = (one: string, other: string) =>
    lines(git.git(...diffTree, "-U0", "--text", one, other)).filter((line) => /^[-+]/.test(line))
  const known = new Set(changed(shown.from, shown.tree))
  return changed(from, to).filter((line) => !known.has(line))
}
