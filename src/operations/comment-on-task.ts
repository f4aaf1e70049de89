import * as z from "zod"
import { Heard, Said } from "../domain/wire/tasks/said-schema.ts"
import { joinEvents } from "../domain/rules/agents.ts"
import { requireTask } from "../domain/board/find.ts"
import { commented } from "../domain/rules/comments.ts"
import { callerOf, renewal } from "../domain/rules/lease.ts"
import { PlaceIn } from "../domain/wire/tasks/place-schemas.ts"
import { ActorName, Extra, LeaseToken, Markdown, Session, TaskId } from "../domain/wire/schemas.ts"
import { CommentView } from "../domain/wire/tasks/view-schemas.ts"
import { viewComment } from "../domain/read-models/task-view.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const commentOnTask = command({
  name: "task.comment",
  summary: "Post a comment or an update on a task",
  description:
    "It is put into the inbox of who works on the task, of who blocked it, of who commented last before, and of agents named with `@name`. A comment by the holder renews the lease. One about a line of a change says with `place` which.",
  http: { method: "POST", path: "/tasks/{id}/comments", status: 201 },
  access: "work",
  grows: true,
  input: z.strictObject({
    id: TaskId,
    author: ActorName.optional(),
    content: Markdown,
    place: PlaceIn.nullish().describe("the line of the change that it is about"),
    extra: Extra.nullish().describe("other fields to keep with it"),
    session: Session.optional(),
    leaseToken: LeaseToken.optional(),
    heard: Heard,
  }),
  output: z.object({ comment: CommentView, said: Said }),
  hears: true,
  actor: "author",
  subject: "id",
  keepsUnknown: "extra",
  refusals: ["task_not_found", "task_deleted", "lease_lost"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const renewed = renewal(board, task, callerOf(input, context), context)
    const { content, place, extra } = input
    const said = commented(board, task, content, context.actor)
    return [
      ...joinEvents(board, [said.author]),
      {
        ...said,
        ...(place && { place: { ...place, side: place.side ?? "new", commit: place.commit ?? null } }),
        ...(extra && { extra }),
      },
      ...renewed,
    ]
  },
  answer(board) {
    const comment = board.comments.get(board.counters.comment)
    return comment ? { comment: viewComment(comment) } : fail("internal", "The comment is missing.")
  },
  location: ({ comment }) => `/tasks/${comment.taskId}/comments`,
})
