import type { Client } from "../../client/client.ts"
import { line } from "../../terminal/output.ts"
import type { Passed } from "../../terminal/address.ts"
import type { Connection, Limits } from "./connection.ts"
import type { JobOutcome, Settled, Teller } from "./outcome.ts"
import { createOutputSender, type OutputRight } from "./output.ts"
import { startProcess, type ProcessEnd } from "../processes/process.ts"
import { createGrip, messageOf, requireFinisher, type Grip } from "./grip.ts"
import { isUnallowed } from "../verify/approval.ts"
import { createHold, type Hold } from "./hold.ts"
import { limitOf } from "./limit.ts"
import { untilEnded } from "./until-ended.ts"
import { environment, inputOf, type ClaimedTask } from "./task-input.ts"
import { startRefusal } from "./start-refusal.ts"
import type { Stop } from "../processes/stop.ts"
import { verifyWork, type Checked } from "./verify-work.ts"
import { troubleRefusal, type CommandTrouble } from "./trouble.ts"
import type { TaskWatch } from "./task-watch.ts"
import { keepWork, treeFor, withinLimits, type WorkTrees } from "./tree.ts"

export interface Job {
  readonly client: Client
  readonly connection: Connection
  readonly teller: Teller
  readonly stop: Stop
  readonly agent: string
  /** With these the command may call the server. */
  readonly settings: Passed
  readonly command: string
  readonly args: readonly string[]
  /** The length of each lease, in ms. */
  readonly lease: number
  readonly reflection: string | undefined
  readonly timeout: { readonly text: string; readonly ms: number } | undefined
  /** How often the command runs in one attempt, as long as a check fails. */
  readonly rounds: number
  /** Each attempt gets a tree of its own. */
  readonly trees: WorkTrees | undefined
  readonly watch: TaskWatch
  readonly trouble: CommandTrouble
}

/** Runs the command for a claimed task, renews the lease meanwhile, and sends the result to the server. */
export async function doJob(job: Job, session: string, claimed: ClaimedTask): Promise<JobOutcome> {
  const { task, lease } = claimed
  const { client, connection, stop, agent } = job
  const right = { id: task.id, agent, session, leaseToken: lease.token }
  const limits = { signal: stop.over, shortPauses: stop.asked }
  const grip = createGrip({ ...right, client, connection, task, limits })
  await requireFinisher(grip, task)
  const hold = createHold(job, grip, claimed)
  job.teller.started(task)
  try {
    return await withinLimits(job, () => workOn(job, claimed, { right, limits, grip, hold }))
  } catch (error) {
    if (!isUnallowed(error)) throw error
    await hold.end()
    await grip.release(`its worker ended: ${error.message}`, false)
    throw error
  } finally {
    await hold.end()
  }
}

// --- internal ---

interface HeldJob {
  readonly right: OutputRight
  readonly limits: Limits
  readonly grip: Grip
  readonly hold: Hold
}

async function workOn(
  job: Job,
  claimed: ClaimedTask,
  { right, limits, grip, hold }: HeldJob,
): Promise<JobOutcome> {
  const { task } = claimed
  const { client, connection, teller, stop, command } = job
  const begun = performance.now()
  const output = createOutputSender(client, right, stop.over)
  const shown = teller.output(task.id)
  const tree = job.trees && (await treeFor(job, job.trees, hold.ending, claimed))
  if (typeof tree === "string") {
    await hold.end()
    const { outcome, detail } = await settleWithoutTree(job, { grip, hold }, task.id, tree)
    const told = { task: task.id, outcome, exit: 1, ms: Math.round(performance.now() - begun) }
    teller.ended(told, detail)
    return told
  }
  const runOnce = async (given: ClaimedTask) => {
    const started = performance.now()
    const running = await startProcess({
      command,
      args: job.args,
      env: { ...environment({ ...job, session: right.session }, given), ...tree?.env },
      ...(tree && { cwd: tree.record.path }),
      input: inputOf(given),
      stdout: output.tap(shown.stdout),
      stderr: output.tap(shown.stderr),
    }).catch(async (cause: unknown) => {
      await hold.end()
      await grip.release("its command could not be started", false)
      throw startRefusal(command, `${task.id} is given back.`, cause)
    })
    const { ending, isTooLong } = await untilEnded(running, hold, job)
    const how: Circumstances = {
      ending,
      took: performance.now() - started,
      refusal: hold.refusal(),
      timedOut: isTooLong ? job.timeout?.text : undefined,
      isStopped: running.isEnding(),
      reflection: job.reflection,
    }
    const reason = how.refusal === undefined ? await keepWork(job, job.trees, tree, right) : undefined
    if (!hasWorked(how)) return how
    if (reason) return { ...how, checked: { how: "red" as const, reason } }
    const sinks = { stdout: output.tap(shown.stdout), stderr: output.tap(shown.stderr) }
    const checked = await verifyWork(job, { right, ...sinks, ending: hold.ending, ...(tree && { tree }) })
    return { ...how, checked, refusal: hold.refusal() }
  }
  let end = await runOnce(claimed)
  for (let round = 2; round <= job.rounds && end.checked?.how === "red"; round += 1) {
    teller.say(`${task.id}: ${end.checked.reason}`)
    teller.say(`${task.id}: round ${round} of ${job.rounds}`)
    const read = () => client.task.read({ id: task.id, handoff: true })
    const { handoff = null } = await connection.persist(read, limits)
    end = await runOnce({ ...claimed, handoff })
  }
  await hold.end()
  await output.finish()
  const { ending } = end
  const how = { ...end, refusal: hold.refusal() }
  await endIfTroubled(grip, task.id, troubleIn(job.trouble, task.id, how))
  const { outcome, detail, unmet, until } = await settle(grip, how)
  // Where the server was away, it is back now, and takes the last words of a finished task.
  await output.finish()
  const land = outcome === "done" ? job.trees?.land : undefined
  const landed = await land?.({ client, id: task.id, stop, say: (text) => teller.say(text) })
  const ms = Math.round(performance.now() - begun)
  const told = {
    task: task.id,
    outcome,
    ...(landed !== undefined && { landed }),
    exit: ending.exit,
    ms,
    ...(unmet && { unmet }),
    ...(until !== undefined && { until }),
  }
  teller.ended(told, detail)
  return told
}

/** There is no tree to work in, for a reason that counts as a failure unless the setup was ended with the attempt. */
async function settleWithoutTree(
  { trouble }: Job,
  { grip, hold }: Pick<HeldJob, "grip" | "hold">,
  task: string,
  reason: string,
): Promise<Settled> {
  if (hold.refusal() !== undefined) return lostTo(hold.refusal())
  if (hold.ending.aborted) return grip.release(workerStopped, false)
  await endIfTroubled(grip, task, trouble.failed(task, 0))
  return grip.release(reason, true)
}

const workerStopped = "its worker was stopped"

function lostTo(refusal: unknown): Settled {
  return { outcome: "lost", detail: `${messageOf(refusal)} Its command was ended.` }
}

interface Circumstances {
  readonly ending: ProcessEnd
  /** How long the command ran, in ms. */
  readonly took: number
  readonly refusal: unknown
  /** The time that the command had, where it took longer. */
  readonly timedOut: string | undefined
  /** The worker ended the command. */
  readonly isStopped: boolean
  readonly reflection: string | undefined
  /** What its checks came to, where the command ended well. */
  readonly checked?: Checked
}

/** Whether the command did its work, as far as it says. */
function hasWorked({ ending, refusal, timedOut, isStopped }: Circumstances): boolean {
  if (refusal !== undefined || timedOut !== undefined || isStopped) return false
  return ending.exit === 0 && limitOf(ending) === undefined
}

/** Why the worker ends after this. */
function troubleIn(trouble: CommandTrouble, task: string, how: Circumstances): string | undefined {
  const { ending, took, refusal, timedOut, isStopped, checked } = how
  if (refusal !== undefined || isStopped || limitOf(ending)) return undefined
  if (timedOut !== undefined) return trouble.failed(task, Infinity)
  const notRun = trouble.notRun(ending.exit)
  if (notRun !== undefined) return notRun
  if (ending.exit !== 0 || checked?.how === "red") return trouble.failed(task, took)
  trouble.worked()
  return undefined
}

async function endIfTroubled(grip: Grip, task: string, why: string | undefined): Promise<void> {
  if (why === undefined) return
  await grip.release(`its worker ended: ${why}`, false)
  throw troubleRefusal(task, why)
}

function settle(grip: Grip, circumstances: Circumstances): Promise<Settled> {
  const { ending, refusal, timedOut, isStopped, reflection, checked } = circumstances
  const { exit, stdout, stderr } = ending
  if (refusal !== undefined) return Promise.resolve(lostTo(refusal))
  const last = line(stderr.last() || stdout.last())
  const withLast = (how: string) => (last === "" ? how : `${how}: ${last}`)
  if (timedOut !== undefined) return grip.release(withLast(`ended after ${timedOut} (--timeout)`), true)
  if (isStopped || checked?.how === "stopped") return grip.release(workerStopped, false)
  const limit = limitOf(ending)
  if (limit) return grip.releaseAtLimit(limit)
  if (checked?.how === "red") return grip.release(checked.reason, true)
  if (exit === 0) {
    return grip.complete({
      summary: stdout.summary(),
      reflection: reflection ?? stdout.reflection(),
      tree: checked?.how === "passed" ? checked.tree : undefined,
    })
  }
  return grip.release(withLast(typeof exit === "number" ? `exit ${exit}` : exit), true)
}
