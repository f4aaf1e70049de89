import type { Board } from "../board/board.ts"
import type { SessionView } from "../wire/agent-schemas.ts"
import { taskId } from "../wire/names.ts"
import { iso } from "../wire/time.ts"

/** The tasks that an agent is doing by the session that holds each, in the order of the tasks. */
export function viewSessions(board: Board, doing: readonly number[]): SessionView[] {
  const held = new Map<string | null, { tasks: string[]; heardAt: number | null }>()
  for (const n of doing) {
    const { session = null, heardAt = null } = board.tasks.get(n)?.lease ?? {}
    const known = held.get(session) ?? { tasks: [], heardAt: null }
    known.tasks.push(taskId(n))
    if (heardAt !== null) known.heardAt = Math.max(heardAt, known.heardAt ?? 0)
    held.set(session, known)
  }
  return [...held].map(([session, { tasks, heardAt }]) => ({ session, heardAt: iso(heardAt), tasks }))
}
