import type { Board } from "../board/board.ts"
import type { Lease, Task } from "../board/records.ts"
import { unheard } from "../board/said/unheard.ts"
import type { Comment } from "../board/said/said-records.ts"
import { cutText, mostSaidOf } from "../wire/excerpt.ts"
import { isSameName, taskId } from "../wire/names.ts"
import type { SaidView } from "../wire/tasks/said-schema.ts"
import { mayWrite } from "./sessions.ts"
import type { Caller, LeaseSettings } from "./lease.ts"

/*
 * Comments by others while an agent is working on a task. The answers to the holder's writes show them until a write
 * acknowledges them with `heard`. This state belongs to the lease, so the next agent that claims the task starts with
 * the hand-over.
 */

/** The comments that an answer to this caller also shows; nothing if the caller does not hold the task. */
export function wordsFor(
  board: Board,
  task: Task | undefined,
  caller: Caller,
  settings: Pick<LeaseSettings, "token">,
): { readonly said?: SaidView[] } {
  if (!task?.lease || !holds(task, task.lease, caller, settings)) return {}
  const comments = unheard(board, task)
  return comments ? { said: comments.map(viewSaid) } : {}
}

// --- internal ---

/** Like `isHolder`, but a stale token does not cause a refusal. */
function holds(task: Task, lease: Lease, caller: Caller, { token }: Pick<LeaseSettings, "token">): boolean {
  const { actor, session, leaseToken } = caller
  if (leaseToken !== undefined) return leaseToken === token(taskId(task.n), task.epoch)
  return isSameName(lease.agent, actor) && mayWrite(lease, session)
}

function viewSaid({ n, author, content, place, answers }: Comment): SaidView {
  return {
    id: `C-${n}`,
    author,
    content: cutText(content, mostSaidOf),
    ...(place && { place }),
    ...(answers !== undefined && { answers: `C-${answers}` }),
  }
}
