import * as z from "zod"
import { Heard, Said } from "../domain/wire/tasks/said-schema.ts"
import { joinEvents } from "../domain/rules/agents.ts"
import { canonicalName, requireTask } from "../domain/board/find.ts"
import { commented } from "../domain/rules/comments.ts"
import { goOn, requireOpenQuestion } from "../domain/rules/questions.ts"
import { AskIn } from "../domain/wire/tasks/question-schemas.ts"
import { callerOf, renewal } from "../domain/rules/lease.ts"
import { PlaceIn } from "../domain/wire/tasks/place-schemas.ts"
import { ActorName, CommentId, Extra, LeaseToken, Markdown, Session, TaskId } from "../domain/wire/schemas.ts"
import { CommentView } from "../domain/wire/tasks/view-schemas.ts"
import { viewComment } from "../domain/read-models/said-view.ts"
import { fail } from "../errors.ts"
import { notesOn } from "../domain/read-models/name-notes.ts"
import { Notes } from "../domain/wire/tasks/notes-schema.ts"
import { command } from "../operation.ts"

export const commentOnTask = command({
  name: "task.comment",
  summary: "Post a comment or an update on a task",
  description:
    "The comment goes to the inboxes of the agent that is working on the task, the agent that blocked it, the previous commenter, and agents named with `@name`; the holder also gets it with the response to its next write. A comment by the holder renews the lease. For a comment on a line of a change, `place` gives that line. With `ask`, the comment is a question. A comment that answers it (`answers`) goes to the agent that asked; if the task was given back to wait for the answer (`waitsFor`), the task is then offered to that agent first.",
  http: { method: "POST", path: "/tasks/{id}/comments", status: 201 },
  access: "work",
  grows: true,
  input: z.strictObject({
    id: TaskId,
    author: ActorName.optional(),
    content: Markdown,
    place: PlaceIn.nullish().describe("for a comment on a line of the change: that line"),
    ask: AskIn.optional(),
    answers: CommentId.optional().describe("the question that the comment answers"),
    extra: Extra.nullish().describe("other fields to store with it"),
    session: Session.optional(),
    leaseToken: LeaseToken.optional(),
    heard: Heard,
  }),
  output: z.object({ comment: CommentView, notes: Notes, said: Said }),
  hears: true,
  actor: "author",
  subject: "id",
  keepsUnknown: "extra",
  refusals: ["lease_lost", "already_answered"],

  decide(board, input, context) {
    const task = requireTask(board, input.id)
    const renewed = renewal(board, task, callerOf(input, context), context)
    const { content, place, ask, answers, extra } = input
    const question = answers === undefined ? undefined : requireOpenQuestion(board, task, answers, "answers")
    const asked = ask && {
      to: ask.to === undefined ? null : canonicalName(board, ask.to),
      choices: ask.choices,
    }
    const said = commented(board, task, content, context.actor, [question?.author])
    return [
      ...joinEvents(board, [said.author, asked?.to ?? null]),
      {
        ...said,
        ...(place && { place: { ...place, side: place.side ?? "new", commit: place.commit ?? null } }),
        ...(asked && { ask: asked }),
        ...(answers !== undefined && { answers }),
        ...(extra && { extra }),
      },
      ...renewed,
      ...(question ? goOn(board, task, question, said.author, context) : []),
    ]
  },
  answer(board, events, _, context) {
    const comment = board.comments.get(board.counters.comment)
    return comment
      ? { comment: viewComment(comment), ...notesOn(board, events, context) }
      : fail("internal", "The comment is missing.")
  },
  location: ({ comment }) => `/tasks/${comment.taskId}/comments`,
})
