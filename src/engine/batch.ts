import type { Board } from "../domain/board/board.ts"
import { evolveCommand } from "../domain/evolve/evolve.ts"
import { graceAfterPause, settleLease } from "../domain/rules/lease.ts"
import { settlePauses } from "../domain/rules/pauses.ts"
import { system } from "../domain/wire/names.ts"
import { linksOf } from "../domain/board/trail.ts"
import type { Context } from "../domain/context.ts"
import type { Command } from "../operation.ts"
import type { Commit, LoggedCommand } from "../storage/log.ts"
import { waitOf, type Call, type CallResult } from "./call.ts"
import { decideCall } from "./decide.ts"
import type { Parked } from "./parking.ts"

/** How a batch went. None of it may be told before `commit` is durable: a refusal, too, may rest on it. */
export interface Batch {
  readonly commit: Commit | undefined
  readonly verdicts: readonly Verdict[]
  /** The arrivals that claims which wait have been tried for. */
  readonly arrivals: number
}

export interface Verdict {
  readonly parked: Parked
  /** Its caller would rather wait than have this empty answer. */
  readonly isEmpty: boolean
  readonly outcome?: CallResult
  readonly error?: unknown
}

export function tell({ parked, outcome, error }: Verdict): void {
  if (outcome) parked.resolve(outcome)
  else parked.reject(error)
}

export interface Round {
  readonly calls: readonly Parked[]
  /** Claims that wait, oldest first, and the arrivals of ready tasks that they have been tried for. */
  readonly waiting: readonly Parked[]
  readonly arrivals: number
  /** The server was away, so that nobody could renew a lease. */
  readonly wasAway: boolean
  readonly context: Omit<Context, "actor">
}

/**
 * Decides a round in one piece: overdue leases and pauses first, then who has waited longest, then the calls in the
 * order they came, each against the board as the ones before left it. Calls that ask for the next task come last:
 * what the others make ready is offered to who waits before anyone new may have it. All that arrive together are
 * concurrent, so none of them can tell, and those who wait are gone through twice at most, however many calls there are.
 */
export function decideBatch(board: Board, { calls, waiting, arrivals, wasAway, context }: Round): Batch {
  const seq = board.counters.seq + 1
  const commands = settleOverdue(board, wasAway, context)
  const verdicts: Verdict[] = []
  const queue = new Set(waiting)
  let offered = arrivals

  function decide(parked: Parked): Verdict {
    const call = parked.call as Call & { operation: Command }
    try {
      const { answer, command } = decideCall(board, call, context)
      if (command) commands.push(command)
      const isEmpty = !command && waitOf(call) > 0 && call.operation.isEmpty?.(answer) === true
      return { parked, isEmpty, outcome: { answer, seq: board.counters.seq } }
    } catch (error) {
      return { parked, isEmpty: false, error }
    }
  }

  /** Each task that has become ready since the last time can end one wait. */
  function offer(): void {
    let chances = board.ready.arrivals - offered
    offered = board.ready.arrivals
    for (const parked of queue) {
      const { idempotency } = parked.call
      const isRepeat = idempotency !== undefined && board.answers.has(idempotency.key)
      if (chances <= 0 && !isRepeat) continue
      const verdict = decide(parked)
      if (verdict.isEmpty) continue
      queue.delete(parked)
      verdicts.push(verdict)
      if (!isRepeat) chances--
    }
  }

  offer()
  const asksForNext = ({ call }: Parked) => call.operation.isEmpty !== undefined
  const asking = calls.filter(asksForNext)
  for (const parked of calls) if (!asksForNext(parked)) verdicts.push(decide(parked))
  if (asking.length > 0) offer()
  for (const parked of asking) verdicts.push(decide(parked))
  const commit = commands.length > 0 ? { seq, commands } : undefined
  return { commit, verdicts, arrivals: offered }
}

// --- internal ---

/** What the clock has brought, as commands of the server itself. */
function settleOverdue(board: Board, wasAway: boolean, context: Omit<Context, "actor">): LoggedCommand[] {
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
  for (let due = board.leases.soonest(); due && due.at <= context.now; due = board.leases.soonest()) {
    const task = board.tasks.get(due.n)
    if (!task || !settle(settleLease(task, context))) break
  }
  return commands
}
