import { sayIs } from "../wire/enums.ts"
import { fail } from "../../errors.ts"
import type { Lease, Pause, Task } from "../board/records.ts"
import { taskId } from "../wire/names.ts"
import { iso, plainTime } from "../wire/time.ts"
import { factsOf } from "./moves.ts"
import { sayPause } from "./pauses.ts"
import { isSilent } from "./sessions.ts"

export function failIdle(task: Task): never {
  const id = taskId(task.n)
  fail("invalid_transition", {
    detail: `${id} ${sayIs(task.status)}; nobody holds it.`,
    facts: factsOf(task),
  })
}

export function failPaused(agent: string, pause: Pause, isTeam: boolean): never {
  const { until, by, reason } = pause
  fail("agent_paused", {
    detail: `${sayPause(agent, pause)}.`,
    facts: { agent, until: iso(until), by, reason, isTeam },
  })
}

/**
 * @param lease the lease that keeps others from the task
 * @param ofOtherSession the current time, if another session of the caller's own name holds the lease
 */
export function failTaken(
  task: Task,
  lease: Lease | undefined,
  ofOtherSession?: { readonly now: number },
): never {
  const expiresAt = iso(lease?.until ?? null)
  const holder = lease?.agent ?? task.assignee ?? "nobody"
  const until = lease?.until == null ? "" : ` until ${plainTime(lease.until)}`
  const id = taskId(task.n)
  const session = lease &&
    ofOtherSession && {
      otherSession: true,
      heardAt: iso(lease.heardAt),
      silent: isSilent(lease, ofOtherSession.now),
    }
  fail("task_taken", {
    detail: task.status === "doing" ? `${holder} holds ${id}${until}.` : `${id} is assigned to ${holder}.`,
    facts: { ...factsOf(task), holder, expiresAt, ...session },
  })
}
