import * as z from "zod"
import { joinEvents } from "../domain/rules/agents.ts"
import { requireTask, canonicalName } from "../domain/board/find.ts"
import { callerOf, renewal } from "../domain/rules/lease.ts"
import { ActorName, Criterion, Evidence, LeaseToken, Session, TaskId } from "../domain/wire/schemas.ts"
import { TaskView } from "../domain/wire/view-schemas.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

const which = "expected the text of a criterion, or its number from 1 to 100"

export const checkCriterion = command({
  name: "task.check",
  summary: "Check off a completion criterion, or take the check back",
  description:
    "The task keeps who checked it, when, and the evidence. Anyone may check a criterion, and anyone may take that back with `checked: false`.",
  http: { method: "POST", path: "/tasks/{id}/criteria" },
  input: z.strictObject({
    id: TaskId,
    criterion: z
      .union([Criterion, z.int(which).min(1, which).max(100, which)])
      .describe("its text, without regard to case, or its number from 1"),
    agent: ActorName.optional(),
    evidence: Evidence.nullish(),
    checked: z.boolean().default(true).describe("false: take the check back"),
    session: Session.optional(),
    leaseToken: LeaseToken.optional(),
  }),
  output: z.object({ task: TaskView }),
  actor: "agent",
  subject: "id",
  shows: "task",
  refusals: ["task_not_found", "task_deleted", "lease_lost"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const renewed = renewal(task, callerOf(input, context), context)
    const criterion = findCriterion(task.done_criteria, input.criterion)
    const known = task.checks.find((check) => check.criterion === criterion)
    const evidence = input.evidence ?? null
    const isSame = input.checked ? known && known.evidence === evidence : !known
    if (isSame) return renewed
    const agent = canonicalName(board, context.actor)
    return [
      ...joinEvents(board, [agent]),
      { type: "task.checked", task: input.id, criterion, checked: input.checked, agent, evidence },
      ...renewed,
    ]
  },
  answer: (board, _, { id }) => ({ task: viewTask(board, requireTask(board, id)) }),
})

// --- internal ---

/** Compares with the texts first, since the text of a criterion may be a number. */
function findCriterion(criteria: readonly string[], asked: string | number): string {
  const text = String(asked).toLowerCase()
  const byNumber = /^\d+$/.test(text) ? criteria[Number(text) - 1] : undefined
  const byText =
    criteria.find((each) => each === asked) ?? criteria.find((each) => each.toLowerCase() === text)
  const found = typeof asked === "number" ? byNumber : (byText ?? byNumber)
  if (found !== undefined) return found
  const list = criteria.map((each, i) => `${i + 1}. ${each}`).join("; ")
  return fail("invalid_input", {
    detail: criteria.length === 0 ? "The task has no criteria." : `The criteria of this task are: ${list}.`,
    facts: { field: "criterion" },
    errors: [
      { path: "criterion", message: "expected the text of a criterion, or its number", received: asked },
    ],
  })
}
