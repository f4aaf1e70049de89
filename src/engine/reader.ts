import type { Board } from "../domain/board/board.ts"
import type { OutputPlaces } from "../domain/board/said/outputs.ts"
import type { Context } from "../domain/context.ts"
import { fail } from "../errors.ts"
import { actorOf } from "./batch.ts"
import { withWords } from "./decide.ts"
import type { Call, CallResult } from "./call.ts"
import type { OutputStore } from "./output-store.ts"
import type { PresenceNotes } from "./presence-notes.ts"

/** The context of a call that does not change the board. */
export type ReaderContext = Omit<Context, "actor" | "who" | "newToken"> & {
  readonly presence: PresenceNotes
  readonly outputs: OutputStore
  readonly places: OutputPlaces
}

/** Answers queries from the current board, and handles calls that only change memory. */
export function createReader(
  board: Board,
  contextAt: (now: number) => ReaderContext,
): (call: Call, now: number) => CallResult {
  return (call, now) => {
    board.advance(now)
    const { operation, input, actor, last, who } = call
    const { stamp, counters } = board
    if (operation.kind === "soft") {
      const context = contextAt(now)
      const sender = actorOf(board, call, context)
      context.presence.note(call, sender, now)
      const part = operation.part(board, input, { ...context, actor: sender, who, newToken })
      const answer = operation.answer(context.outputs.add(part, now))
      return { answer: withWords(board, call, answer, { ...context, actor: sender }), seq: counters.seq }
    }
    if (operation.kind === "download") {
      const context = { ...contextAt(now), actor, who, newToken }
      return { answer: { pieces: operation.pieces(board, input, context) }, seq: counters.seq }
    }
    if (operation.kind !== "query") fail("internal", "A command cannot run as a read.")
    // Only a stable answer has a stamp.
    if (last?.stamp !== undefined && last.stamp === stamp) return last
    const context = { ...contextAt(now), actor, who, newToken }
    const answer = operation.read(board, input, call.fromLog ? { ...context, ...call.fromLog } : context)
    return operation.isStable?.(answer) === true
      ? { answer, seq: counters.seq, stamp }
      : { answer, seq: counters.seq }
  }
}

// --- internal ---

function newToken(): never {
  fail("internal", "A request that changes nothing creates no token.")
}
