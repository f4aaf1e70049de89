import { randomUUID } from "node:crypto"
import { setMaxListeners } from "node:events"
import type { WorkTrees } from "./tree.ts"
import type { createClient } from "../../terminal/client.ts"
import type { Settings } from "../../terminal/settings.ts"
import { nothingReady } from "../../terminal/shown/task.ts"
import { createClaims } from "./claims.ts"
import { createConnection } from "./connection.ts"
import { createIdleClock } from "./idle-clock.ts"
import { doJob, type Job } from "./job.ts"
import { describeWorker } from "./describe.ts"
import { endLine } from "./end-line.ts"
import { tryLater } from "./limit.ts"
import { createTeller, type JobOutcome } from "./outcome.ts"
import { createStop, type Stop } from "../processes/stop.ts"
import { createTrouble } from "./trouble.ts"
import { createTaskWatch } from "./task-watch.ts"
import { whyNoMetrics } from "./metrics.ts"
import { createWords } from "./words.ts"

export interface Worker {
  /** Passed in, so that the runner's script does not contain a second client. */
  readonly createClient: typeof createClient
  readonly settings: Settings
  /** Its project comes from a flag, and not from the settings. */
  readonly isProjectTyped: boolean
  readonly agent: string
  /** The session of the worker. Each job after the first adds its number. Default: random. */
  readonly session: string | undefined
  readonly command: string
  readonly args: readonly string[]
  readonly tags: readonly string[]
  /** The agent's skills and resources. Absent: they stay unchanged. */
  readonly skills?: readonly string[]
  readonly resources?: readonly string[]
  /** The length of a lease, as text for the server and in ms. */
  readonly lease: { readonly text: string; readonly ms: number }
  readonly reflection: string | undefined
  readonly timeout: { readonly text: string; readonly ms: number } | undefined
  /** How often the command runs in one attempt while a check fails or it does nothing. */
  readonly rounds: number
  readonly jobs: number
  /** Each attempt gets a tree of its own. */
  readonly trees: WorkTrees | undefined
  readonly isOnce: boolean
  /** How long the worker may be without work before it ends, in ms. */
  readonly idle: number
  readonly isJson: boolean
}

/**
 * Takes tasks and runs the command for each, until a signal stops it or it has been idle for long enough. Resolves with
 * the exit status. Rejects if the server refuses.
 */
export async function work(worker: Worker): Promise<number> {
  const { settings, agent, session = randomUUID(), isOnce, jobs, isProjectTyped } = worker
  const stop = createStop()
  const teller = createTeller(worker.isJson, jobs)
  const connection = createConnection(teller.say)
  const { url, token, host, homeCheck, project } = settings
  const words = createWords(teller.say)
  const access = { url, token, host, homeCheck, actor: agent, hear: words.hear }
  const client = worker.createClient({ ...access, timeout: 10_000 })
  const hasty = worker.createClient({ ...access, timeout: 1000 })
  const watch = createTaskWatch(client)
  const job: Job = {
    ...worker,
    client,
    connection,
    teller,
    stop,
    watch,
    words,
    trouble: createTrouble(),
    lease: worker.lease.ms,
  }
  const clock = createIdleClock(worker.idle)
  const { closing, listening } = createEnds(stop)

  const wish = {
    agent,
    lease: worker.lease.text,
    tags: [...worker.tags],
    ...(project !== undefined && { project }),
  }
  const ends = { asked: closing.signal, listening: listening.signal }
  const claims = createClaims({ client, connection, teller, wish, isProjectTyped, clock, ...ends })

  const outcomes = new Map<string, JobOutcome>()
  async function runSlot(n: number): Promise<JobOutcome | undefined> {
    const own = n === 0 ? session : `${session}.${n + 1}`
    let outcome: JobOutcome | undefined
    do {
      const claimed = await claims.next(own)
      if (!claimed) return outcome
      clock.begin()
      outcome = await doJob(job, own, claimed).finally(() => clock.end())
      claims.hasTold(outcome.until)
      outcomes.set(outcome.task, outcome)
    } while (!isOnce && !closing.signal.aborted)
    return outcome
  }

  const { pulls } = worker.trees ?? {}
  const followed = pulls?.follow({ client, settings, stop: closing.signal, say: teller.say })
  try {
    await describeWorker(client, connection, worker, { signal: stop.asked })
    const unmeasured = whyNoMetrics(settings)
    if (unmeasured !== undefined) teller.say(unmeasured)
    if (!isOnce) teller.say(`Taking work from ${settings.url} as ${agent}. Ctrl-C ends it.`)
    const slots = Array.from({ length: jobs }, (_, n) =>
      runSlot(n).catch((error: unknown) => {
        closing.abort()
        throw error
      }),
    )
    const settled = await Promise.allSettled(slots)
    const failed = settled.find((end) => end.status === "rejected")
    if (!isOnce && !failed) teller.say(await endLine(hasty, outcomes, wish))
    const status = stop.status()
    if (status !== undefined) return status
    if (failed) throw failed.reason
    if (!isOnce) return (await claims.isProjectMissing()) ? nothingThere : 0
    const [outcome] = settled.map((end) => (end.status === "fulfilled" ? end.value : undefined))
    if (outcome === undefined) teller.say(nothingReady)
    return statusOf(outcome)
  } finally {
    closing.abort()
    await followed
    watch.close()
    stop.close()
    await words.close()
  }
}

// --- internal ---

/** `closing`: no more tasks are claimed. Tasks in progress are finished, unless the worker is asked to stop. */
function createEnds(stop: Stop): { closing: AbortController; listening: AbortController } {
  // Waits before it cuts off a claim: if its answer were lost, the worker would not know which task to give back.
  const listening = new AbortController()
  setMaxListeners(0, listening.signal)
  const hangUp = () => void setTimeout(() => listening.abort(), 300)
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  closing.signal.addEventListener("abort", hangUp, { once: true })
  stop.asked.addEventListener("abort", () => closing.abort(), { once: true })
  return { closing, listening }
}

/** As for `next`: nothing was ready. */
const nothingThere = 3

/** A limit is reported with the command's own exit status. */
function statusOf(outcome: JobOutcome | undefined): number {
  if (outcome === undefined) return nothingThere
  if (outcome.outcome === "limit") return tryLater
  const isFinished = outcome.outcome === "done" || outcome.outcome === "review"
  return isFinished && outcome.landed !== false ? 0 : 1
}
