import * as z from "zod"
import { joinEvents, requireRealReviewer } from "../domain/rules/agents.ts"
import { requireBlockers } from "../domain/rules/dependencies.ts"
import { requireTask, canonicalName } from "../domain/board/find.ts"
import { anonymous, taskId } from "../domain/wire/names.ts"
import { ActorName, Status } from "../domain/wire/schemas.ts"
import { TaskView } from "../domain/wire/view-schemas.ts"
import { editable } from "../domain/wire/task-fields.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"
import { storedFields } from "../domain/rules/stored-fields.ts"

export const createTask = command({
  name: "task.create",
  summary: "Create a task",
  description: "Only `title` is required.",
  http: { method: "POST", path: "/tasks", status: 201 },
  input: z.strictObject({
    ...editable,
    title: editable.title.unwrap(),
    createdBy: ActorName.nullish().describe("who creates it; default: the sender of the request"),
    status: Status.extract(["todo", "doing", "blocked"], {
      error: "expected one of todo, doing, blocked",
    })
      .nullish()
      .transform((status) => status ?? "todo")
      .describe("where it starts; default: todo"),
  }),
  output: z.object({ task: TaskView }),
  actor: "createdBy",
  shows: "task",

  decide(board, input, { actor }) {
    const given = storedFields(input)
    const blockedBy = given.blockedBy ?? []
    requireBlockers(board, blockedBy)
    requireRealReviewer(board, given.reviewer)
    const assignee = given.assignee ?? (input.status === "doing" && actor !== anonymous ? actor : null)
    if (input.status === "doing" && assignee === null) failNobody()
    const fields = {
      title: input.title,
      description: given.description ?? null,
      createdBy: canonicalName(board, actor),
      assignee: assignee === null ? null : canonicalName(board, assignee),
      reviewer: given.reviewer ? canonicalName(board, given.reviewer) : null,
      done_criteria: given.done_criteria ?? [],
      eta: given.eta ?? null,
      priority: given.priority ?? "P2",
      tags: given.tags ?? [],
      project: given.project ?? "default",
      blockedBy,
      notBefore: given.notBefore ?? null,
      dueAt: given.dueAt ?? null,
      metadata: given.metadata ?? {},
    } as const
    const task = taskId(board.counters.task + 1)
    return [
      ...joinEvents(board, [fields.assignee, fields.reviewer]),
      { type: "task.created", task, fields, status: input.status, reason: null },
    ]
  },
  answer: (board) => ({ task: viewTask(board, requireTask(board, taskId(board.counters.task))) }),
  location: ({ task }) => `/tasks/${task.id}`,
})

function failNobody(): never {
  fail("invalid_input", {
    detail: "A task needs an assignee to be in doing.",
    facts: { field: "assignee" },
    errors: [{ path: "assignee", message: "is required with status doing" }],
  })
}
