import { randomUUID } from "node:crypto"
import { setMaxListeners } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "../../terminal/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { asTyped } from "../../terminal/typed.ts"
import type { Settings } from "../../terminal/settings.ts"
import { pausedSentence, resumeHint } from "../agent/tell-pause.ts"
import { nothingReady } from "../task/render.ts"
import { createConnection } from "./connection.ts"
import { doJob, type Job } from "./job.ts"
import { createTeller, type JobOutcome } from "./outcome.ts"
import { createStop } from "./stop.ts"
import type { ClaimedTask } from "./task-input.ts"

export interface Worker {
  readonly settings: Settings
  readonly agent: string
  /** The session of the worker. Each job after the first adds its number. Default: random. */
  readonly session: string | undefined
  readonly command: string
  readonly args: readonly string[]
  readonly tags: readonly string[]
  /** The length of a lease, as text for the server and in ms. */
  readonly lease: { readonly text: string; readonly ms: number }
  readonly reflection: string | undefined
  readonly timeout: { readonly text: string; readonly ms: number } | undefined
  readonly jobs: number
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
  const { settings, agent, session = randomUUID(), isOnce, jobs } = worker
  const stop = createStop()
  const teller = createTeller(worker.isJson, jobs)
  const connection = createConnection(teller.say)
  const { url, token, host, homeCheck } = settings
  const client = createClient({ url, token, host, homeCheck, actor: agent, timeout: 10_000 })
  const job: Job = {
    ...worker,
    ...{ client, connection, teller, stop },
    ...{ url, token, lease: worker.lease.ms },
  }
  const clock = createIdleClock(worker.idle)
  const begun = performance.now()
  let toldPause: string | undefined
  // Waits before it cuts off a claim: if the answer was lost, nobody would know which task to give back.
  const listening = new AbortController()
  setMaxListeners(0, listening.signal)
  const hangUp = () => void setTimeout(() => listening.abort(), 300)
  stop.asked.addEventListener("abort", hangUp, { once: true })

  const isStopped = () => stop.asked.aborted

  /** The next task; undefined when the worker ends. */
  async function next(own: string): Promise<ClaimedTask | undefined> {
    const ask = { agent, session: own, lease: worker.lease.text, tags: [...worker.tags] }
    const project = settings.project === undefined ? {} : { project: settings.project }
    // The first request does not wait: only then does the server say that the agent is paused.
    for (let isFirst = true; !isStopped(); isFirst = false) {
      const left = clock.left()
      if (left <= 0 && !isFirst) return undefined
      // A server that was away gets a request without a wait, because its answer shows that it is back.
      const wait =
        isFirst || left <= 0 || connection.isAway()
          ? {}
          : { wait: `${Math.ceil(Math.min(left, longestPollMs) / 1000)}s` }
      const asked = performance.now()
      try {
        const {
          task,
          lease,
          handoff = null,
          paused,
        } = await connection.persist(
          () => client.task.claimNext({ ...ask, ...project, ...wait }, { signal: listening.signal }),
          {
            signal: stop.asked,
            isWorth: () => clock.left() > 0 || performance.now() - begun < firstAnswerMs,
          },
        )
        if (task && lease) return { task, lease, handoff }
        if (paused) tellPaused(paused)
      } catch (error) {
        if (isStopped()) return undefined
        throw error
      }
      // A server that is about to stop answers without waiting.
      if (!isFirst && clock.left() > 0 && performance.now() - asked < 500)
        await sleep(1000, undefined, { signal: stop.asked }).catch(() => undefined)
    }
    return undefined
  }

  /** Says it once for each pause, however many jobs ask. */
  function tellPaused(paused: NonNullable<OutputOf<"task.claimNext">["paused"]>): void {
    if (paused.at === toldPause) return
    toldPause = paused.at
    teller.say(`${pausedSentence(agent, paused)}.`)
    teller.say(asTyped(resumeHint(agent, paused)))
  }

  async function runSlot(n: number): Promise<JobOutcome | undefined> {
    const own = n === 0 ? session : `${session}.${n + 1}`
    let outcome: JobOutcome | undefined
    do {
      const claimed = await next(own)
      if (!claimed) return outcome
      clock.begin()
      outcome = await doJob(job, own, claimed).finally(() => clock.end())
    } while (!isOnce && !isStopped())
    return outcome
  }

  try {
    if (!isOnce) teller.say(`Takes work from ${settings.url} as ${agent}. Ctrl-C ends it.`)
    const slots = Array.from({ length: jobs }, (_, n) =>
      runSlot(n).catch((error: unknown) => {
        stop.ask()
        throw error
      }),
    )
    const ends = await Promise.allSettled(slots)
    const status = stop.status()
    if (status !== undefined) return status
    const failed = ends.find((end) => end.status === "rejected")
    if (failed) throw failed.reason
    if (!isOnce) return 0
    const [end] = ends
    const outcome = end?.status === "fulfilled" ? end.value : undefined
    if (outcome === undefined) teller.say(nothingReady)
    return statusOf(outcome)
  } finally {
    stop.close()
  }
}

// --- internal ---

/** How long the server holds a request for work. */
const longestPollMs = 30_000
/** How long a worker that does not wait for work tries to reach a server: as long as a restart takes. */
const firstAnswerMs = 5000

/** Measures how long no job has been running. */
function createIdleClock(limit: number) {
  let busy = 0
  let since = performance.now()
  return {
    begin: () => void (busy += 1),
    end() {
      busy -= 1
      since = performance.now()
    },
    /** ms until the worker may have been idle for long enough; 0 or less if it has. */
    left: () => (busy > 0 ? limit : since + limit - performance.now()),
  }
}

/** Like `task next`: 3 means that nothing was ready. */
function statusOf(outcome: JobOutcome | undefined): number {
  if (outcome === undefined) return 3
  return outcome.outcome === "done" || outcome.outcome === "review" ? 0 : 1
}
