import { UpnextError } from "../../errors.ts"
import { isLateGit, withGitLimit } from "../../repository/git.ts"
import type { Left } from "../../repository/leave.ts"
import type { WorkerPulls } from "../pull/worker-pulls.ts"
import type { FinishedByWorker } from "../land/land.ts"
import { sayUnlanded } from "../../domain/wire/enums.ts"
import { line } from "../../terminal/output.ts"
import { isUnallowed } from "../verify/approval.ts"
import type { ReadyTree, TreePlace } from "../trees/trees.ts"
import { reportWork } from "../report/report.ts"
import { messageOf } from "./grip.ts"
import type { Client } from "../../client/client.ts"
import type { Connection } from "./connection.ts"
import type { Teller } from "./outcome.ts"
import type { Stop } from "../processes/stop.ts"
import type { OutputRight } from "./output.ts"
import type { ClaimedTask } from "./task-input.ts"

interface TreeJob {
  readonly client: Client
  readonly connection: Connection
  readonly teller: Teller
  readonly stop: Stop
  readonly timeout: { readonly ms: number } | undefined
}

/** How a worker gives each attempt a tree of its own. */
export interface WorkTrees {
  readonly place: TreePlace
  /** Uncommitted work at the end of an attempt is committed. */
  readonly commits: boolean
  /** An attempt may bring nothing. */
  readonly allowsEmpty: boolean
  /** Lands what is done. @returns whether it has landed */
  readonly land?: ((finished: FinishedByWorker) => Promise<boolean>) | undefined
  /** Opens a pull request for finished work, and follows open pull requests. */
  readonly pulls?: WorkerPulls | undefined
}

/**
 * Prepares the tree of an attempt.
 * @param ending ends its setup
 * @returns why there is no tree, in a sentence
 */
export async function treeFor(
  { teller, stop, timeout }: Pick<TreeJob, "teller" | "stop" | "timeout">,
  trees: WorkTrees,
  ending: AbortSignal,
  { task, lease, handoff }: ClaimedTask,
): Promise<ReadyTree | string> {
  const limits = { stop: ending, hurry: stop.hurried, timeoutMs: timeout?.ms }
  try {
    const tree = await trees.place.open({ task, epoch: lease.epoch }, limits)
    const { branch, base } = tree.record
    teller.say(`${task.id}: on ${line(branch)}${base === null ? "" : `, to land in ${line(base)}`}`)
    if (handoff?.unlanded) teller.say(`${task.id}: ${sayUnlanded(handoff.unlanded)}`)
    for (const each of tree.notes) teller.say(`${task.id}: ${line(each)}`)
    return tree.setupFailed ?? tree
  } catch (error) {
    if (error instanceof UpnextError && !isUnallowed(error)) return messageOf(error)
    throw error
  }
}

/** With this limit, git takes no longer than the command may, and no longer than a stopping worker waits. */
export function withinLimits<T>(
  { stop, timeout }: Pick<TreeJob, "stop" | "timeout">,
  call: () => Promise<T>,
): Promise<T> {
  const ms = timeout && Math.min(Math.max(timeout.ms, leastGitMs), mostGitMs)
  return withGitLimit({ signal: stop.over, ...(ms !== undefined && { ms }) }, call)
}

/**
 * Commits what the command has left in its tree, and reports it to the board.
 * @returns why the work cannot count as done, if git could not keep it, and the hash of the files
 */
export async function keepWork(
  { client, connection, teller, stop }: Omit<TreeJob, "timeout">,
  trees: WorkTrees | undefined,
  tree: ReadyTree | undefined,
  right: OutputRight,
): Promise<Partial<Pick<Left, "unfit" | "files">>> {
  if (!trees || !tree) return {}
  const limits = { signal: stop.over, shortPauses: stop.asked }
  const { id, ...by } = right
  let left
  try {
    left = await trees.place.leave(tree, trees.commits)
  } catch (error) {
    if (!(error instanceof UpnextError)) throw error
    return { unfit: `git could not keep the work: ${error.message}` }
  }
  for (const each of left.notes) teller.say(`${id}: ${line(each)}`)
  try {
    await connection.persist(() => reportWork(client, id, left, by), limits)
  } catch (error) {
    // The task is no longer ours; the end of the attempt is reported anyway.
    if (!(error instanceof UpnextError)) throw error
    teller.say(`${id}: its work was not reported: ${line(error.message)}`)
    if (isLateGit(error)) return { unfit: error.message }
  }
  return left
}

// --- internal ---

/** A time limit that is short for the command would be too short for git in a large repository. */
const leastGitMs = 10_000
const mostGitMs = 5 * 60_000
