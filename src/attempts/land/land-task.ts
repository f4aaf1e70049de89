import type { Client } from "../../client/client.ts"
import { numberOf } from "../../domain/wire/names.ts"
import { UpnextError } from "../../errors.ts"
import { attemptIn } from "../../repository/branch-name.ts"
import { landBase } from "../../repository/land-base.ts"
import { landWork, tryLanding, type Landed } from "../../repository/land.ts"
import { forgetAttempts } from "../../repository/landed-as.ts"
import type { LandingWork } from "../../repository/landing-work.ts"
import { commitHooks } from "../../repository/hooks.ts"
import { treesOf } from "../../repository/trees-place.ts"
import { findRepository, requireGit, type Repository } from "../../repository/repository.ts"
import { remoteOf } from "../../repository/remote-branch.ts"
import { removeAbandoned } from "../../repository/scratch-tree.ts"
import { beganAt, readRecords, type AttemptRecord } from "../../repository/attempt-record.ts"
import { commitAt } from "../../repository/tree.ts"
import { isByPerson } from "../../terminal/coding-agents.ts"
import { createStop, type Stop } from "../processes/stop.ts"
import { placeSaid, requireApproval } from "../verify/approval.ts"
import { committedChecks } from "../verify/catalog.ts"
import { isElsewhere } from "../../terminal/project-checks.ts"
import { areProven } from "./are-proven.ts"
import { checkCandidate } from "./check-candidate.ts"
import { commitWithHooks } from "./hooked-commit.ts"
import { inTurn } from "./in-turn.ts"
import { requireOwnBranch, requireReported } from "./reported.ts"
import { requireOnTop, requireShownFrom } from "./shown.ts"
import type { WorkToLand } from "./find-landable.ts"
import { conflictComment, failElsewhere, type LandResult } from "./words.ts"

export interface LandWishes {
  readonly client: Pick<Client, "task" | "attachment">
  /** The branch to land in, where it was named. */
  readonly base: string | undefined
  /** A commit on top of the reported commit, named by a reviewer. */
  readonly take?: string | undefined
  /** Only say whether it could land. */
  readonly isTrial?: boolean
  /** Run checks again even if they have passed on exactly the files that land. */
  readonly isFresh?: boolean
  /** Run git's commit hooks on what lands. */
  readonly runsHooks?: boolean
  readonly isYes: boolean
  readonly env: NodeJS.ProcessEnv
  say(text: string): void
}

export interface OpenLanding {
  /** Undefined if it was stopped. @throws as the server and git refuse */
  land(id: string): Promise<LandResult | undefined>
  isHere(work: Pick<WorkToLand, "branch" | "commit">): Promise<boolean>
  /** The trees of attempts in this repository. */
  readonly trees: readonly AttemptRecord[]
  /** Where work of another machine can be fetched from. */
  remote(): Promise<string | undefined>
  /** The exit status for a signal that stopped it. */
  status(): number | undefined
  close(): void
}

/** Lands tasks in a directory's repository. @throws no_repository, git_unfit */
export async function openLanding(
  directory: string,
  wishes: LandWishes,
  stop: Stop = createStop(),
): Promise<OpenLanding> {
  const repository = await findRepository(directory, wishes.env)
  await requireGit(repository.git, [2, 38], "Landing")
  await removeAbandoned(repository.git)
  const hooks = await commitHooks(repository.git)
  let isSaid = hooks.length === 0 || wishes.isTrial === true || wishes.runsHooks === true
  return {
    async land(id) {
      if (!isSaid) wishes.say(`Landing does not run git's hooks: ${hooks.join(", ")}. --hooks runs them.`)
      isSaid = true
      try {
        return await landOne(repository, id, { ...wishes, stop })
      } catch (error) {
        if (stop.status() !== undefined && error instanceof UpnextError) return undefined
        throw error
      }
    },
    isHere: async ({ branch, commit }) =>
      attemptIn(branch) !== undefined && (await commitAt(repository.git, commit)) !== undefined,
    trees: await readRecords(repository.git),
    remote: () => remoteOf(repository.git),
    status: () => stop.status(),
    close: () => stop.close(),
  }
}

// --- internal ---

async function landOne(
  repository: Repository,
  id: string,
  { client, base: named, take, stop, ...wishes }: LandWishes & { readonly stop: Stop },
): Promise<LandResult | undefined> {
  const { git, main, root } = repository
  const { task } = await client.task.read({ id })
  const work = requireReported(task)
  const { branch, commit, epoch, landed } = work
  const n = numberOf(id)
  if (landed) {
    await forgetAttempts(git, { task: n, epoch, commit })
    return { task: id, base: landed.base, result: "landed", commit: landed.commit, wasThere: true }
  }
  requireOwnBranch(id, n, branch)
  if ((await commitAt(git, commit)) === undefined) failElsewhere(id, work, await remoteOf(git))
  const asked = { named, task: n, createdAt: task.createdAt, branch, reported: work.base }
  const { branch: base, commit: tip } = await landBase(git, asked)
  const say = { id, epoch, commit, base }
  const confirm = async () => {
    await client.task.land({ ...say, result: "landed", dryRun: true })
  }
  await confirm()
  const committed = await committedChecks(git, tip, root)
  const { trees } = committed
  const { isYes, env } = wishes
  // The location of trees is confirmed in the same prompt as the commands to run.
  if (trees !== undefined && isElsewhere(main, trees))
    await requireApproval({ main, base: committed }, { isYes, env, typed: `upnext land ${id}` })
  const place = trees === undefined ? undefined : placeSaid(main, trees)
  const taken = take === undefined ? undefined : await requireOnTop(git, take, { id, commit })
  const landing: LandingWork = {
    ...{ task: n, epoch, title: task.title, branch, commit, base, trees: await treesOf(main, place) },
    began: await beganAt(git, { task: n, createdAt: task.createdAt }),
    shownFrom: await requireShownFrom(
      { client, git, tip, say: wishes.say, isNamed: taken !== undefined },
      task,
      work,
    ),
    taken,
  }
  if (wishes.isTrial) {
    const refused = await tryLanding(git, landing)
    return refused ? toResult(id, base, refused) : { task: id, base, result: "lands" }
  }
  const names = (task.checkStates ?? []).map(({ check }) => check)
  const isPerson = isByPerson(wishes.env)
  const waits = () => wishes.say(`${id} is waiting for another landing in ${base}.`)
  const became = await inTurn({ git, base, env, stop: stop.asked, waits }, (own) =>
    landWork(git, landing, {
      ...(names.length > 0 && {
        check: (candidate) =>
          checkCandidate(repository, candidate, { ...wishes, env: own, id, base, names, isPerson, stop }),
      }),
      ...(wishes.runsHooks && {
        commitHooked: (hooked) => commitWithHooks(hooked, { env: own, base, stop }),
      }),
      isProven: async (candidate) => {
        if (wishes.isFresh) return false
        const { checks = [] } = await client.task.read({ id, checks: true })
        return areProven(repository, candidate, { names, checks, landing, say: wishes.say })
      },
      confirm,
      say: wishes.say,
    }),
  )
  await tell(client, say, became)
  if (became.how === "landed") await forgetAttempts(git, landing)
  return toResult(id, base, became)
}

/** Once the base has moved, it stays moved. If the board cannot be told, that is reported. */
async function tell(
  client: Pick<Client, "task">,
  said: { id: string; epoch: number; commit: string; base: string },
  became: Landed,
): Promise<void> {
  const { id, base } = said
  if (became.how !== "landed") {
    const comment = became.how === "conflict" ? conflictComment(base, became.files) : became.reason
    const check = became.how === "conflict" ? undefined : became.ran
    const result = { ...said, result: became.how, comment }
    await client.task.land({ ...result, ...(check && { check }) }).catch((error: unknown) => {
      if (!(error instanceof UpnextError) || error.code !== "invalid_input") throw error
      // An older server takes no result of a check.
      return client.task.land(result)
    })
    return
  }
  try {
    await client.task.land({ ...said, result: "landed", landed: became.commit })
  } catch (error) {
    if (!(error instanceof UpnextError)) throw error
    const as = became.commit === null ? "" : ` as ${became.commit.slice(0, 7)}`
    throw new UpnextError(error.code, {
      detail: `${id} is in ${base}${as}, but this has not been recorded on the board yet: ${error.message}`,
      hint: `To report this, run again: upnext land ${id}`,
      cause: error,
    })
  }
}

function toResult(task: string, base: string, became: Landed): LandResult {
  if (became.how === "landed") return { task, base, result: "landed", commit: became.commit, wasThere: false }
  if (became.how === "conflict") return { task, base, result: "conflict", files: became.files }
  return { task, base, result: "checks_failed", reason: became.reason }
}
