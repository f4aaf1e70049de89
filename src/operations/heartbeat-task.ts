import * as z from "zod"
import { quietAfterMs } from "../domain/wire/agents/silence.ts"
import { Heard, Said } from "../domain/wire/tasks/said-schema.ts"
import { hostEvents, joinEvents } from "../domain/rules/agents.ts"
import { requireTask } from "../domain/board/find.ts"
import { callerOf, renewal, requireHolder } from "../domain/rules/lease.ts"
import { sayUsage } from "../domain/rules/usage.ts"
import type { Context } from "../domain/context.ts"
import type { Task } from "../domain/board/records.ts"
import type { EventOf } from "../domain/events/index.ts"
import { AgentName, HostName, LeaseToken, line, Session, TaskId, whole } from "../domain/wire/schemas.ts"
import { UsageField } from "../domain/wire/usage/usage-schemas.ts"
import { LeaseView } from "../domain/wire/tasks/view-schemas.ts"
import { viewRecord } from "../domain/read-models/task-view.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const heartbeatTask = command({
  name: "task.heartbeat",
  summary: "Renew the lease of a task",
  description: "Any other write by the holder renews the lease too.",
  http: { method: "POST", path: "/tasks/{id}/heartbeat" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    agent: AgentName.optional(),
    session: Session.optional(),
    host: HostName.optional(),
    leaseToken: LeaseToken.optional(),
    heard: Heard,
    quietMs: whole(0, 366 * 86_400_000)
      .optional()
      .describe("how long the command has printed nothing new, in ms"),
    usage: UsageField,
    repeats: line(200, "a line of output").optional().describe("the line that the command keeps printing"),
  }),
  output: z.object({ lease: LeaseView, said: Said }),
  hears: true,
  actor: "agent",
  subject: "id",
  refusals: ["lease_lost", "task_taken", "invalid_transition"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const caller = callerOf(input, context)
    requireHolder(task, caller, context, "in time")
    if (task.lease?.state !== "held")
      fail("lease_lost", {
        detail: task.lease
          ? `${input.id} came back from review and has not been claimed again yet.`
          : `${input.id} is held without a lease.`,
        facts: { task: input.id, status: task.status, holder: null },
      })
    return [
      ...joinEvents(board, [context.actor]),
      ...hostEvents(board, input.host),
      ...sayUsage(board, task, input.usage, context),
      ...renewal(board, task, caller, context).map((event) => ({
        ...event,
        ...quietOf(task, input, context),
      })),
    ]
  },
  answer(board, _, { id }) {
    const { lease } = viewRecord(board, requireTask(board, id))
    return { lease: lease ?? { holder: "", session: null, epoch: 0, expiresAt: null, heardAt: null } }
  },
})

// --- internal ---

const minute = 60_000

interface SeenOutput {
  readonly quietMs?: number | undefined
  readonly repeats?: string | undefined
  readonly heard?: string | undefined
}

/**
 * A worker's report about its command's output. It is ignored if the last output is younger than a minute or than the
 * board's own limit.
 */
function quietOf(
  { lease }: Task,
  { quietMs, repeats, heard }: SeenOutput,
  { now, policy }: Pick<Context, "now" | "policy">,
): Pick<EventOf<"lease.renewed">, "quiet"> {
  // A heartbeat that acknowledges comments does not report output.
  if (quietMs === undefined && heard !== undefined) return lease?.quiet ? { quiet: lease.quiet } : {}
  const most = policy.quiet ?? quietAfterMs
  if (quietMs === undefined || quietMs < Math.min(minute, most)) return {}
  const since = now - quietMs
  const line = repeats ?? null
  // The report takes some time to arrive, so a slightly different start time still means the same silence.
  const before = lease?.quiet
  if (before && Math.abs(before.since - since) < minute) return { quiet: { ...before, line } }
  return { quiet: { since, until: since + most, line } }
}
