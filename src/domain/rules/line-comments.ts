import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import type { Comment } from "../board/said/said-records.ts"
import { isSameName } from "../wire/names.ts"
import { comparePlaces, type LinePlace } from "../wire/tasks/place.ts"

export type LineComment = Comment & { readonly place: LinePlace }

export function isOnLine(comment: Comment | undefined): comment is LineComment {
  return comment?.place !== undefined
}

/** The fields with which a request for changes lists its line comments; nothing if there are none. */
export function gatheredLines(board: Board, task: Task): { readonly lines?: readonly string[] } {
  const lines = openLineComments(board, task).map(({ n }) => `C-${n}`)
  return lines.length > 0 ? { lines } : {}
}

// --- internal ---

/**
 * The line comments that a request for changes collects, by file and line: those posted since the work was finished,
 * without the worker's own. The newest 200, found among the newest 2,000 comments, so that a request costs the same
 * however many comments there are.
 */
function openLineComments(board: Board, task: Task): LineComment[] {
  const said = board.commentsOf.of(task.n)
  const after = task.lastEnd?.saidBefore ?? 0
  const worker = task.doneBy ?? task.assignee
  const found: LineComment[] = []
  for (let i = said.length - 1; i >= Math.max(0, said.length - mostSearched); i--) {
    const n = said[i] ?? 0
    if (n <= after || found.length === mostGathered) break
    const comment = board.comments.get(n)
    if (isOnLine(comment) && !isSameName(comment.author, worker)) found.push(comment)
  }
  return found.sort((a, b) => comparePlaces(a.place, b.place) || a.n - b.n)
}

const mostSearched = 2_000
const mostGathered = 200
