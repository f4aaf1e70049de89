import type { Board } from "../domain/board/board.ts"
import { fail } from "../errors.ts"
import type { Context } from "../domain/context.ts"
import type { Call, CallResult } from "./call.ts"

/** Answers queries from the board as it is. */
export function createReader(
  board: Board,
  contextAt: (now: number) => Omit<Context, "actor">,
): (call: Call, now: number) => CallResult {
  // Agents ask the same until something changes: the same input then gets the same outcome.
  const answered = new WeakMap<object, { stamp: number; outcome: CallResult }>()

  return (call, now) => {
    board.advance(now)
    const { operation, input, actor } = call
    if (operation.kind !== "query") fail("internal", "A command cannot be read.")
    const { stamp } = board
    const known = operation.isStable ? answered.get(input) : undefined
    if (known?.stamp === stamp) return known.outcome
    const answer = operation.read(board, input, { ...contextAt(now), actor })
    const outcome = { answer, seq: board.counters.seq }
    if (operation.isStable) answered.set(input, { stamp, outcome })
    return outcome
  }
}
