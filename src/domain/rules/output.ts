import { fail } from "../../errors.ts"
import type { Task } from "../board/records.ts"
import type { Identity } from "../wire/access/access.ts"
import { isSameName, taskId } from "../wire/names.ts"
import { requireHolder, type Caller, type LeasePolicy } from "./lease.ts"

interface OutputSettings {
  readonly now: number
  readonly policy: LeasePolicy
  readonly who?: Pick<Identity, "agent"> | undefined
  token(task: string, epoch: number): string
}

/**
 * The claim to whose output the caller may add: the holder's claim, even if the lease ran out and nobody has taken the
 * task since. The last output of a command may arrive after its task was finished, so the token of the last attempt is
 * valid until the next claim.
 * @throws lease_lost, task_taken, invalid_transition, actor_mismatch
 */
export function claimOfOutput(
  task: Task,
  caller: Caller,
  settings: OutputSettings,
): { readonly epoch: number; readonly agent: string } {
  const { lastEnd, lease } = task
  const { leaseToken } = caller
  const isLast = lease === null && leaseToken !== undefined && lastEnd !== null
  if (isLast && leaseToken === settings.token(taskId(task.n), lastEnd.epoch)) {
    const { epoch, agent } = lastEnd
    const bound = settings.who?.agent
    if (bound !== undefined && !isSameName(bound, agent))
      fail("actor_mismatch", {
        detail: `The last claim on ${taskId(task.n)} belonged to ${agent}, not to ${bound}.`,
        facts: { task: taskId(task.n), agent, field: "leaseToken" },
      })
    return { epoch, agent }
  }
  requireHolder(task, caller, settings, "late too")
  return { epoch: task.epoch, agent: lease?.agent ?? caller.actor }
}
