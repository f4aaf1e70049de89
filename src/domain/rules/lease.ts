import { sayIs } from "../wire/enums.ts"
import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import { parseDuration } from "../wire/duration.ts"
import type { BoardEvent } from "../events/index.ts"
import { anonymous, isSameName, taskId } from "../wire/names.ts"
import { afterExpiry, type FailurePolicy } from "./failures.ts"
import { factsOf } from "./moves.ts"
import { isOwn } from "./next.ts"
import { whyNotReady } from "./not-ready.ts"
import { pauseOf } from "./pauses.ts"
import { failIdle, failPaused, failTaken } from "./lease-refusals.ts"
import { requireRoom, takenToBegin } from "./resources.ts"
import { isOfOtherSession, mayWrite } from "./sessions.ts"
import { requireComment } from "./comments.ts"
import type { Lease, Task } from "../board/records.ts"
import type { BoardPolicy } from "../context.ts"

/** The sender of a write: a name and, if given, a session and a lease token, which prove more than the name does. */
export interface Caller {
  readonly actor: string
  readonly session?: string | undefined
  readonly leaseToken?: string | undefined
  /** The last comment by others that it has received while holding the task: see `words.ts`. */
  readonly heard?: string | undefined
}

export type LeasePolicy = FailurePolicy & Pick<BoardPolicy, "lease">

/** What the rules of leases need in addition to the task. */
export interface LeaseSettings {
  readonly now: number
  readonly policy: LeasePolicy
  token(task: string, epoch: number): string
}

const minute = 60_000

/** The caller, from the input and the context of a write. Each field is named, for the reason given at `copyTask`. */
export function callerOf(
  { session, leaseToken, heard }: Omit<Caller, "actor">,
  { actor }: Pick<Caller, "actor">,
): Caller {
  return { actor, session, leaseToken, heard }
}

/**
 * The end and the length of the lease for a claim.
 * @param asked the requested length, in ms; null: without an end; undefined: the default
 */
export function leaseTerms(task: Task, asked: number | null | undefined, { now, policy }: LeaseSettings) {
  if (asked === null) return { until: null, length: null }
  const length = asked ?? Math.max(policy.lease, 2 * (parseDuration(task.fields.eta ?? "") ?? 0))
  return { until: now + length, length }
}

/**
 * Checks a lease token. It is valid if it names this task at its current epoch and the lease has not ended since.
 * @throws lease_lost for a stale token, so that nothing is changed under it
 */
function checkToken(task: Task, token: string, settings: LeaseSettings): void {
  const id = taskId(task.n)
  if (task.lease && token === settings.token(id, task.epoch)) return
  const holder = liveLease(task)?.agent ?? null
  const present = holder === null ? `the task ${sayIs(task.status)}` : `${holder} holds the task now`
  fail("lease_lost", {
    detail: `This token for ${id} is no longer valid; ${present}.`,
    facts: { task: id, status: task.status, holder },
  })
}

/** The lease that now keeps others from this task; undefined if there is none or it ran out. */
export function liveLease(task: Task): Lease | undefined {
  return task.lease && task.lease.state !== "expired" ? task.lease : undefined
}

/** A note for each live claim of somebody else that these events end. @param task as it was before them */
export function endedClaims(
  { n, lease }: Task,
  events: readonly BoardEvent[],
  { actor }: Pick<Caller, "actor">,
): string[] {
  const ends = events.some(({ type }) => ["task.moved", "task.deleted", "lease.revoked"].includes(type))
  if (!ends || lease?.state !== "held" || isSameName(lease.agent, actor)) return []
  return [`${lease.agent} held ${taskId(n)}; the claim has ended`]
}

/**
 * Whether the caller holds the lease of this task. A lease token decides this; without a token, the name decides, and
 * also the session if the lease has a strict session.
 * @throws lease_lost, actor_mismatch
 */
export function isHolder(task: Task, caller: Caller, settings: LeaseSettings): boolean {
  if (caller.leaseToken !== undefined) {
    checkToken(task, caller.leaseToken, settings)
    if (task.lease && !isSameName(task.lease.agent, caller.actor))
      fail("actor_mismatch", {
        detail: `The claim on ${taskId(task.n)} belongs to ${task.lease.agent}, not to ${caller.actor}.`,
        facts: { task: taskId(task.n), agent: task.lease.agent, field: "leaseToken" },
      })
    return true
  }
  if (!task.lease || !isSameName(task.lease.agent, caller.actor)) return false
  // A task that is offered has to be claimed first.
  if (task.status === "todo" && task.lease.state === "offered") return false
  return mayWrite(task.lease, caller.session)
}

/**
 * Checks that the caller may finish or give back a task. The holder may, and the assignee if there is no lease. A
 * holder whose lease ran out may if `late` is "late too".
 * @throws lease_lost, task_taken, invalid_transition
 */
export function requireHolder(
  task: Task,
  caller: Caller,
  settings: LeaseSettings,
  late: "late too" | "in time",
): void {
  const holds = isHolder(task, caller, settings)
  if (holds && (liveLease(task) || late === "late too")) return
  if (holds)
    fail("lease_lost", {
      detail: `The claim on ${taskId(task.n)} has expired.`,
      facts: { ...factsOf(task), holder: null },
    })
  if (task.status !== "doing") failIdle(task)
  if (!task.lease && isOwn(task, caller.actor)) return
  const lease = liveLease(task)
  failTaken(task, lease, isSameName(lease?.agent ?? null, caller.actor) ? settings : undefined)
}

/**
 * Whether the caller repeats the end of the last attempt, for example because the first answer was lost: it ended the
 * attempt in the same way, and the task has not changed since. A repeat adds no event.
 */
export function isRepeatedEnd(
  { n, version, lastEnd }: Task,
  how: "completed" | "released",
  { actor, leaseToken }: Caller,
  settings: LeaseSettings,
): boolean {
  if (lastEnd?.version !== version) return false
  if ((lastEnd.how === "failed" ? "released" : lastEnd.how) !== how) return false
  const isNamed = isSameName(lastEnd.agent, actor)
  if (leaseToken === undefined) return isNamed
  return (isNamed || actor === anonymous) && leaseToken === settings.token(taskId(n), lastEnd.epoch)
}

/**
 * The event that renews the lease, which any write by the holder does; none if the caller is not the holder.
 * @throws invalid_input if `heard` is not a comment on the task
 */
export function renewal(board: Board, task: Task, caller: Caller, settings: LeaseSettings): BoardEvent[] {
  const { lease } = task
  if (!isHolder(task, caller, settings) || lease?.state !== "held") return []
  const id = taskId(task.n)
  const heard = caller.heard !== undefined && { heard: requireComment(board, task, caller.heard, "heard") }
  // A lease without an end is not extended, but the event records that its holder was heard from.
  if (lease.until === null || lease.length === null)
    return [{ type: "lease.renewed", task: id, until: null, length: null, ...heard }]
  const until = Math.max(lease.until, settings.now + lease.length)
  return [{ type: "lease.renewed", task: id, until, length: lease.length, ...heard }]
}

/**
 * Checks that the caller can claim this task now.
 * @throws task_taken, task_not_ready, agent_paused, not_able, resource_taken
 */
export function requireClaimable(
  board: Board,
  task: Task,
  caller: Caller,
  { takeOver, now }: { readonly takeOver: boolean; readonly now: number },
): void {
  const id = taskId(task.n)
  if (task.status !== "todo" && task.status !== "doing")
    fail("task_not_ready", {
      detail: `${id} ${sayIs(task.status)}${task.reason ? ` (${task.reason})` : ""}.`,
      facts: factsOf(task),
    })
  const lease = liveLease(task)
  if (task.assignee !== null && !isOwn(task, caller.actor)) failTaken(task, lease)
  if (lease && isOfOtherSession(lease, caller.session) && !takeOver) failTaken(task, lease, { now })
  const pause = pauseOf(board, caller.actor)
  if (pause) failPaused(caller.actor, pause, pause === board.counters.teamPause)
  const why = whyNotReady(board, task)
  if (why && why.reason !== "resource_taken")
    fail("task_not_ready", {
      detail: `${id} is not ready: ${why.detail}.`,
      facts: { ...factsOf(task), ...why.facts },
    })
  requireRoom(board, task, caller.actor)
}

/** The event for a lease whose time has come: a warning that it will run out, or its end. */
export function settleLease(board: Board, task: Task, settings: LeaseSettings): BoardEvent[] {
  const lease = liveLease(task)
  if (!lease || lease.until === null) return []
  const id = taskId(task.n)
  if (settings.now < lease.until)
    return [{ type: "lease.expiring", task: id, agent: lease.agent, until: lease.until }]
  const after = lease.state === "offered" ? afterOffer(board, task, lease) : afterExpiry(task, settings)
  return [{ type: "lease.expired", v: 2, task: id, agent: lease.agent, attempts: task.attempts, ...after }]
}

/**
 * After the server was away, every lease lasts at least this long, so that the outage does not cause the loss of work.
 */
const graceMs = 5 * minute

export function graceAfterPause(board: Board, now: number): BoardEvent[] {
  const soonest = [...board.leases.values()].some(
    ({ n }) => (board.tasks.get(n)?.lease?.until ?? Infinity) < now + graceMs,
  )
  return soonest ? [{ type: "leases.extended", until: now + graceMs }] : []
}

// --- internal ---

/**
 * An offer that was not taken up does not count as an expiry. If it could not be taken up, the task stays with its
 * assignee.
 */
function afterOffer(board: Board, task: Task, { agent }: Lease) {
  const stays = takenToBegin(board, task, agent) && { assignee: agent }
  return { expiries: task.expiries, to: "todo", backoffUntil: null, reason: null, ...stays } as const
}
