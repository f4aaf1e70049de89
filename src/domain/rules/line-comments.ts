import type { Board } from "../board/board.ts"
import type { Task } from "../board/records.ts"
import type { Comment } from "../board/said/said-records.ts"
import { isSameName } from "../wire/names.ts"
import { comparePlaces, type LinePlace } from "../wire/tasks/place.ts"

export type LineComment = Comment & { readonly place: LinePlace }

export function isOnLine(comment: Comment | undefined): comment is LineComment {
  return comment?.place !== undefined
}

/** What an event that asks for changes says of them; nothing where there are none. */
export function gatheredLines(board: Board, task: Task): { readonly lines?: readonly string[] } {
  const lines = openLineComments(board, task).map(({ n }) => `C-${n}`)
  return lines.length > 0 ? { lines } : {}
}

// --- internal ---

/**
 * The comments on lines that a request for changes gathers, by file and line: those that were posted since the work was
 * finished, but for the remarks of the one who did it. The newest 200, found among the newest 2,000 comments, so that
 * a request costs the same however much was said.
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
