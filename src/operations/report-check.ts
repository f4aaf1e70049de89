import * as z from "zod"
import { Heard, Said } from "../domain/wire/tasks/said-schema.ts"
import { canonicalName, requireTask } from "../domain/board/find.ts"
import { joinEvents } from "../domain/rules/agents.ts"
import { requireWorker } from "../domain/rules/checks.ts"
import { requireEpoch } from "../domain/rules/work.ts"
import type { Identity } from "../domain/wire/access/access.ts"
import { callerOf, renewal } from "../domain/rules/lease.ts"
import { CheckResultView, reported } from "../domain/wire/checks/check-schemas.ts"
import { AgentName, CheckName, LeaseToken, Session, TaskId } from "../domain/wire/schemas.ts"
import { Epoch } from "../domain/wire/checks/work-schemas.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { viewResult } from "../domain/read-models/check-view.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const reportCheck = command({
  name: "check.report",
  summary: "Report the result of a check",
  description:
    "The holder runs the check and reports its result; the server runs nothing. A passed check meets the criteria that depend on it; any other result makes these criteria unmet again. A result is valid only for its files (`tree`) and for the attempt in which it was reported. The report renews the lease.",
  http: { method: "POST", path: "/tasks/{id}/checks", status: 201 },
  access: "work",
  input: z
    .strictObject({
      id: TaskId,
      check: CheckName,
      ...reported,
      agent: AgentName.optional(),
      session: Session.optional(),
      leaseToken: LeaseToken.optional(),
      heard: Heard,
      epoch: Epoch.optional(),
    })
    .refine(({ status, exitCode }) => status !== "passed" || exitCode === 0, {
      path: ["exitCode"],
      error: "must be 0 with status passed",
    }),
  output: z.object({ task: TaskView, result: CheckResultView, said: Said }),
  hears: true,
  actor: "agent",
  subject: "id",
  shows: "task",
  refusals: ["lease_lost", "actor_mismatch"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const caller = callerOf(input, context)
    requireWorker(task, caller, context)
    requireEpoch(task, input.epoch)
    const { check, status, exitCode, durationMs, output, tree, commit, branch, isClean } = input
    const by = canonicalName(board, context.actor)
    return [
      ...joinEvents(board, [by]),
      {
        type: "check.reported",
        task: input.id,
        epoch: task.epoch,
        by,
        result: {
          ...{ check, status, exitCode: exitCode ?? null, durationMs, output },
          ...{ tree: tree ?? null, commit: commit ?? null, branch: branch ?? null, isClean },
          // On a board with authentication, the account shows whether the caller is a person.
          ...{ isNew: input.isNew, byPerson: input.byPerson && mayBePerson(context.who) },
        },
      },
      ...renewal(board, task, caller, context),
    ]
  },
  answer(board, _, { id }, { now }) {
    const task = requireTask(board, id)
    const [newest] = task.proof?.results ?? []
    return newest
      ? { task: viewTask(board, task, now), result: viewResult(task, newest) }
      : fail("internal", "The result is missing.")
  },
})

// --- internal ---

function mayBePerson(who: Identity | undefined): boolean {
  return who?.account === undefined || who.isPerson === true
}
