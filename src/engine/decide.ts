import { answerKey, answerLifetimeMs } from "../domain/board/stored-answers.ts"
import type { Board } from "../domain/board/board.ts"
import type { Context } from "../domain/context.ts"
import { evolveCommand } from "../domain/evolve/evolve.ts"
import { requireTask, requireVersion } from "../domain/board/find.ts"
import type { IdempotencyRecord, LoggedCommand } from "../domain/board/logged-command.ts"
import type { StoredAnswer, Task } from "../domain/board/records.ts"
import { numberOf } from "../domain/wire/names.ts"
import { linksOf } from "../domain/board/trail.ts"
import { watchParents } from "../domain/rules/done-by-children.ts"
import { callerOf } from "../domain/rules/lease.ts"
import { requirePermission } from "../domain/rules/permissions.ts"
import { wordsFor } from "../domain/rules/words.ts"
import { fail } from "../errors.ts"
import type { Command, Operation } from "../operation.ts"
import type { Call, CallResult } from "./call.ts"
import type { Json } from "../domain/wire/metadata.ts"
import type { LeaseGrant, TaskView } from "../domain/wire/tasks/view-schemas.ts"

export interface Decided {
  readonly answer: CallResult["answer"]
  /** The command for the log; undefined when nothing changed. */
  readonly command: LoggedCommand | undefined
  /** The number by which an undo refers to the command, if the command can be undone. */
  readonly undoable?: number | undefined
}

/**
 * Decides one command on the current board, folds the events into the board, and builds the answer. If any of these
 * steps refuses or fails, the board is unchanged.
 */
export function decideCall(board: Board, call: Call & { operation: Command }, context: Context): Decided {
  const { operation, input } = call
  const { actor, now, who } = context
  const via = who?.account
  const stored = storedAnswer(board, call, via, now)
  if (stored) {
    const answer = withToken(operation, stored.answer, context)
    return { answer: withWords(board, call, answer, context), command: undefined }
  }

  const id = operation.subject && input[operation.subject]
  if (call.versions && typeof id === "string") requireVersion(subjectOf(board, id), call.versions)

  const mark = board.mark()
  const first = board.counters.seq + 1
  try {
    const decided = operation.decide(board, input, context)
    const asked = "events" in decided ? decided.events : decided
    if (who) requirePermission(board, asked, who, context)
    const { joins = 0 } = call
    const begun = board.commands.get(joins)
    const { events, links } = foldWithEnds(board, { at: now, actor, via, events: asked, joins }, mark)
    const kept = operation.answer(board, decided, input, context)
    const answer = withWords(board, call, kept, context)
    if (events.length === 0) return { answer, command: undefined }
    if (operation.dryRun !== undefined && input[operation.dryRun] === true) {
      board.rollback(mark)
      return { answer, command: undefined }
    }
    const idem = call.idempotency && toRecord(call, via, kept)
    if (idem) board.answers.put({ ...idem, at: now })
    const continued = board.commands.get(joins)
    const isJoined = continued !== begun
    const command = {
      ...{ at: now, actor, ...(via !== undefined && { via }), events, links, idem },
      ...(isJoined && { joins }),
    }
    const done = isJoined ? continued : board.commands.get(first)
    return { answer, command, undoable: done?.kind === "stays" ? undefined : done?.seq }
  } catch (error) {
    board.rollback(mark)
    throw error
  }
}

// --- internal ---

/** Folds a command into the board, and finishes tasks that are done because their children are done. */
function foldWithEnds(
  board: Board,
  command: Parameters<typeof evolveCommand>[1],
  mark: ReturnType<Board["mark"]>,
): Pick<LoggedCommand, "events" | "links"> {
  const { events } = command
  const links = linksOf(board, events)
  if (events.length === 0) return { events, links }
  const endsOf = watchParents(board, events)
  evolveCommand(board, command)
  const ends = endsOf()
  if (ends.length === 0) return { events, links }
  board.rollback(mark)
  return foldWithEnds(board, { ...command, events: [...events, ...ends] }, mark)
}

/** A task in the trash has a version too, since the task may be restored. @throws task_not_found, task_deleted */
function subjectOf(board: Board, id: string): Task {
  return board.trash.get(numberOf(id))?.task ?? requireTask(board, id)
}

/** If this request is a repeat: the answer to the original request. @throws idempotency_mismatch */
function storedAnswer(
  board: Board,
  call: Call,
  via: string | undefined,
  now: number,
): StoredAnswer | undefined {
  const { idempotency, actor } = call
  if (!idempotency) return undefined
  const stored = board.answers.get(answerKey({ key: idempotency.key, via }))
  if (!stored || stored.at + answerLifetimeMs <= now) return undefined
  const { method, path, hash } = idempotency
  const isSame =
    stored.method === method && stored.path === path && stored.hash === hash && stored.actor === actor
  if (isSame) return stored
  fail("idempotency_mismatch", {
    detail: `The key ${idempotency.key} was used for a request with a different target, body or actor.`,
    facts: { key: idempotency.key, method: stored.method, path: stored.path },
  })
}

function toRecord(
  call: Call,
  via: string | undefined,
  answer: CallResult["answer"],
): IdempotencyRecord | undefined {
  if (!call.idempotency) return undefined
  const { operation, actor } = call
  const status = operation.http.status ?? 200
  return {
    ...call.idempotency,
    ...(via !== undefined && { via }),
    actor,
    status,
    answer: withoutToken(operation, answer),
  }
}

type Answer = CallResult["answer"]

/** The answer as stored for repeated requests. Tokens are left out, because secrets are not stored. */
function withoutToken({ grants, showsOnce }: Operation, answer: Answer): Json {
  if (showsOnce !== undefined) return { ...(answer as Readonly<Record<string, Json>>), [showsOnce]: null }
  const lease = grants === undefined ? undefined : (answer[grants] as LeaseGrant | undefined)
  if (grants === undefined || !lease) return answer as Json
  const { token: _, ...stored } = lease
  return { ...(answer as Readonly<Record<string, Json>>), [grants]: stored }
}

/**
 * Adds to the answer what others have said to the task's holder. These comments belong only to this answer, so they are
 * not stored for repeated requests.
 */
export function withWords(
  board: Board,
  { operation, input }: Pick<Call, "operation" | "input">,
  answer: Answer,
  context: Pick<Context, "actor" | "token">,
): Answer {
  const id = operation.hears && input["id"]
  if (typeof id !== "string") return answer
  const words = wordsFor(board, board.tasks.get(numberOf(id)), callerOf(input, context), context)
  return words.said ? { ...answer, ...words } : answer
}

/** Restores the token in a stored answer. The token can be computed from the task and the epoch. */
function withToken(
  { grants, shows }: Operation,
  stored: Json,
  { token }: { token(task: string, epoch: number): string },
): Answer {
  const answer = stored as Answer
  if (grants === undefined || shows === undefined) return answer
  const lease = answer[grants] as Omit<LeaseGrant, "token"> | undefined
  const task = answer[shows] as TaskView | null
  if (!lease || !task) return answer
  return { ...answer, [grants]: { token: token(task.id, lease.epoch), ...lease } }
}
