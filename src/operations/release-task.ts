import * as z from "zod"
import { requireTask, canonicalName } from "../domain/board/find.ts"
import { afterFailure, needsAttention } from "../domain/rules/failures.ts"
import { callerOf, isRepeatedEnd, requireHolder } from "../domain/rules/lease.ts"
import { limitEvents, restAfterLimit } from "../domain/rules/limits.ts"
import { ResourceName } from "../domain/wire/resources/resource-fields.ts"
import { AgentName, DryRun, LeaseToken, Reason, Session, TaskId } from "../domain/wire/schemas.ts"
import { Time } from "../domain/wire/time-schemas.ts"
import { iso } from "../domain/wire/time.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { isoTime } from "../domain/wire/field-views.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const releaseTask = command({
  name: "task.release",
  summary: "Give a task back",
  description:
    "A release costs nothing, unless `failed` is true: then it counts as a failed attempt, and the task rests before it is offered again, to the next one of its escalation if it has one. With `limit` what the agent draws on is closed for all until then, or the agent paused if it draws on nothing; the task costs no attempt, and is not offered to this agent for a minute. When the same agent repeats the request and nothing happened in between, the answer is the same and nothing is added.",
  http: { method: "POST", path: "/tasks/{id}/release" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    agent: AgentName.optional(),
    session: Session.optional(),
    leaseToken: LeaseToken.optional(),
    failed: z.boolean().default(false).describe("the attempt failed"),
    blocked: z
      .boolean()
      .default(false)
      .describe("somebody has to look at it before it is tried again; no attempt is counted"),
    reason: Reason.nullish(),
    limit: z
      .strictObject({
        resource: ResourceName.optional().describe("which one; without it, all that the agent draws on"),
        until: Time.optional().describe("when it is over; default: in an hour, at most a day ahead"),
        reason: Reason.nullish(),
      })
      .optional()
      .describe("the agent met a limit, such as the end of a quota"),
    dryRun: DryRun,
  }),
  output: z.object({
    task: TaskView,
    closed: z.array(z.string()).optional().describe("the resources that the limit has closed"),
    paused: isoTime.optional().describe("until when the limit has paused the agent, which draws on nothing"),
  }),
  actor: "agent",
  subject: "id",
  shows: "task",
  dryRun: "dryRun",
  refusals: [
    "task_not_found",
    "task_deleted",
    "lease_lost",
    "task_taken",
    "invalid_transition",
    "invalid_input",
  ],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const caller = callerOf(input, context)
    if (isRepeatedEnd(task, "released", caller, context)) return []
    requireHolder(task, caller, context, "in time")
    requireOneReason(input)
    const to = input.blocked ? "blocked" : "todo"
    const unspent = { attempts: task.attempts, to, backoffUntil: null } as const
    const agent = canonicalName(board, context.actor)
    const after = input.failed ? afterFailure(board, task, agent, context) : unspent
    return [
      {
        type: "task.released",
        task: input.id,
        agent,
        failed: input.failed,
        reason: input.reason ?? (after.to === "blocked" ? needsAttention : null),
        ...after,
        ...(input.limit && { restsUntil: context.now + restAfterLimit }),
      },
      ...(input.limit ? limitEvents(board, task, agent, input.limit, context) : []),
    ]
  },
  answer(board, events, { id }, { now }) {
    const closed = events.flatMap((event) => (event.type === "resource.closed" ? [event.resource] : []))
    const paused = events.find((event) => event.type === "agent.paused")?.until
    return {
      task: viewTask(board, requireTask(board, id), now),
      ...(closed.length > 0 && { closed }),
      ...(paused != null && { paused: iso(paused) }),
    }
  },
})

// --- internal ---

/** @throws invalid_input */
function requireOneReason(given: { failed: boolean; blocked: boolean; limit?: unknown }): void {
  const { failed, blocked, limit } = given
  const [path, , other] =
    [
      ["limit", limit !== undefined && failed, "`failed`: a limit is no failed attempt"] as const,
      ["blocked", blocked && failed, "`failed`: a failed attempt is tried again"] as const,
      ["blocked", blocked && limit !== undefined, "`limit`: what met a limit is tried again"] as const,
    ].find(([, isBoth]) => isBoth) ?? []
  if (path === undefined) return
  const message = `goes without ${other}`
  fail("invalid_input", {
    detail: `${path}: ${message}.`,
    facts: { field: path },
    errors: [{ path, message }],
  })
}
