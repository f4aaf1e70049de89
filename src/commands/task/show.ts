import type { Client } from "../../client/client.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { pastLines, talkLines } from "./handoff.ts"
import { readRelatives, relativeLines, type Relatives } from "./relatives.ts"
import { lessonsBlock, section, taskCard } from "./render.ts"

type ShownComments = OutputOf<"task.comments">["comments"]
type ShowAnswer = Omit<OutputOf<"task.read">, "found"> & Relatives & { readonly comments?: ShownComments }

export default clientCommand<"task.read", ShowAnswer>({
  name: "task show",
  operation: "task.read",
  summary: "Show a task, its past and what was said about it",
  positionals: ["id..."],
  omit: ["handoff"],
  examples: [
    ["task show T-1", "the task, how the last attempt ended, and the comments"],
    ["task show T-1 --lessons", "and what was learned in similar tasks"],
    ["task show T-1 --json", "as JSON: task, handoff, comments, children and what was found in it"],
  ],
  async run({ client, input, flags }) {
    if (flags.format === "id" || input.fields !== undefined) {
      const { found: _, ...bare } = await client.task.read(input)
      return bare
    }
    const moment = input.at === undefined ? {} : { at: input.at }
    const { found, ...answer } = await client.task.read({ ...input, handoff: true })
    return {
      ...answer,
      ...(await readRelatives(client, { ...answer, found }, moment)),
      comments: answer.task.commentCount > 0 ? await allComments(client, answer.task.id, moment) : [],
    }
  },
  print({ task, handoff, lessons, comments = [], ...relatives }) {
    const review = handoff?.review
    // The words of the review stand above them already.
    const talk = comments
      .map(({ author, content, createdAt }) => ({ author, content, at: createdAt }))
      .filter((each) => each.author !== review?.reviewer || each.at !== review.at)
    return [
      taskCard(task) + lessonsBlock(lessons),
      ...section(relativeLines(relatives, task)),
      ...section([...(handoff ? pastLines(handoff) : []), ...talkLines(talk)]),
    ].join("\n")
  },
  id: ({ task }) => task.id,
})

// --- internal ---

type TaskMoment = Pick<InputOf<"task.read">, "at">

/** Oldest first. */
async function allComments(client: Client, id: string, moment: TaskMoment): Promise<ShownComments> {
  const all: ShownComments = []
  let cursor: string | null | undefined
  do {
    const { comments, next } = await client.task.comments({
      id,
      limit: 500,
      ...moment,
      ...(cursor && { cursor }),
    })
    all.push(...comments)
    cursor = next
  } while (cursor)
  return all
}
