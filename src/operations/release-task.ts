import * as z from "zod"
import { requireTask, canonicalName } from "../domain/board/find.ts"
import { afterFailure, needsAttention } from "../domain/rules/failures.ts"
import { callerOf, isRepeatedEnd, requireHolder } from "../domain/rules/lease.ts"
import { requireOpenQuestion, waitReason } from "../domain/rules/questions.ts"
import { limitEvents, restAfterLimit } from "../domain/rules/limits.ts"
import { sayUsage, sayUsageOfEnd } from "../domain/rules/usage.ts"
import { ResourceName } from "../domain/wire/resources/resource-fields.ts"
import { CommentId, DryRun, Reason, TaskId, holderFields } from "../domain/wire/schemas.ts"
import { Time } from "../domain/wire/time-schemas.ts"
import { iso } from "../domain/wire/time.ts"
import { Repeated } from "../domain/wire/tasks/unchanged-schema.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { UsageField } from "../domain/wire/usage/usage-schemas.ts"
import { isoTime } from "../domain/wire/field-views.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { failField } from "../errors.ts"
import { command } from "../operation.ts"

export const releaseTask = command({
  name: "task.release",
  summary: "Give a task back",
  description:
    "If `failed` is true, the release counts as a failed attempt, and after a delay the task is offered again, to its next fallback if it has one. If `failed` is false, no attempt is counted. With `limit`, the resources that the agent uses are closed to everyone until the limit ends; if it uses none, it is paused instead. No attempt is counted, and the task is not offered to this agent for a minute. If the same agent repeats the request and nothing has happened in between, the response says so and nothing is added.",
  http: { method: "POST", path: "/tasks/{id}/release" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    ...holderFields,
    failed: z.boolean().default(false).describe("the attempt failed"),
    blocked: z
      .boolean()
      .default(false)
      .describe("someone must look at the task before the next attempt; no attempt is counted"),
    reason: Reason.nullish(),
    waitsFor: CommentId.optional().describe(
      "the question to wait for: the task is blocked until the question is answered and is then offered to this agent first; no attempt is counted",
    ),
    limit: z
      .strictObject({
        resource: ResourceName.optional().describe(
          "the resource that the limit applies to; default: all resources that the agent uses",
        ),
        until: Time.optional().describe("when the limit ends, at most a day ahead; default: in an hour"),
        reason: Reason.nullish(),
      })
      .optional()
      .describe("the agent hit a limit, such as a quota"),
    usage: UsageField,
    dryRun: DryRun,
  }),
  output: z.object({
    task: TaskView,
    closed: z.array(z.string()).optional().describe("the resources that the limit closed"),
    repeated: Repeated,
    paused: isoTime.optional().describe("when the agent's pause ends, if the agent uses no resources"),
  }),
  actor: "agent",
  subject: "id",
  shows: "task",
  dryRun: "dryRun",
  refusals: ["lease_lost", "task_taken", "invalid_transition", "invalid_input", "already_answered"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const caller = callerOf(input, context)
    if (isRepeatedEnd(task, "released", caller, context))
      return sayUsageOfEnd(board, task, input.usage, context)
    const { waitsFor } = input
    // Before the holder is looked at: the request may be repeated after the answer has moved the task.
    const question =
      waitsFor === undefined ? undefined : requireOpenQuestion(board, task, waitsFor, "waitsFor")
    requireHolder(task, caller, context, "in time")
    requireOneReason(input)
    const to = input.blocked || question ? "blocked" : "todo"
    const unspent = { attempts: task.attempts, to, backoffUntil: null } as const
    const agent = canonicalName(board, context.actor)
    const after = input.failed ? afterFailure(board, task, agent, context) : unspent
    return [
      ...sayUsage(board, task, input.usage, context),
      {
        type: "task.released",
        task: input.id,
        agent,
        failed: input.failed,
        reason: question
          ? waitReason(question)
          : (input.reason ?? (after.to === "blocked" ? needsAttention : null)),
        ...after,
        ...(waitsFor !== undefined && { waitsFor }),
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
      ...(!events.some(({ type }) => type === "task.released") && { repeated: true as const }),
      ...(closed.length > 0 && { closed }),
      ...(paused != null && { paused: iso(paused) }),
    }
  },
})

// --- internal ---

/** @throws invalid_input */
function requireOneReason(given: {
  failed: boolean
  blocked: boolean
  limit?: unknown
  waitsFor?: unknown
  reason?: string | null | undefined
}): void {
  const { failed, blocked, limit, waitsFor, reason } = given
  const other = failed ? "failed" : blocked ? "blocked" : limit === undefined ? "reason" : "limit"
  const [path, , without] =
    [
      [
        "waitsFor",
        waitsFor !== undefined && (failed || blocked || limit !== undefined || reason != null),
        `\`${other}\``,
      ] as const,
      ["limit", limit !== undefined && failed, "`failed`: reaching a limit is not a failed attempt"] as const,
      ["blocked", blocked && failed, "`failed`: a failed attempt is retried"] as const,
      ["blocked", blocked && limit !== undefined, "`limit`: a task that hit a limit is retried"] as const,
    ].find(([, isBoth]) => isBoth) ?? []
  if (path !== undefined) failField(path, `cannot be used with ${without}`, { facts: { field: path } })
}
