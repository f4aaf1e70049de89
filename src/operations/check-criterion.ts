import * as z from "zod"
import { Heard, Said } from "../domain/wire/tasks/said-schema.ts"
import { joinEvents } from "../domain/rules/agents.ts"
import { requireTask, canonicalName } from "../domain/board/find.ts"
import type { BoardEvent } from "../domain/events/index.ts"
import type { Task } from "../domain/board/records.ts"
import { meetCriteria, requireCriterion } from "../domain/rules/criteria.ts"
import { requireByWord } from "../domain/rules/checks.ts"
import { callerOf, renewal } from "../domain/rules/lease.ts"
import {
  ActorName,
  CriterionName,
  DryRun,
  Evidence,
  LeaseToken,
  Session,
  TaskId,
} from "../domain/wire/schemas.ts"
import { taskId } from "../domain/wire/names.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { command } from "../operation.ts"

export const checkCriterion = command({
  name: "task.check",
  summary: "Check off a completion criterion, or uncheck it",
  description:
    "The task records who checked it, when, and the evidence. Anyone may check a criterion, and anyone may uncheck it with `checked: false`. If a criterion depends on a check, only the result of that check meets it.",
  http: { method: "POST", path: "/tasks/{id}/criteria" },
  access: "work",
  input: z.strictObject({
    id: TaskId,
    criterion: CriterionName,
    agent: ActorName.optional(),
    evidence: Evidence.nullish(),
    checked: z.boolean().default(true).describe("false: uncheck it"),
    session: Session.optional(),
    leaseToken: LeaseToken.optional(),
    heard: Heard,
    dryRun: DryRun,
  }),
  output: z.object({ task: TaskView, notes: Notes, said: Said }),
  hears: true,
  actor: "agent",
  subject: "id",
  shows: "task",
  dryRun: "dryRun",
  refusals: ["lease_lost", "check_required"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const renewed = renewal(board, task, callerOf(input, context), context)
    const agent = canonicalName(board, context.actor)
    const events = input.checked
      ? meetCriteria(board, task, [{ ...input, path: "criterion" }], context.actor)
      : uncheck(task, requireCriterion(task, input.criterion, "criterion"), agent, input.evidence ?? null)
    return events.length === 0 ? renewed : [...joinEvents(board, [agent]), ...events, ...renewed]
  },
  answer: (board, events, { id }, context) => ({
    task: viewTask(board, requireTask(board, id), context.now),
    ...notesOn(board, events, context),
  }),
})

// --- internal ---

function uncheck(task: Task, criterion: string, agent: string, evidence: string | null): BoardEvent[] {
  requireByWord(task, [criterion])
  if (!task.checks.some((check) => check.criterion === criterion)) return []
  return [{ type: "task.checked", task: taskId(task.n), criterion, checked: false, agent, evidence }]
}
