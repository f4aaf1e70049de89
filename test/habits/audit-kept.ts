import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { Audit, AuditedClone } from "./audit.ts"
import { lines, parts } from "./auditor-git.ts"
import { bytesOf, textAt } from "./own-files.ts"
import type { ShownWork } from "./shown-task.ts"
import { linesOf } from "./world.ts"

/** What anybody committed or left is still to be found. */
export function auditKept(audit: Audit): void {
  for (const clone of audit.clones) {
    const held = new Set(lines(clone.git.git("rev-list", ...endsIn(clone))))
    const lost = linesOf(clone.clone.noted).filter((commit) => !held.has(commit))
    if (lost.length > 0) audit.broken(`${clone.clone.name}: nothing holds these commits any more`, lost)
    let blobs: Set<string> | undefined
    const findBlobs = () =>
      (blobs ??= new Set(
        lines(clone.git.git("rev-list", "--objects", ...endsIn(clone))).map((line) => line.slice(0, 40)),
      ))
    for (const name of newestEnds(clone.clone.kept)) auditEnd(audit, clone, name, findBlobs)
  }
}

/** The files of people are as they left them. */
export function auditOwn({ world, broken }: Audit): void {
  for (const { name, root, own } of world.clones)
    for (const [path, bytes] of own) {
      const now = bytesOf(root, path)
      if (now !== bytes) broken(`${name}: ${path} of a person has changed`, { before: bytes, now })
    }
}

// --- internal ---

/** All that git keeps: the ends of refs and what they stood at, and what is checked out in each tree. */
function endsIn({ git }: AuditedClone): string[] {
  const heads = lines(git.git("worktree", "list", "--porcelain")).flatMap(
    (line) => /^HEAD ((?!0{40})[0-9a-f]{40})$/.exec(line)?.[1] ?? [],
  )
  return ["--all", "--reflog", ...heads.filter((head) => git.ask(["cat-file", "-e", head]) !== undefined)]
}

/** What is kept of the last command in each tree: a second round may change what the first one left. */
function newestEnds(kept: string): Iterable<string> {
  // Where the command was killed, it had no time to write all of it.
  const ends = readdirSync(kept).filter((name) => existsSync(join(kept, name, "time")))
  const dated = ends.map((name) => ({ name, at: Number(textAt(kept, name, "time")) }))
  const sorted = dated.sort((a, b) => a.at - b.at)
  return new Map(sorted.map(({ name }) => [textAt(kept, name, "tree").trim(), name])).values()
}

/** A tree as it was when the command of its attempt ended. */
function auditEnd(
  audit: Audit,
  { clone, git }: AuditedClone,
  name: string,
  findBlobs: () => Set<string>,
): void {
  const at = join(clone.kept, name)
  const tree = textAt(at, "tree").trim()
  const ended = Number(textAt(at, "time"))
  const own = audit.tasks.find(
    ({ own: { id }, works }) => name.startsWith(`${id}.`) && works.some(({ path }) => path === tree),
  )
  const work = own?.works.find(({ path, at: reported }) => path === tree && Date.parse(reported) >= ended)
  for (const path of parts(textAt(at, "list"))) {
    const bytes = bytesOf(join(at, "files"), path)
    if (bytes === undefined) continue
    const blob = blobOf(git, bytes)
    if (work) {
      const kept = snapshotOf(git, work)
      if (kept !== undefined && kept.get(path) !== blob)
        audit.broken(`${clone.name}: ${path} of ${tree} is not in what was kept of its attempt`, {
          bytes: bytes.slice(0, 200),
          work,
        })
    }
    const isThere = bytesOf(tree, path) === bytes || findBlobs().has(blob)
    if (!isThere)
      audit.broken(`${clone.name}: ${path}, left in ${tree}, is nowhere any more`, bytes.slice(0, 200))
  }
}

const snapshots = new Map<string, ReadonlyMap<string, string>>()

/** The files of a commit: the path, and git's hash of the bytes. */
function snapshotOf({ ask }: AuditedClone["git"], { commit }: ShownWork) {
  const known = snapshots.get(commit)
  if (known) return known
  const listed = ask(["ls-tree", "-r", "-z", commit])
  if (listed === undefined) return undefined
  const files = new Map(
    parts(listed).map((row) => {
      const [, , blob = ""] = row.slice(0, row.indexOf("\t")).split(" ")
      return [row.slice(row.indexOf("\t") + 1), blob]
    }),
  )
  snapshots.set(commit, files)
  return files
}

const blobs = new Map<string, string>()

function blobOf({ ask }: AuditedClone["git"], bytes: string): string {
  const known = blobs.get(bytes)
  if (known !== undefined) return known
  const blob = ask(["hash-object", "--no-filters", "--stdin"], bytes)?.trim() ?? ""
  blobs.set(bytes, blob)
  return blob
}
