import type { Board } from "../board/board.ts"
import type { Comment } from "../board/said/said-records.ts"
import { isClosed } from "../board/tasks/is-closed.ts"
import { isSameName, nameKey } from "../wire/names.ts"
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
export function needsOf(board: Board, name: string | undefined, now: number): ReadonlySet<number> {
  const numbers = new Set(board.attention.anyone.numbers(now))
  for (const n of ownNeeds(board, name)) numbers.add(n)
  return numbers
}

/** The oldest question on an open task that waits for an answer by this name, or by whoever can say. */
export function questionFor(board: Board, n: number, name: string | undefined): Comment | undefined {
  if (isClosed(board.tasks.get(n))) return undefined
  for (const each of board.questions.of(n)) {
    const question = board.comments.get(each)
    const { to = null } = question?.ask ?? {}
    if (name === undefined || to === null || isSameName(to, name)) return question
  }
  return undefined
}

// --- internal ---

function countNeeds(board: Board, name: string | undefined, now: number): number {
  const { anyone } = board.attention
  return anyone.count(now) + [...ownNeeds(board, name)].filter((n) => !anyone.has(n, now)).length
}

/** What is asked of a name, or of whoever can say, and what its reviews and notices are about. */
function ownNeeds(board: Board, name: string | undefined): Set<number> {
  const asked = [...board.questions.tasks()].filter((n) => questionFor(board, n, name) !== undefined)
  if (name === undefined) return new Set(asked)
  const key = nameKey(name)
  const numbers = new Set([...asked, ...(board.index.get("toReview", key)?.values() ?? [])])
  for (const seq of board.inboxOf.get(key)?.values() ?? []) {
    const n = board.notices.get(noticeKey(key, seq))?.task
    if (n !== undefined && board.tasks.has(n)) numbers.add(n)
  }
  return numbers
}
