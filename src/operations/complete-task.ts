import * as z from "zod"
import { joinEvents } from "../domain/rules/agents.ts"
import { claimToFinish } from "../domain/rules/claim.ts"
import type { Board } from "../domain/board/board.ts"
import type { Context } from "../domain/context.ts"
import { requireTask, canonicalName } from "../domain/board/find.ts"
import type { Task } from "../domain/board/records.ts"
import { unprovenChecks, withTree } from "../domain/board/said/proof.ts"
import { requireChecks } from "../domain/rules/checks.ts"
import { claimsOf, meetCriteria, requireCriteria, unmetCriteria } from "../domain/rules/criteria.ts"
import { isLeftToWorker, keptForWorker } from "../domain/rules/left-to-worker.ts"
import { callerOf, isRepeatedEnd, requireHolder } from "../domain/rules/lease.ts"
import { exempt, reflect, requireOneReflection } from "../domain/rules/reflect.ts"
import { factsOf, requireReflection } from "../domain/rules/moves.ts"
import { sayUsage, sayUsageOfEnd } from "../domain/rules/usage.ts"
import { personFinishing } from "../domain/rules/person.ts"
import { Tree } from "../domain/wire/checks/check-schemas.ts"
import { sayNothingToDo } from "../domain/wire/tasks/nothing-to-do.ts"
import {
  DryRun,
  FinishedBy,
  Markdown,
  MetCriteria,
  Reason,
  TaskId,
  holderFields,
} from "../domain/wire/schemas.ts"
import { UsageField } from "../domain/wire/usage/usage-schemas.ts"
import { Repeated } from "../domain/wire/tasks/unchanged-schema.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { taskId } from "../domain/wire/names.ts"
import { fail } from "../errors.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { command } from "../operation.ts"
import { withState } from "../domain/board/tasks/task-record.ts"

export const completeTask = command({
  name: "task.complete",
  summary: "Finish a task",
  description:
    "The task goes to `review` if it has a reviewer, otherwise to `done`. A lesson (`reflection`) is required, unless one was posted during this attempt, a worker finishes the task, the server asks for none, or the task's metadata exempts it. `unmet` lists the criteria that are not met; if the server or the task's metadata requires criteria, the task can be finished only when all criteria are met. If the same agent repeats the request and nothing has happened in between, the response says so and nothing is added.",
  http: { method: "POST", path: "/tasks/{id}/complete" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    ...holderFields,
    reflection: Markdown.optional().describe("one or more honest sentences on what was learned"),
    noReflection: Reason.optional().describe(
      "instead of a lesson: why there was nothing to learn; kept in the task's metadata",
    ),
    summary: Markdown.optional().describe("what was done"),
    nothingToDo: Reason.optional().describe(
      "why nothing had to be done; this text comes first in the summary. The task goes to `review` unless it has checks or criteria and all of them are met",
    ),
    criteria: MetCriteria.optional().describe("criteria that are met; this request checks them off"),
    tree: Tree.nullish().describe(
      "git's hash of all files as they are now; check results for any other state no longer count",
    ),
    claim: z
      .boolean()
      .default(false)
      .describe("if the task is ready and has no holder, claim it first, in the same step"),
    usage: UsageField,
    finishedBy: FinishedBy.optional().describe("sent by the worker that claimed the task with it"),
    dryRun: DryRun,
  }),
  output: z.object({
    task: TaskView,
    finished: z
      .literal(false)
      .optional()
      .describe(
        "true: the worker that holds the task finishes it, with the texts of this request, once its command has ended and the checks have passed",
      ),
    repeated: Repeated,
    notes: Notes,
    unmet: z
      .array(z.string())
      .optional()
      .describe(
        "the criteria that are not met, and `check: NAME` for each check that has not passed; omitted if all are met",
      ),
  }),
  actor: "agent",
  subject: "id",
  shows: "task",
  dryRun: "dryRun",
  refusals: [
    "lease_lost",
    "task_taken",
    "task_not_ready",
    "agent_paused",
    "not_able",
    "resource_taken",
    "invalid_transition",
    "reflection_required",
    "criteria_unmet",
    "check_required",
    "checks_unmet",
    "invalid_input",
  ],

  decide(board, input, context) {
    const found = requireTask(board, input.id)
    const caller = callerOf(input, context)
    if (isRepeatedEnd(found, "completed", caller, context)) {
      requireNothingNew(board, found, input, context)
      return sayUsageOfEnd(board, found, input.usage, context)
    }
    const begun = input.claim ? claimToFinish(board, found, caller, context) : []
    if (begun.length === 0) requireHolder(found, caller, context, "late too")
    // The lease and lesson of an earlier attempt do not count for this attempt.
    const task = begun.length === 0 ? found : withState(found, { lease: null, reflected: false })
    const checked = meetCriteria(board, task, claimsOf(input), context.actor)
    requireOneReflection(input)
    const summary = summaryOf(input)
    if (isLeftToWorker(task, input))
      return [
        ...keptForWorker(board, task, { ...input, summary, caller, checked }, context),
        ...sayUsage(board, task, input.usage, context),
      ]
    const met = checked.map(({ criterion }) => criterion)
    const finished = withTree(task, input.tree)
    const unmet = unmetCriteria(finished).filter((criterion) => !met.includes(criterion))
    requireCriteria(task, unmet, context.policy)
    requireChecks(finished, context.policy)
    const person = personFinishing(board, task, caller, context)
    // A worker passes on the lesson that its command wrote; the worker cannot invent a lesson.
    const isAsked = input.noReflection === undefined && task.lease?.finishedBy === undefined
    if (isAsked) requireReflection(task, input.reflection, context.policy, person)
    const agent = canonicalName(board, context.actor)
    const isOpen = input.nothingToDo !== undefined && !isShown(finished, unmet)
    return [
      ...(begun.length === 0 ? joinEvents(board, [agent]) : begun),
      ...checked,
      ...exempt(task, input.noReflection),
      ...sayUsage(
        board,
        begun.length === 0 ? task : withState(task, { epoch: task.epoch + 1 }),
        input.usage,
        context,
      ),
      ...(input.reflection === undefined ? [] : [reflect(board, task, agent, input.reflection, true)]),
      {
        type: "task.completed",
        task: input.id,
        agent,
        to: task.fields.reviewer === null && !isOpen ? "done" : "review",
        summary: task.lease?.hasSummed ? null : (summary ?? null),
        ...(input.tree != null && { tree: input.tree }),
        ...(person && { person }),
      },
    ]
  },
  answer(board, events, input, context) {
    const task = requireTask(board, input.id)
    const isLeft = isLeftToWorker(task, input)
    const unmet = [...unmetCriteria(task), ...unprovenChecks(task).map((name) => `check: ${name}`)]
    return {
      task: viewTask(board, task, context.now),
      ...(isLeft && { finished: false as const }),
      ...(!isLeft && !events.some(({ type }) => type === "task.completed") && { repeated: true as const }),
      ...(unmet.length > 0 && { unmet }),
      ...notesOn(board, events, context),
    }
  },
})

// --- internal ---

/** Refuses a repeat that says something new: repeats are not stored, so the news would be lost. @throws invalid_transition */
function requireNothingNew(
  board: Board,
  task: Task,
  input: Parameters<typeof claimsOf>[0] &
    Parameters<typeof summaryOf>[0] & { reflection?: string | undefined; finishedBy?: "worker" | undefined },
  { actor }: Pick<Context, "actor">,
): void {
  const summary = summaryOf(input)
  const isKnown = (content: string) =>
    board.reflectionsOf.of(task.n).some((n) => board.reflections.get(n)?.content === content)
  const unsaid = [
    ...(meetCriteria(board, task, claimsOf(input), actor).length > 0 ? ["criteria"] : []),
    ...(input.reflection === undefined || isKnown(input.reflection) ? [] : ["lesson"]),
    // The worker's command may have written its own summary.
    ...(summary === undefined || summary === task.summary || input.finishedBy ? [] : ["summary"]),
  ]
  if (unsaid.length > 0)
    fail("invalid_transition", {
      detail: `${taskId(task.n)} is already finished, and this request cannot add to it: ${unsaid.join(", ")}.`,
      facts: { ...factsOf(task), unsaid },
    })
}

function summaryOf({
  nothingToDo,
  summary,
}: {
  nothingToDo?: string | undefined
  summary?: string | undefined
}) {
  return nothingToDo === undefined ? summary : sayNothingToDo(nothingToDo, summary)
}

/** True if checks or criteria prove that the task is done. */
function isShown(task: Task, unmet: readonly string[]): boolean {
  if (unmet.length + unprovenChecks(task).length > 0) return false
  return task.fields.done_criteria.length + task.fields.namedChecks.length > 0
}
