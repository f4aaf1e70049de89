import { setTimeout as sleep } from "node:timers/promises"
import type { OutputOf } from "../../client/contract.ts"
import { UpnextError } from "../../errors.ts"
import { asTyped } from "../../terminal/typed.ts"
import { endsPause, pausedSentence } from "../../terminal/shown/pause.ts"
import { unknownNames } from "../../terminal/unknown-names.ts"
import type { IdleClock } from "./idle-clock.ts"
import type { Job } from "./job.ts"
import type { ClaimedTask } from "./task-input.ts"

export interface Claiming extends Pick<Job, "client" | "connection" | "teller"> {
  /** What the worker asks for: as whom, for how long, and what kind of work. */
  readonly wish: {
    readonly agent: string
    readonly lease: string
    readonly tags: string[]
    readonly project?: string
  }
  readonly isProjectTyped: boolean
  readonly clock: IdleClock
  /** Aborts when no more tasks are to be taken. */
  readonly asked: AbortSignal
  /** Aborts when a waiting claim is to be cut off. */
  readonly listening: AbortSignal
}

export type Claims = ReturnType<typeof createClaims>

/** Asks for tasks. */
export function createClaims(claiming: Claiming) {
  const { client, connection, teller, asked: ending, wish, clock, listening } = claiming
  const begun = performance.now()
  const limits = {
    signal: ending,
    isWorth: () => clock.left() > 0 || performance.now() - begun < firstAnswerMs,
  }
  const isStopped = () => ending.aborted
  let finishedBy: "worker" | undefined = "worker"
  let toldPause: string | undefined
  let toldEnd: string | undefined
  const project = createProjectCheck(claiming)

  /** Says it once for each pause, however many jobs ask. */
  function tellPaused(paused: NonNullable<OutputOf<"task.claimNext">["paused"]>): void {
    if (paused.at === toldPause) return
    toldPause = paused.at
    if (!paused.isTeam && paused.until !== null && paused.until === toldEnd) return
    teller.say(`${pausedSentence(wish.agent, paused)}.`)
    teller.say(asTyped(endsPause({ agent: wish.agent, isTeam: paused.isTeam })))
  }

  async function claim(session: string, isFirst: boolean): Promise<ClaimedTask | undefined> {
    const left = clock.left()
    // If the server was away, the request does not wait, because its answer shows that the server is back.
    const isWaiting = !isFirst && left > 0 && !connection.isAway()
    const wait = isWaiting ? { wait: `${Math.ceil(Math.min(left, longestPollMs) / 1000)}s` } : {}
    const ask = (): Promise<OutputOf<"task.claimNext">> =>
      client.task
        .claimNext({ ...wish, session, finishedBy, ...wait }, { signal: listening })
        .catch((error: unknown) => {
          if (finishedBy === undefined || !isUnknownField(error, "finishedBy")) throw error
          // An older server.
          finishedBy = undefined
          return ask()
        })
    const { task, lease, handoff = null, paused } = await connection.persist(ask, limits)
    if (task && lease) return { task, lease, handoff }
    if (paused) tellPaused(paused)
    await project.tell()
    return undefined
  }

  /** Resolves with the next task of a session, or undefined when the worker ends. */
  async function next(session: string): Promise<ClaimedTask | undefined> {
    // The first request does not wait, because only then does the server say that the agent is paused.
    for (let isFirst = true; !isStopped(); isFirst = false) {
      if (clock.left() <= 0 && !isFirst) return undefined
      const asked = performance.now()
      try {
        const claimed = await claim(session, isFirst)
        if (claimed) return claimed
      } catch (error) {
        if (isStopped()) return undefined
        throw error
      }
      // A server that is about to stop answers without waiting.
      if (!isFirst && clock.left() > 0 && performance.now() - asked < 500)
        await sleep(1000, undefined, { signal: ending }).catch(() => undefined)
    }
    return undefined
  }

  /** The pause until this time has already been reported. */
  return {
    next,
    isProjectMissing: project.isMissing,
    hasTold: (until: string | undefined) => void (toldEnd = until ?? toldEnd),
  }
}

// --- internal ---

function createProjectCheck({ client, teller, wish, isProjectTyped }: Claiming) {
  const { project } = wish
  let isTold = project === undefined
  let wasMissing = false

  async function find(): Promise<readonly string[]> {
    const named = { input: { project: [project ?? ""] }, flags: isProjectTyped ? { project } : {} }
    return unknownNames({ client, ...named }).catch(() => [])
  }

  return {
    /** Says it once that the project is not there. A server that cannot be asked is waited for elsewhere. */
    async tell(): Promise<void> {
      if (isTold) return
      isTold = true
      const unknown = await find()
      for (const each of unknown) teller.say(each)
      wasMissing = isProjectTyped && unknown.length > 0
    },
    /** Whether the project that was typed was not there, and still is not. */
    isMissing: async () => wasMissing && (await find()).length > 0,
  }
}

function isUnknownField(error: unknown, field: string): boolean {
  return error instanceof UpnextError && error.errors?.some(({ path }) => path === field) === true
}

/** How long the server holds a request for work. */
const longestPollMs = 30_000
/** How long a worker that does not wait for work tries to reach a server: about as long as a restart takes. */
const firstAnswerMs = 5000
