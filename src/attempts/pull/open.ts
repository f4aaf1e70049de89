import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { numberOf } from "../../domain/wire/names.ts"
import { sayIs } from "../../domain/wire/enums.ts"
import { fail } from "../../errors.ts"
import { attemptIn } from "../../repository/branch-name.ts"
import type { Git } from "../../repository/git.ts"
import { landBase } from "../../repository/land-base.ts"
import { hooksOf } from "../../repository/hooks.ts"
import { remoteOf } from "../../repository/remote-branch.ts"
import { findRepository } from "../../repository/repository.ts"
import { commitAt } from "../../repository/tree.ts"
import { canAsk, confirm } from "../../terminal/ask.ts"
import { line, note, style } from "../../terminal/output.ts"
import { quote } from "../../terminal/typed.ts"
import type { WorkToLand } from "../land/find-landable.ts"
import { requireOwnBranch } from "../land/reported.ts"
import { failElsewhere } from "../land/words.ts"
import type { Forge, WantedPull } from "./forge.ts"
import { forgeOf, pullAt } from "./forges.ts"
import { failTool, lastLine, runTool, type ForgePlace } from "./tool.ts"

export interface OpenWishes {
  readonly client: Pick<Client, "task">
  readonly directory: string
  /** The branch to merge into, if it was named. */
  readonly base: string | undefined
  /** One that was opened already. */
  readonly url?: string | undefined
  readonly isYes: boolean
  readonly env: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
}

/** What has come of it. */
export interface OpenedPull {
  readonly task: string
  readonly url: string
  /** It was there, and has the new commits now. */
  readonly isUpdated: boolean
}

type PullTask = OutputOf<"task.read">["task"]

/**
 * Pushes the work of a task and opens a pull request for it; if a pull request is open, the new commits are pushed
 * to it. The commands are first shown and must be confirmed. A repeated call changes nothing.
 * @returns undefined if a person declines
 * @throws work_changed, invalid_transition, git_failed, pull_failed, no_repository
 */
export async function openPull(id: string, wishes: OpenWishes): Promise<OpenedPull | undefined> {
  const { client, directory, env, signal } = wishes
  const { task } = await client.task.read({ id })
  const work = requireFinished(task)
  if (wishes.url !== undefined) return nameOne(task, work, wishes.url, wishes)
  const { git } = await findRepository(directory, env)
  requireOwnBranch(id, numberOf(id), work.branch)
  const remote = await remoteOf(git)
  if ((await commitAt(git, work.commit)) === undefined) failElsewhere(id, work, remote)
  const asked = { named: wishes.base, task: numberOf(id), createdAt: task.createdAt }
  const { branch: base } = await landBase(git, { ...asked, branch: work.branch, reported: work.base })
  const { forge, host, name } = await requireForge(git, remote, env)
  const place = { host, env, signal, directory: git.directory }
  const open = await openOf(id, work, forge, place)
  const steps = stepsOf(task, work, { base, name, forge, open })
  if (!(await isAllowed(id, steps, wishes))) return undefined
  // Pushes as shown, with the user's hooks, which may look for secrets or send large files first.
  const withHooks = ["-c", `core.hooksPath=${await hooksOf(git)}`]
  const pushed = await git.ask([...withHooks, "push", "--quiet", name, steps.refspec], {
    timeoutMs: pushMs,
    signal,
  })
  if (pushed.exit !== 0)
    fail("git_failed", {
      detail: `git push of ${id} to ${name}: ${pushed.said}`,
      hint: "Nothing was opened. Fix the problem, and run the command again.",
    })
  const url = open?.url ?? (await create(forge, steps.create, place))
  await client.task.reportPull({
    ...{ id, epoch: work.epoch, opened: true },
    pull: { url, state: "open", head: work.commit, base },
  })
  return { task: id, url, isUpdated: open !== undefined }
}

/** A line about a pull request, for people. */
export function openedLine({ task, url, isUpdated }: OpenedPull): string {
  const what = isUpdated ? "has its new commits in" : "lands once this is merged:"
  return `${style.green("✓")} ${style.bold(task)} ${what} ${line(url)}`
}

// --- internal ---

const pushMs = 10 * 60_000

/** Work that a person may still review can have a pull request too. @throws invalid_transition, work_changed */
function requireFinished({ id, status, work }: PullTask): WorkToLand {
  if (!work || work.outdated)
    return fail("work_changed", {
      detail: `The last attempt at ${id} has reported no work.`,
      hint: "Give the task a tree of its own: `upnext claim --worktree`.",
    })
  if (work.landed)
    fail("invalid_transition", {
      detail: `${id} has already landed in ${work.landed.base}.`,
      facts: { task: id, status },
    })
  if (work.files === 0)
    fail("invalid_transition", { detail: `${id} has changed no file, so there is nothing to merge.` })
  // A closed pull request is replaced by another.
  const isReplaced = status === "blocked" && work.pull?.state === "closed"
  if (status !== "done" && status !== "review" && !isReplaced)
    fail("invalid_transition", {
      detail: `${id} ${sayIs(status)}; a pull request is opened only for finished work.`,
      facts: { task: id, status },
    })
  return work
}

/** Its state is known once somebody follows it. */
async function nameOne(
  { id }: PullTask,
  { epoch, base }: WorkToLand,
  url: string,
  { client, base: named }: OpenWishes,
): Promise<OpenedPull> {
  const into = named ?? base
  if (into === null)
    return fail("invalid_input", {
      detail: `The attempt at ${id} did not start from a branch, so the base of ${line(url)} is unknown.`,
      hint: `Name the base: upnext land ${id} --pr ${line(url)} --base main`,
    })
  await client.task.reportPull({ id, epoch, opened: true, pull: { url, state: "open", base: into } })
  return { task: id, url, isUpdated: false }
}

async function requireForge(git: Git, remote: string | undefined, env: NodeJS.ProcessEnv) {
  if (remote === undefined)
    return fail("git_failed", {
      detail: "This repository has no remote to push to, or it has several and none is called origin.",
      hint: "Add one: `git remote add origin <url>`.",
    })
  // A git rule for rewriting URLs may replace the host, or hide it.
  const urls = [
    (await git.run(["remote", "get-url", "--push", remote])).trim(),
    (await git.ask(["config", "--get", `remote.${remote}.url`])).stdout.trim(),
  ]
  const found = urls.map((url) => forgeOf(url, env)).find((each) => each !== undefined)
  if (found) return { ...found, name: remote }
  throw failTool(
    undefined,
    `Judging by its host name, the remote ${remote} is on neither GitHub nor GitLab.`,
    "Set GH_HOST or GITLAB_HOST, or open the pull request yourself and name it: `upnext land T-12 --pr <url>`.",
  )
}

interface OpenOne {
  readonly url: string
  readonly branch: string
}

/**
 * The pull request that an earlier attempt opened is continued as long as it is open. An agent gave its URL, so commits
 * are pushed to it only if it comes from a branch of this task.
 */
async function openOf(
  id: string,
  { url, branch: own }: WorkToLand,
  forge: Forge,
  place: ForgePlace,
): Promise<OpenOne | undefined> {
  const known = url === undefined ? undefined : pullAt(url)
  if (url !== undefined && known?.forge === forge && known.place.host === place.host) {
    const { state, branch, isFromFork } = await forge.look(known.place, place)
    if (state === "merged")
      fail("invalid_transition", {
        detail: `${line(url)} has already been merged.`,
        hint: "`upnext land --follow --once` reports the merge to the board.",
      })
    if (state === "open" && (isFromFork || attemptIn(branch)?.task !== numberOf(id)))
      throw failTool(
        undefined,
        `${line(url)} comes from ${isFromFork ? "a fork" : `the branch ${line(branch)}, which is not a branch of ${id}`}.`,
        "Push to the branch of the pull request yourself.",
      )
    if (state === "open") return { url, branch }
  }
  const found = await forge.find(own, place)
  return found === undefined ? undefined : { url: found, branch: own }
}

interface Steps {
  readonly refspec: string
  /** Undefined where one is open. */
  readonly create: readonly string[]
  /** As it would be typed. */
  readonly shown: readonly string[]
}

function stepsOf(
  { id, title, summary }: PullTask,
  { commit, branch }: WorkToLand,
  { base, name, forge, open }: { base: string; name: string; forge: Forge; open: OpenOne | undefined },
): Steps {
  const refspec = `${commit}:refs/heads/${open?.branch ?? branch}`
  const wanted: WantedPull = {
    branch,
    base,
    title: line(title),
    body: [summary, id].filter(Boolean).join("\n\n"),
  }
  const create = forge.create(wanted)
  const commands = [["git", "push", name, refspec], ...(open ? [] : [[forge.tool, ...create]])]
  return { refspec, create, shown: commands.map((words) => line(words.map(quote).join(" "))) }
}

async function isAllowed(id: string, { shown }: Steps, { isYes }: OpenWishes): Promise<boolean> {
  if (isYes) return true
  for (const each of shown) note(`  ${each}`)
  if (!canAsk())
    fail("invalid_input", {
      detail: `There is no terminal here to confirm ${shown.length === 1 ? "this" : "these"} for ${id}.`,
      hint: `Confirm beforehand: upnext land ${id} --pr --yes`,
    })
  return confirm(shown.length === 1 ? "Run it?" : "Run both?")
}

async function create(forge: Forge, args: readonly string[], place: ForgePlace): Promise<string> {
  const { exit, stdout, stderr } = await runTool(forge.tool, args, place)
  const url = stdout.split(/\s+/).findLast((word) => forge.placeOf(word) !== undefined)
  if (exit === 0 && url !== undefined) return url
  throw failTool(
    undefined,
    `\`${forge.tool}\` did not open a pull request: ${lastLine(stderr) || lastLine(stdout)}`,
    "The branch is pushed. Fix the problem, and run the command again.",
  )
}
