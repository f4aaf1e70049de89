import type { Board } from "../board/board.ts"
import { nameKey } from "../wire/names.ts"
import { noticeKey } from "../board/records.ts"
import { everything } from "../board/scopes.ts"
import type { NowView } from "../wire/tasks/now-schema.ts"

/** The present in four numbers. @param name whom `needsYou` is about; undefined: anyone */
export function nowView(board: Board, name: string | undefined, now: number): NowView {
  return {
    working: board.statusCounts.of(everything).doing,
    needsYou: countNeeds(board, name, now),
    stuck: board.attention.stuck.count(now),
    ready: board.ready.readyTodo,
  }
}

/**
 * The tasks that need somebody: what needs anyone, the reviews that wait for this name, and what its unread notices are
 * about. An inbox has a limit, so this costs what waits for a person, whatever the size of the board.
 */
export function needsOf(board: Board, name: string, now: number): ReadonlySet<number> {
  const numbers = new Set(board.attention.anyone.numbers(now))
  for (const n of ownNeeds(board, name)) numbers.add(n)
  return numbers
}

// --- internal ---

function countNeeds(board: Board, name: string | undefined, now: number): number {
  const { anyone } = board.attention
  const count = anyone.count(now)
  if (name === undefined) return count
  return count + [...ownNeeds(board, name)].filter((n) => !anyone.has(n, now)).length
}

function ownNeeds(board: Board, name: string): Set<number> {
  const key = nameKey(name)
  const numbers = new Set(board.index.get("toReview", key)?.values())
  for (const seq of board.inboxOf.get(key)?.values() ?? []) {
    const n = board.notices.get(noticeKey(key, seq))?.task
    if (n !== undefined && board.tasks.has(n)) numbers.add(n)
  }
  return numbers
}
