import { answerKey } from "../domain/board/stored-answers.ts"
import type { Board } from "../domain/board/board.ts"
import { once } from "../domain/collections/once.ts"
import { evolveCommand } from "../domain/evolve/evolve.ts"
import { actorBehind, namedActor } from "../domain/rules/actor.ts"
import { renewIdentity } from "../domain/rules/identity.ts"
import { requireRole } from "../domain/rules/permissions.ts"
import { graceAfterPause, settleLease } from "../domain/rules/lease.ts"
import { settlePauses } from "../domain/rules/pauses.ts"
import { settleResources } from "../domain/rules/resources.ts"
import { settleTrash } from "../domain/rules/trash.ts"
import { anonymous, numberOf, system, taskNumber } from "../domain/wire/names.ts"
import { linksOf } from "../domain/board/trail.ts"
import type { Context, NewToken } from "../domain/context.ts"
import type { Identity } from "../domain/wire/access/access.ts"
import { fail, UpnextError } from "../errors.ts"
import type { Command } from "../operation.ts"
import type { LoggedCommand } from "../domain/board/logged-command.ts"
import type { Commit } from "../storage/log.ts"
import { isEmptyAndWaits, waitMs, type Call, type CallResult, type Idempotency } from "./call.ts"
import { decideCall } from "./decide.ts"
import type { PresenceNotes } from "./presence-notes.ts"
import type { PendingCall } from "./waiting.ts"

/**
 * The decisions on the calls in one round. Callers get the decisions only after `commit` is durable, because even a
 * refusal may depend on the commit.
 */
export interface Batch {
  readonly commit: Commit | undefined
  readonly verdicts: readonly Verdict[]
  /** The value of `board.ready.arrivals` when the waiting claims were last tried. */
  readonly arrivals: number
}

/** The outcome of one call: `result`, or `error` when it is refused. */
export interface Verdict {
  readonly pending: PendingCall
  /** True if the result is empty and the caller is willing to wait. */
  readonly waits: boolean
  readonly result?: CallResult
  readonly error?: unknown
}

/** Answers the caller. */
export function deliver({ pending, result, error }: Verdict): void {
  if (result) pending.resolve(result)
  else pending.reject(error)
}

export interface BatchInput {
  readonly calls: readonly PendingCall[]
  /** The waiting claims, oldest first. */
  readonly waiting: readonly PendingCall[]
  /** The value of `board.ready.arrivals` when the waiting claims were last tried. */
  readonly arrivals: number
  /** True if the server was down or asleep, so no lease could be renewed. */
  readonly wasAway: boolean
  readonly context: RoundContext
}

/** The part of the context that all calls in a round share; the remaining fields differ for each call. */
export type RoundContext = Omit<Context, "actor" | "who" | "newToken"> & {
  readonly presence: PresenceNotes
  createToken(): NewToken
  random(bytes: number): Buffer
}

/**
 * Decides a round: first everything whose time has come, then the waiting claims, oldest first, then the new calls in
 * order of arrival. Each call is decided against the board as the previous call left it. New calls that ask for work come last, so that a task made ready by another call in this round is offered first to the
 * claims that were already waiting. Calls in
 * one round are concurrent, so they may be decided in any order. The waiting claims are visited at most twice, however
 * many calls there are.
 */
export function decideBatch(board: Board, { calls, waiting, arrivals, wasAway, context }: BatchInput): Batch {
  const seq = board.counters.seq + 1
  const commands = settleOverdue(board, wasAway, context)
  const verdicts: Verdict[] = []
  const queue = new Set(waiting)
  let offered = arrivals

  function decide(pending: PendingCall): Verdict {
    const call = pending.call as Call & { operation: Command }
    try {
      const { answer, command, undoable } = decideCall(board, call, contextOf(board, call, context))
      if (command) commands.push(command)
      const { seq } = board.counters
      const result = { answer, seq, ...(undoable !== undefined && { command: undoable }) }
      return { pending, waits: !command && isEmptyAndWaits(call, result), result }
    } catch (error) {
      return { pending, waits: false, error }
    }
  }

  /** Tries the waiting claims: each task that became ready may end one wait. */
  function offer(): void {
    let chances = board.ready.arrivals - offered
    offered = board.ready.arrivals
    for (const pending of queue) {
      const { idempotency } = pending.call
      const isRepeat = idempotency !== undefined && board.answers.has(keyOf(pending.call, idempotency))
      if (chances <= 0 && !isRepeat) continue
      const verdict = isGone(pending) ? refuse(pending) : decide(pending)
      if (verdict.waits) continue
      queue.delete(pending)
      verdicts.push(verdict)
      // A claim that is refused takes no task: an index may be missing, or the ready task may not suit the agent.
      if (!isRepeat && verdict.result) chances--
    }
  }

  offer()
  const asksForWork = ({ call }: PendingCall) => call.operation.longPoll !== undefined
  const asking = calls.filter(asksForWork)
  for (const pending of calls) if (!asksForWork(pending)) verdicts.push(decide(pending))
  if (asking.length > 0) offer()
  for (const pending of asking) verdicts.push(isGone(pending) ? refuse(pending) : decide(pending))
  const commit = commands.length > 0 ? { seq, commands: withBoardId(board, commands, context) } : undefined
  return { commit, verdicts, arrivals: offered }
}

// --- internal ---

/** The first command written to a board gives the board its id. */
function withBoardId(
  board: Board,
  commands: LoggedCommand[],
  { random }: RoundContext,
): readonly LoggedCommand[] {
  const [first, ...others] = commands
  if (!first || board.counters.board !== null) return commands
  const id = random(12).toString("base64url")
  board.count({ board: id })
  return [{ ...first, board: id }, ...others]
}

function keyOf({ who }: Call, { key }: Idempotency): string {
  return answerKey({ key, via: who?.account })
}

/** True if the caller of a waiting request is gone: a task claimed for that caller would have no worker. */
function isGone({ call }: PendingCall): boolean {
  if (waitMs(call) === 0) return false
  call.look?.()
  return call.signal?.aborted === true
}

function refuse(pending: PendingCall): Verdict {
  const error = new UpnextError("unavailable", {
    detail: "The request has ended; nobody is waiting for the answer.",
  })
  return { pending, waits: false, error }
}

/** One call's context. The actor may depend on a lease, so the actor is computed from the current board. */
function contextOf(
  board: Board,
  call: Call & { operation: Command },
  context: BatchInput["context"],
): Context {
  const { now, policy, presence, search, token, createToken, lastUse } = context
  const who = senderOf(board, call, now)
  const actor = who?.agent ?? actorOf(board, { ...call, who }, context)
  presence.note(call, actor, now)
  const newToken = once(createToken)
  return { now, actor, who, policy, presence, search, token, newToken, lastUse } // fields named one by one, as in `copyTask`: `...` is slower
}

/** A call's actor. If the call carries a lease token, the holder of that lease is also accepted as the actor. */
export function actorOf(
  board: Board,
  { operation, input, actor, who }: Call,
  context: Pick<Context, "token">,
): string {
  const id = "subject" in operation && operation.subject && input[operation.subject]
  const task =
    typeof id === "string" && taskNumber(id) !== undefined ? board.tasks.get(numberOf(id)) : undefined
  const found = actorBehind(actor, task, input.leaseToken, context)
  if (found !== anonymous || !who) return found
  return who.isHome === true ? system : (who.name ?? anonymous)
}

/**
 * The sender of a call according to the current board: since the request arrived, any server may have revoked the
 * token or changed the role.
 * @throws unauthorized, not_allowed, actor_mismatch
 */
function senderOf(board: Board, { operation, who: sender, actor }: Call, now: number): Identity | undefined {
  const who = renewIdentity(board, sender, now)
  if (!who && board.counters.accessRequired)
    fail("unauthorized", "Authentication was turned on after the request arrived.")
  if (!who) return undefined
  requireRole(who, operation)
  namedActor(actor === anonymous ? undefined : actor, { agent: who.agent })
  return who
}

/** The server's own commands, which settle everything due. The commands are already folded into the board. */
function settleOverdue(board: Board, wasAway: boolean, context: RoundContext): LoggedCommand[] {
  const commands: LoggedCommand[] = []
  const settle = (events: LoggedCommand["events"]) => {
    if (events.length === 0) return false
    const links = linksOf(board, events)
    const command = { at: context.now, actor: system, events, links }
    evolveCommand(board, command)
    commands.push(command)
    return true
  }
  if (wasAway) settle(graceAfterPause(board, context.now))
  settle(settlePauses(board, context.now))
  settle(settleResources(board, context.now))
  while (settle(settleTrash(board, context.now)));
  for (let due = board.leases.soonest(); due && due.at <= context.now; due = board.leases.soonest()) {
    const task = board.tasks.get(due.n)
    if (!task || !settle(settleLease(board, task, context))) break
  }
  return commands
}
