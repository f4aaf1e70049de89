import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { auditHeld, auditShown } from "./audit-shown.ts"
import type { Audit, AuditedTask } from "./audit.ts"
import type { AuditorGit } from "./auditor-git.ts"
import { fileOf } from "./shown-task.ts"

/** A done task has work whose named check passes on the very files that it reports: the auditor runs it there. */
export async function auditDone(audit: Audit): Promise<void> {
  for (const { board, own, shown, checks } of audit.tasks) {
    const { work } = shown
    const name = `${own.title} (${own.id})`
    if (shown.status !== "done" && shown.status !== "review") continue
    const key = `done ${own.title} ${work?.commit ?? ""} ${work?.landed ? "landed" : ""}`
    if (audit.well.has(key)) continue
    const counted = checks.find(({ check, counts }) => check === "t" && counts)
    if (counted?.status !== "passed")
      audit.broken(`${name} is ${shown.status} without a check that passed`, checks)
    if (!work || work.outdated === true) {
      audit.broken(`${name} is ${shown.status}, and nobody knows with which files`, shown)
      continue
    }
    if (counted?.tree !== work.tree)
      audit.broken(`${name}: its check passed on other files`, { counted, work })
    const git = holderOf(audit, work.commit)
    if (!git) {
      audit.broken(`${name} is ${shown.status} with a commit that no clone has`, work)
      continue
    }
    const tree = git.git("rev-parse", `${work.commit}^{tree}`).trim()
    if (tree !== work.tree) audit.broken(`${name} reports ${work.tree}, its commit has ${tree}`, work)
    const patch = work.patch && (await fileOf(board, own.id, work.patch.id))
    const from = /^# ([0-9a-f]{40})\.\./.exec(patch ?? "")?.[1]
    const bases = [from, ...audit.clones.map(() => "main")]
    const runs = bases.flatMap(
      (base, i) => commandIn(i === 0 ? git : (audit.clones[i - 1]?.git ?? git), base) ?? [],
    )
    const passed = [...new Set(runs)].some((run) => passesOn(audit, git, tree, run))
    // What is landed is looked at in any case.
    const isTold = audit.world.told.has(`${board.name} ${own.id}`)
    if (!passed && !isTold)
      audit.broken(`${name} is ${shown.status}, and its check fails on its files`, { runs, work })
    audit.well.add(key)
  }
}

/** What a landing put into the base passes the check there, was shown, and is one commit of one task. */
export async function auditLanded(audit: Audit): Promise<void> {
  for (const { clone, git, landings } of audit.clones)
    for (const { from, to } of landings) {
      const key = `landed ${clone.name} ${from} ${to}`
      if (audit.well.has(key)) continue
      const [commit = "", ...others] = git.git("rev-list", "--parents", "-1", to).trim().split(" ")
      if (commit !== to || others.join(" ") !== from)
        audit.broken(`${clone.name}: ${to} landed as more than one commit on ${from}`)
      const subject = git.git("log", "-1", "--format=%s", to).trim()
      const task = audit.tasks.find(({ own }) => subject === `${own.title} (${own.id})`)
      if (!task) {
        audit.broken(`${clone.name}: ${to} landed for no task: ${subject}`)
        continue
      }
      const run = commandIn(git, from) ?? commandIn(git, to)
      const tree = git.git("rev-parse", `${to}^{tree}`).trim()
      if (run === undefined || !passesOn(audit, git, tree, run))
        audit.broken(`${clone.name}: ${to} of ${subject} has landed, and its check fails there`, { run })
      await auditShown(audit, { git, from, to, task })
      audit.well.add(key)
    }
  for (const task of audit.tasks) {
    auditToldLanding(audit, task)
    auditOnce(audit, task)
    await auditHeld(audit, task)
  }
}

// --- internal ---

/** What the board says has landed is in a base, or was there until a person took it out. */
function auditToldLanding(audit: Audit, { own, shown }: AuditedTask): void {
  const landed = shown.work?.landed?.commit
  if (landed === undefined || landed === null || audit.well.has(`told ${landed}`)) return
  const isThere = audit.clones.some(({ git }) => {
    const held = git.ask(["rev-list", "--walk-reflogs", "main"])
    const first = held?.split("\n").includes(landed) === true
    return first || git.ask(["merge-base", "--is-ancestor", landed, "main"]) !== undefined
  })
  if (!isThere) audit.broken(`${own.title} has landed as ${landed}, which is in no base`, shown)
  audit.well.add(`told ${landed}`)
}

/** Each work that was finished is at most one commit of a base. */
function auditOnce({ clones, broken }: Audit, { own, works }: AuditedTask): void {
  const landed = new Set(clones.flatMap(({ landings }) => landings.map(({ to }) => to)))
  for (const { clone, git } of clones) {
    const log = git.git("log", "--format=%H %s", "main").split("\n")
    const found = log.filter(
      (line) => line.endsWith(` ${own.title} (${own.id})`) && landed.has(line.slice(0, 40)),
    )
    if (found.length > works.length)
      broken(`${clone.name}: ${own.title} is in the base more than once`, found)
  }
}

function holderOf({ clones }: Audit, commit: string): AuditorGit | undefined {
  return clones.find(({ git }) => git.ask(["cat-file", "-e", `${commit}^{commit}`]) !== undefined)?.git
}

/** What the check runs, as it stands in a commit. */
function commandIn(git: AuditorGit, commit: string | undefined): string | undefined {
  const text = commit === undefined ? undefined : git.ask(["cat-file", "blob", `${commit}:.upnext.json`])
  if (text === undefined) return undefined
  return (JSON.parse(text) as { checks?: { t?: string } }).checks?.t
}

/** Runs a check on files that were checked out for it alone. */
function passesOn({ well }: Audit, git: AuditorGit, tree: string, run: string): boolean {
  const key = `passes ${tree} ${run}`
  if (well.has(key)) return true
  const passes = git.aside((own, directory) => {
    const place = join(directory, "files")
    mkdirSync(place)
    own.git("read-tree", tree)
    own.git("checkout-index", "--all", `--prefix=${place}/`)
    return spawnSync("sh", ["-c", run], { cwd: place, timeout: 20_000 }).status === 0
  })
  if (passes) well.add(key)
  return passes
}
