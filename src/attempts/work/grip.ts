import { randomUUID } from "node:crypto"
import { boardNow } from "../../client/board-clock.ts"
import type { CallOptions, Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { isSameName } from "../../domain/wire/names.ts"
import { UpnextError, type ErrorCode } from "../../errors.ts"
import type { ShownTask } from "../../terminal/shown/task.ts"
import type { Connection, Limits } from "./connection.ts"
import { shortReason, tellLimit, type MetLimit, type GivenBack } from "./limit.ts"
import type { Quiet } from "./quiet.ts"
import type { Settled } from "./outcome.ts"
import type { SaidUsage } from "./said-usage.ts"

/** The lease of a task, and what the worker can do with it. */
export interface Grip {
  /** Renews the lease after each pause, until the signal aborts. If a renewal fails, resolves with the error. */
  hold(pause: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<unknown>
  complete(result: Result): Promise<Settled>
  release(reason: string, failed: boolean): Promise<Settled>
  /** Gives the task back without counting an attempt; nobody gets the task before a person has looked at it. */
  block(reason: string): Promise<Settled>
  /** Reports the usage of its command, as far as the server accepts it. */
  tellUsage(usage: SaidUsage | undefined): Promise<void>
  /** How the attempt ended if its command ended it: it finished the task, or gave it back, as `upnext ask --park` does. */
  endedByItself(): Promise<Settled | undefined>
  /** Gives the task back without counting an attempt, and reports that the agent hit a limit. */
  releaseAtLimit(limit: MetLimit): Promise<Settled>
}

export interface Result {
  readonly summary: string
  /** The reflection given by the command or the user, if there is one. */
  readonly reflection: string | undefined
  /** The files that its checks have passed on. */
  readonly tree?: string | undefined
  /** Why nothing had to be done; undefined where something was. */
  readonly nothingToDo?: string | undefined
}

type SeenQuiet = NonNullable<OutputOf<"task.heartbeat">["lease"]["quiet"]>

export interface Holding {
  readonly client: Client
  readonly connection: Connection
  readonly task: ShownTask
  readonly agent: string
  readonly session: string
  readonly leaseToken: string
  /** What its worker sees of the output. */
  readonly quiet?: Pick<Quiet, "state">
  /** Called once when nothing new has been printed for too long. */
  onQuiet?(quiet: SeenQuiet): void
  /** How long the result is resent if the server does not answer. */
  readonly limits: Limits
}

export function createGrip(holding: Holding): Grip {
  const { client, connection, task, agent, session, leaseToken, limits } = holding
  const right = { id: task.id, agent, session, leaseToken }
  const own = { finishedBy: task.lease?.finishedBy }

  /** Uses one key for all attempts, so that a repeat gets the answer of the first attempt that worked. */
  function say<T>(call: (options: CallOptions) => Promise<T>): Promise<T> {
    const options = { idempotencyKey: randomUUID(), ...(limits.signal && { signal: limits.signal }) }
    return connection.persist(() => call(options), limits)
  }

  const renew = createRenewal(holding, right)

  const giveBack = (told: GivenBack) => say((options) => client.task.release({ ...right, ...told }, options))

  async function complete({ summary, reflection, tree, nothingToDo }: Result): Promise<Settled> {
    const said =
      nothingToDo === undefined ? summary && { summary } : { nothingToDo: shortReason(nothingToDo) }
    const done = { ...right, ...own, ...said, reflection, ...(tree && { tree }) }
    const send = (more: { noReflection?: string } = {}) =>
      say((options) => client.task.complete({ ...done, ...more }, options))
    try {
      const answer = await send().catch(async (error: unknown) => {
        if (codeOf(error) !== "reflection_required") throw error
        // Servers older than 0.2.0 require a lesson from workers too. An invented lesson would be offered to others.
        return send({ noReflection: "the command of upnext work wrote none" })
      })
      return finishedBy(answer)
    } catch (error) {
      const detail = detailOf(error)
      if (isOver() || isGone(error)) return lostUnlessEnded(detail)
      // If the worker kept the task, its next claim would return it again.
      const { outcome } = await release(`it could not be completed: ${detail}`, true)
      return { outcome, detail }
    }
  }

  async function release(reason: string, how: boolean | "blocked"): Promise<Settled> {
    try {
      const told = how === "blocked" ? { blocked: true } : { failed: how }
      await giveBack({ ...told, reason: shortReason(reason) })
      if (how === "blocked") return { outcome: how, detail: reason }
      return { outcome: how ? "failed" : "returned", detail: how ? reason : "" }
    } catch (error) {
      // An older server blocks nothing in this way.
      if (how === "blocked" && codeOf(error) === "invalid_input") return release(reason, true)
      return lostUnlessEnded(detailOf(error))
    }
  }

  const releaseAtLimit = (met: MetLimit) =>
    tellLimit(agent, met, giveBack).catch((error: unknown) => {
      // With a server that does not know limits, the task is given back as before.
      if (codeOf(error) === "invalid_input") return release(detailOf(error), true)
      return lostUnlessEnded(detailOf(error))
    })

  const isOver = () => limits.signal?.aborted === true
  const detailOf = (error: unknown) => (isOver() ? tooLate : messageOfRefusal(error))

  const endedHere = () => (isOver() ? Promise.resolve(undefined) : endedByItself(holding))

  const lostUnlessEnded = async (detail: string): Promise<Settled> =>
    (await endedHere()) ?? { outcome: "lost", detail }

  return {
    complete,
    release,
    block: (reason) => release(reason, "blocked"),
    releaseAtLimit,
    async tellUsage(usage) {
      // An older server does not accept it, and a server that has reassigned the task does not need it.
      if (usage) await say((options) => client.task.heartbeat({ ...right, usage }, options)).catch(() => {})
    },
    endedByItself: endedHere,
    hold: (pause, signal) => repeat(pause, signal, () => connection.persist(() => renew(signal), { signal })),
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** An older server lets the command finish the task before its checks have run. */
export async function requireFinisher(grip: Grip, task: ShownTask): Promise<void> {
  if (task.lease?.finishedBy === "worker" || (task.checkStates ?? []).length === 0) return
  await grip.release("its worker is newer than the server", false)
  throw new UpnextError("unavailable", {
    detail: `The server is older than this worker, and would let the command finish ${task.id} before its checks have run.`,
    hint: `Upgrade the server. ${task.id} is given back, and no attempt is counted.`,
  })
}

/** Whether a refusal means that the task is no longer ours. */
export function isGone(error: unknown): error is UpnextError {
  return error instanceof UpnextError && gone.includes(error.code)
}

// --- internal ---

/** Renews the lease once, and reports the state of the output to the server. */
function createRenewal(
  { client, quiet, onQuiet }: Holding,
  right: Pick<Holding, "agent" | "session" | "leaseToken"> & { readonly id: string },
) {
  let toldOf: string | undefined

  return async (signal: AbortSignal): Promise<void> => {
    const seen = quiet?.state() ?? {}
    const { lease } = await client.task
      .heartbeat({ ...right, ...seen }, { signal })
      .catch((error: unknown) => {
        // An older server does not know what the output says.
        if (codeOf(error) !== "invalid_input" || seen.quietMs === undefined) throw error
        return client.task.heartbeat(right, { signal })
      })
    if (!lease.quiet || toldOf === lease.quiet.since || Date.parse(lease.quiet.stuckAt) > boardNow()) return
    toldOf = lease.quiet.since
    onQuiet?.(lease.quiet)
  }
}

const gone: readonly ErrorCode[] = [
  "lease_lost",
  "task_taken",
  "invalid_transition",
  "task_not_found",
  "task_deleted",
]

async function endedByItself({
  client,
  connection,
  task,
  agent,
  limits,
}: Holding): Promise<Settled | undefined> {
  try {
    const asked = { id: task.id, handoff: true } as const
    const { task: now, handoff } = await connection.persist(() => client.task.read(asked), limits)
    const { status, assignee, lease } = now
    if (isSameName(assignee, agent) && (status === "done" || status === "review"))
      return { outcome: status, detail: "" }
    const last = handoff?.lastAttempt
    if (lease !== null || !last || !isSameName(last.agent, agent) || last.ended !== "released")
      return undefined
    return { outcome: status === "blocked" ? status : "returned", detail: last.reason ?? "" }
  } catch {
    return undefined
  }
}

function finishedBy({ task, unmet }: OutputOf<"task.complete">): Settled {
  return { outcome: task.status === "review" ? "review" : "done", detail: "", ...(unmet && { unmet }) }
}

/** Makes a call after each pause, until the signal aborts. Resolves with the error of the call that failed. */
async function repeat(
  pause: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
  call: () => Promise<unknown>,
): Promise<unknown> {
  for (;;) {
    await pause(signal)
    if (signal.aborted) return undefined
    try {
      await call()
    } catch (error) {
      return error
    }
  }
}

const tooLate =
  "The server did not receive the result in time; the task returns to the queue when its claim expires."

/** Throws any other error again. */
function messageOfRefusal(error: unknown): string {
  if (error instanceof UpnextError) return error.message
  throw error
}

function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof UpnextError ? error.code : undefined
}
