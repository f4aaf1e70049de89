import * as z from "zod"
import { requireTask, canonicalName } from "../domain/board/find.ts"
import { callerOf, isHolder, renewal } from "../domain/rules/lease.ts"
import { isOwn } from "../domain/rules/next.ts"
import { reflect } from "../domain/rules/reflect.ts"
import { Markdown, TaskId, holderFields } from "../domain/wire/schemas.ts"
import { ReflectionView } from "../domain/wire/tasks/view-schemas.ts"
import { viewReflection } from "../domain/read-models/said-view.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const reflectOnTask = command({
  name: "task.reflect",
  summary: "Post a lesson (reflection) from doing a task",
  description: "A reflection posted by the holder counts as the reflection required to finish the task.",
  http: { method: "POST", path: "/tasks/{id}/reflections", status: 201 },
  access: "work",
  grows: true,
  input: z.strictObject({ id: TaskId, ...holderFields, content: Markdown }),
  output: z.object({ reflection: ReflectionView }),
  actor: "agent",
  subject: "id",
  refusals: ["lease_lost"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const caller = callerOf(input, context)
    const counts = isHolder(task, caller, context) || (!task.lease && isOwn(task, context.actor))
    return [
      reflect(board, task, canonicalName(board, context.actor), input.content, counts),
      ...renewal(board, task, caller, context),
    ]
  },
  answer(board) {
    const reflection = board.reflections.get(board.counters.reflection)
    return reflection
      ? { reflection: viewReflection(reflection) }
      : fail("internal", "The reflection is missing.")
  },
})
