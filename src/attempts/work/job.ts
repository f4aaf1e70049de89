import type { Client } from "../../client/client.ts"
import type { Passed } from "../../terminal/address.ts"
import type { Connection, Limits } from "./connection.ts"
import type { JobOutcome, Settled, Teller } from "./outcome.ts"
import { createQuiet, type Quiet } from "./quiet.ts"
import { createOutputSender, type OutputRight } from "./output.ts"
import { startProcess, type Sink } from "../processes/process.ts"
import { createGrip, requireFinisher, type Grip, type Holding } from "./grip.ts"
import { isUnallowed } from "../verify/approval.ts"
import { createHold, type Hold } from "./hold.ts"
import { metricsVariables, withEndpoint } from "./metrics.ts"
import { addRound, usageIn } from "./said-usage.ts"
import { untilEnded } from "./until-ended.ts"
import { environment, inputOf, type ClaimedTask } from "./task-input.ts"
import { startRefusal } from "./start-refusal.ts"
import type { Stop } from "../processes/stop.ts"
import {
  endIfTroubled,
  hasWorked,
  lostTo,
  settle,
  troubleIn,
  whyAgain,
  workerStopped,
  type Circumstances,
} from "./settle.ts"
import { verifyWork } from "./verify-work.ts"
import type { CommandTrouble } from "./trouble.ts"
import type { TaskWatch } from "./task-watch.ts"
import type { ReadyTree } from "../trees/trees.ts"
import type { WordFiles } from "./words.ts"
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
  /** How often the command runs in one attempt while a check fails or it does nothing. */
  readonly rounds: number
  /** Each attempt gets a tree of its own. */
  readonly trees: WorkTrees | undefined
  readonly watch: TaskWatch
  readonly words: WordFiles
  readonly trouble: CommandTrouble
}

/** Runs the command for a claimed task, renews the lease meanwhile, and sends the result to the server. */
export async function doJob(job: Job, session: string, claimed: ClaimedTask): Promise<JobOutcome> {
  const { task, lease } = claimed
  const { client, connection, stop, agent } = job
  const right = { id: task.id, agent, session, leaseToken: lease.token }
  const limits = { signal: stop.over, shortPauses: stop.asked }
  const quiet = createQuiet()
  const tell: Holding["onQuiet"] = (seen) => void job.words.tellQuiet(task.id, seen)
  const grip = createGrip({ ...right, client, connection, task, limits, quiet, onQuiet: tell })
  await requireFinisher(grip, task)
  // Comments may arrive as soon as the lease is being renewed, long before the command runs.
  await job.words.path(task.id, lease.epoch)
  const hold = createHold(job, grip, claimed)
  job.teller.started(task)
  try {
    return await withinLimits(job, () => workOn(job, claimed, { right, limits, grip, hold, quiet }))
  } catch (error) {
    if (!isUnallowed(error)) throw error
    await hold.end()
    await grip.release(`its worker exited: ${error.message}`, false)
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
  readonly quiet: Quiet
}

interface CommandRun extends Omit<HeldJob, "limits" | "quiet"> {
  readonly tree: ReadyTree | undefined
  readonly stdout: Sink
  readonly stderr: Sink
}

/**
 * Reports that tasks wait for the landing of this task; otherwise the person who runs a worker would wonder why
 * nothing more is ready.
 */
async function sayHeldBack({ client, connection, teller, stop }: Job, { id, blocks }: ClaimedTask["task"]) {
  if (blocks.length === 0) return
  const limits = { signal: stop.over, shortPauses: stop.asked }
  // Somebody may have deleted it; what is done stays done.
  const { task } = await connection
    .persist(() => client.task.read({ id }), limits)
    .catch(() => ({ task: null }))
  if (task?.status === "done" && task.work?.toLand)
    teller.say(
      `${blocks.join(", ")} ${blocks.length === 1 ? "waits" : "wait"} until ${id} has landed: upnext land ${id}`,
    )
}

async function workOn(
  job: Job,
  claimed: ClaimedTask,
  { right, limits, grip, hold, quiet }: HeldJob,
): Promise<JobOutcome> {
  const { task } = claimed
  const { client, connection, teller, stop } = job
  const begun = performance.now()
  const output = createOutputSender(client, right, { signal: stop.over, onText: quiet.push })
  const shown = teller.output(task.id)
  const tree = job.trees && (await treeFor(job, job.trees, hold.ending, claimed))
  const since = () => Math.round(performance.now() - begun)
  if (typeof tree === "string") {
    const { outcome, detail } = await settleWithoutTree(job, { grip, hold }, task.id, tree)
    const told = { task: task.id, outcome, exit: 1, ms: since() }
    teller.ended(told, detail)
    return told
  }
  const runOnce = async (given: ClaimedTask) => {
    const sinks = { stdout: output.tap(shown.stdout), stderr: output.tap(shown.stderr) }
    const how = await runCommand(job, given, { right, grip, hold, tree, ...sinks })
    const { ending } = how
    const { unfit, files } = how.refusal === undefined ? await keepWork(job, job.trees, tree, right) : {}
    if (!hasWorked(how)) return how
    if (unfit) return { ...how, checked: { how: "red" as const, reason: unfit } }
    const own = job.trees && tree && { trees: job.trees, tree, files }
    const checked = await verifyWork(job, {
      ...{ right, claimed, said: ending.stdout, own, ending: hold.ending },
      ...{ stdout: output.tap(shown.stdout), stderr: output.tap(shown.stderr) },
    })
    return { ...how, checked, refusal: hold.refusal() }
  }
  let end = await runOnce(claimed)
  let usage = usageIn(end.ending.stdout.usage())
  for (let round = 2; round <= job.rounds; round += 1) {
    const lastRound = whyAgain(end)
    if (lastRound === undefined) break
    teller.say(`${task.id}: ${lastRound}`)
    teller.say(`${task.id}: round ${round} of ${job.rounds}`)
    const read = () => client.task.read({ id: task.id, handoff: true })
    const { handoff = null } = await connection.persist(read, limits)
    end = await runOnce({ ...claimed, handoff, lastRound })
    usage = addRound(usage, usageIn(end.ending.stdout.usage()))
  }
  await hold.end()
  await output.finish()
  const how = { ...end, refusal: hold.refusal() }
  if (how.refusal === undefined) await grip.tellUsage(usage)
  await endIfTroubled(grip, task.id, troubleIn(job.trouble, task.id, how))
  const { outcome, detail, unmet, until } = await settle(grip, how)
  // If the server was away, it is back now, and accepts the last output of a finished task.
  await output.finish()
  if (outcome === "done" || outcome === "review")
    await job.trees?.pulls?.open({ client, id: task.id, stop, say: (text) => teller.say(text) })
  const land = outcome === "done" ? job.trees?.land : undefined
  const landed = await land?.({ client, id: task.id, stop, say: (text) => teller.say(text) })
  if (outcome === "done" && job.trees && !job.trees.pulls && landed !== true) await sayHeldBack(job, task)
  const told = {
    task: task.id,
    outcome,
    ...(landed !== undefined && { landed }),
    ...{ exit: end.ending.exit, ms: since() },
    ...(unmet && { unmet }),
    ...(until !== undefined && { until }),
  }
  teller.ended(told, detail)
  return told
}

/** Runs the command once, until it ends. */
async function runCommand(
  job: Job,
  given: ClaimedTask,
  { right, grip, hold, tree, stdout, stderr }: CommandRun,
): Promise<Circumstances> {
  const said = await job.words.path(given.task.id, given.lease.epoch)
  const metrics = metricsVariables(job.settings, `${given.task.id}.${given.lease.epoch}`)
  const started = performance.now()
  const running = await startProcess({
    command: job.command,
    args: withEndpoint(job.args, metrics),
    env: {
      ...environment({ ...job, session: right.session }, given),
      ...{ ...metrics, UPNEXT_SAID: said, ...tree?.env },
    },
    ...(tree && { cwd: tree.record.path }),
    input: inputOf({ ...given, conflicts: tree?.conflicts }),
    ...{ stdout, stderr },
  }).catch(async (cause: unknown) => {
    await hold.end()
    await grip.release("its command could not be started", false)
    throw startRefusal(job.command, `${given.task.id} is given back.`, cause)
  })
  const { ending, isTooLong } = await untilEnded(running, hold, job)
  return {
    ending,
    took: performance.now() - started,
    refusal: hold.refusal(),
    timedOut: isTooLong ? job.timeout?.text : undefined,
    isStopped: running.isEnding(),
    reflection: job.reflection,
  }
}

/**
 * There is no tree to work in. The reason counts as a failure unless the setup was ended together with the attempt.
 */
async function settleWithoutTree(
  { trouble }: Job,
  { grip, hold }: Pick<HeldJob, "grip" | "hold">,
  task: string,
  reason: string,
): Promise<Settled> {
  await hold.end()
  if (hold.refusal() !== undefined) return lostTo(hold.refusal())
  if (hold.ending.aborted) return grip.release(workerStopped, false)
  await endIfTroubled(grip, task, trouble.failed(task, 0))
  return grip.release(reason, true)
}
