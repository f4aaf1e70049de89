import { hostEvents, joinEvents } from "./agents.ts"
import type { Board } from "../board/board.ts"
import type { BoardEvent } from "../events/index.ts"
import {
  isHolder,
  leaseTerms,
  liveLease,
  requireClaimable,
  type Caller,
  type LeaseSettings,
} from "./lease.ts"
import { doubtfulClaim } from "./sessions.ts"
import { anonymous, taskId } from "../wire/names.ts"
import { plainTime } from "../wire/time.ts"
import { fail } from "../../errors.ts"
import type { Context } from "../context.ts"
import { hasGivenUp } from "./failures.ts"
import { factsOf } from "./moves.ts"
import { personSign } from "./person.ts"
import type { Task } from "../board/records.ts"
import { canonicalName } from "../board/find.ts"

/** The events with which an agent takes a task that it may take: a new epoch, and a lease for it. */
export function claimEvents(
  board: Board,
  task: Task,
  asked: {
    agent: string
    session?: string | undefined
    host?: string | undefined
    lease?: number | null | undefined
    takeOver?: boolean | undefined
    finishedBy?: "worker" | undefined
  },
  settings: LeaseSettings,
): BoardEvent[] {
  const { until, length } = leaseTerms(task, asked.lease, settings)
  const before = asked.takeOver === true ? undefined : doubtfulClaim(liveLease(task), settings.now)
  return [
    ...joinEvents(board, [asked.agent]),
    ...hostEvents(board, asked.host),
    {
      type: "task.claimed",
      task: taskId(task.n),
      agent: canonicalName(board, asked.agent),
      session: asked.session ?? null,
      epoch: task.epoch + 1,
      until,
      length,
      ...(before !== undefined && { claimedBefore: before }),
      ...(asked.finishedBy && { finishedBy: asked.finishedBy }),
    },
  ]
}

/**
 * If an agent finishes a task that has no holder, the events with which it claims the task first; otherwise none. An
 * agent whose own claim has ended is refused, unless a person decides.
 * @throws lease_lost, and the refusals of a claim
 */
export function claimToFinish(
  board: Board,
  task: Task,
  caller: Caller,
  context: LeaseSettings & Pick<Context, "who">,
): BoardEvent[] {
  const { actor, leaseToken, session } = caller
  if (task.status !== "todo" || leaseToken !== undefined || actor === anonymous) return []
  if (isHolder(task, caller, context)) return []
  if (hasGivenUp(task, actor) && personSign(board, actor, context.who) === undefined) failEnded(task)
  requireClaimable(board, task, caller, { takeOver: false, now: context.now })
  return claimEvents(board, task, { agent: actor, session }, context)
}

// --- internal ---

function failEnded(task: Task): never {
  const ended = task.lastEnd === null ? "" : ` at ${plainTime(task.lastEnd.at)}`
  fail("lease_lost", {
    detail: `Your claim on ${taskId(task.n)} ended${ended}.`,
    facts: { ...factsOf(task), holder: null },
  })
}
