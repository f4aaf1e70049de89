import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { answersBelow } from "../../domain/wire/tasks/conversation.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { pastLines, talkLines } from "../../terminal/shown/handoff.ts"
import { learnedLines, lessonsBlock } from "./lessons.ts"
import { readRelatives, relativeLines, type Relatives, type TaskMoment } from "./relatives.ts"
import { section, taskCard } from "../../terminal/shown/task.ts"
import { resultLines } from "../../terminal/shown/task-checks.ts"

type ShownComments = OutputOf<"task.comments">["comments"]
type ShownReflections = OutputOf<"reflection.list">["reflections"]
type ShowAnswer = Omit<OutputOf<"task.read">, "found"> &
  Relatives & { readonly comments?: ShownComments; readonly reflections?: ShownReflections }

export default clientCommand<"task.read", ShowAnswer>({
  name: "show",
  operation: "task.read",
  summary: "Show a task, its history and its comments",
  positionals: ["id..."],
  omit: ["handoff"],
  isLong: true,
  examples: [
    ["show T-1", "the task, how the last attempt ended, and the comments"],
    ["show T-1 --checks", "the task, and the results of its checks"],
    ["show T-1 --lessons", "the task, and lessons from similar tasks"],
    [
      "show T-1 --json",
      "as JSON: task, handoff, comments, reflections, children and the tasks found while working on it",
    ],
  ],
  async run({ client, input, flags }) {
    if (flags.format === "id" || input.fields !== undefined) {
      const { found: _, ...bare } = await client.task.read(input)
      return bare
    }
    const moment = input.at === undefined ? {} : { at: input.at }
    const { found, ...answer } = await client.task.read({ ...input, handoff: true })
    const { id, commentCount } = answer.task
    const [relatives, comments, { reflections }] = await Promise.all([
      readRelatives(client, { ...answer, found }, moment),
      commentCount > 0 ? allComments(client, id, moment) : [],
      client.reflection.list({ task: id, limit: mostReflections, ...moment }),
    ])
    return { ...answer, ...relatives, comments, reflections: reflections.reverse() }
  },
  print({ task, handoff, lessons, checks = [], comments = [], reflections = [], ...relatives }) {
    const review = handoff?.review
    // The words of the review stand above them already.
    const gathered = new Set(review?.lines?.map(({ id }) => id))
    const talk = answersBelow(comments)
      .filter(({ id }) => !gathered.has(id))
      .map(({ id, author, content, createdAt, place, ask, answers }) => ({
        ...{ id, author, content, at: createdAt, place, answers },
        kind: ask ? ("question" as const) : answers === undefined ? undefined : ("answer" as const),
      }))
      .filter((each) => each.author !== review?.reviewer || each.at !== review.at)
    const card = [taskCard(task, relatives), ...section(learnedLines(reflections))].join("\n")
    return [
      card + lessonsBlock(lessons),
      ...section(relativeLines(relatives, task)),
      ...section(checks.flatMap(resultLines)),
      ...section([...(handoff ? pastLines(handoff) : []), ...talkLines(talk)]),
    ].join("\n")
  },
  id: ({ task }) => task.id,
})

// --- internal ---

/** The newest ones. Hardly any task has more than one for each time that it was finished. */
const mostReflections = 500

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
