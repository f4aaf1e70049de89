import type { Board } from "../domain/board/board.ts"
import type { Context } from "../domain/context.ts"
import { fail } from "../errors.ts"
import type { Call, CallResult } from "./call.ts"

/** Answers queries from the board as it is. */
export function createReader(
  board: Board,
  contextAt: (now: number) => Omit<Context, "actor">,
): (call: Call, now: number) => CallResult {
  return (call, now) => {
    board.advance(now)
    const { operation, input, actor, last } = call
    if (operation.kind !== "query") fail("internal", "A command cannot be read.")
    const { stamp, counters } = board
    if (last !== undefined && operation.isStable && last.stamp === stamp) return last
    const answer = operation.read(board, input, { ...contextAt(now), actor })
    return operation.isStable ? { answer, seq: counters.seq, stamp } : { answer, seq: counters.seq }
  }
}
