import { answerLifetime } from "../domain/board/stored-answers.ts"
import type { Board } from "../domain/board/board.ts"
import { evolveCommand } from "../domain/evolve/evolve.ts"
import { requireTask, requireVersion } from "../domain/board/find.ts"
import { actorBehind } from "../domain/rules/lease.ts"
import { numberOf, taskNumber } from "../domain/wire/names.ts"
import type { IdempotencyRecord, StoredAnswer } from "../domain/board/records.ts"
import { linksOf } from "../domain/board/trail.ts"
import { fail } from "../errors.ts"
import type { Context } from "../domain/context.ts"
import type { Command } from "../operation.ts"
import type { LoggedCommand } from "../storage/log.ts"
import type { Call } from "./call.ts"
import type { Json } from "../domain/wire/metadata.ts"

export interface Decided {
  readonly answer: unknown
  /** What goes to the log; none where nothing changed. */
  readonly command: LoggedCommand | undefined
}

/**
 * Decides one command against the board as it stands, folds its events in and builds its answer. A command that
 * is refused, or fails at any of these steps, leaves the board as it found it.
 */
export function decideCall(
  board: Board,
  call: Call & { operation: Command },
  context: Omit<Context, "actor">,
): Decided {
  const { operation, input } = call
  const stored = storedAnswer(board, call, context.now)
  if (stored) return { answer: withToken(stored.answer, context), command: undefined }

  const id = typeof input["id"] === "string" ? input["id"] : undefined
  if (call.versions && id !== undefined) requireVersion(requireTask(board, id), call.versions)
  const actor = actorOf(board, call, context)
  const { now, policy, presence, search, token } = context // spelled out, as in `copyTask`
  const own: Context = { now, actor, policy, presence, search, token }

  const mark = board.mark()
  try {
    const events = operation.decide(board, input, own)
    const links = linksOf(board, events)
    if (events.length > 0) evolveCommand(board, { at: now, actor, events })
    const answer = operation.answer(board, events, input, own)
    if (events.length === 0) return { answer, command: undefined }
    const idem = call.idempotency && toRecord(call, answer)
    if (idem) board.answers.put({ ...idem, at: now })
    return { answer, command: { at: now, actor, events, links, idem } }
  } catch (error) {
    board.rollback(mark)
    throw error
  }
}

/** Who acts: where nobody is named, the holder of the lease whose token comes with the call. */
export function actorOf(board: Board, { input, actor }: Call, context: Omit<Context, "actor">): string {
  const { id, leaseToken } = input
  if (typeof id !== "string" || typeof leaseToken !== "string") return actor
  const task = taskNumber(id) === undefined ? undefined : board.tasks.get(numberOf(id))
  return actorBehind(task, { actor, leaseToken }, context)
}

// --- internal ---

/** The first answer to this very request, if it was answered before. @throws idempotency_mismatch */
function storedAnswer(board: Board, call: Call, now: number): StoredAnswer | undefined {
  const { idempotency, actor } = call
  if (!idempotency) return undefined
  const stored = board.answers.get(idempotency.key)
  if (!stored || stored.at + answerLifetime <= now) return undefined
  const { method, path, hash } = idempotency
  const isSame =
    stored.method === method && stored.path === path && stored.hash === hash && stored.actor === actor
  if (isSame) return stored
  fail("idempotency_mismatch", {
    detail: `The key ${idempotency.key} was used for another request: its target, body or actor differs.`,
    facts: { key: idempotency.key, method: stored.method, path: stored.path },
  })
}

function toRecord(call: Call, answer: unknown): IdempotencyRecord | undefined {
  if (!call.idempotency) return undefined
  const { operation, actor } = call
  return { ...call.idempotency, actor, status: operation.http.status ?? 200, answer: withoutToken(answer) }
}

interface Granting {
  task: { id: string }
  lease: { token?: string; epoch: number }
}

function isGranting(answer: unknown): answer is Granting {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "lease" in answer &&
    typeof answer.lease === "object" &&
    answer.lease !== null &&
    "epoch" in answer.lease
  )
}

/** No secret is kept: a token follows from its task and epoch, and is made again for a repeated answer. */
function withoutToken(answer: unknown): Json {
  if (!isGranting(answer)) return answer as Json
  const { token: _, ...lease } = answer.lease
  return { ...(answer as unknown as Record<string, Json>), lease }
}

function withToken(answer: Json, { token }: Pick<Context, "token">): unknown {
  if (!isGranting(answer)) return answer
  const { task, lease } = answer as unknown as Granting
  return { ...(answer as object), lease: { token: token(task.id, lease.epoch), ...lease } }
}
