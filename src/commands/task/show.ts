import type { OutputOf } from "../../client/contract.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { clean, line, style } from "../../terminal/output.ts"
import { ago } from "../../terminal/show-time.ts"
import { lessonsBlock, taskCard } from "./render.ts"

interface TaskWithComments {
  readonly answer: OutputOf<"task.read">
  readonly comments: OutputOf<"task.comments">["comments"]
}

export default clientCommand<"task.read", OutputOf<"task.read"> & Partial<TaskWithComments>>({
  name: "task show",
  operation: "task.read",
  summary: "Show a task and what was said about it",
  positionals: ["id..."],
  examples: [
    ["task show T-1", "the task and its comments"],
    ["task show T-1 --lessons", "and what was learned in similar tasks"],
    ["task show T-1 --json", "the task as the API answers it"],
  ],
  async run({ client, input, flags }) {
    const answer = await client.task.read(input)
    if (flags.json === true || flags.format === "id" || answer.task.commentCount === 0) return answer
    return { ...answer, comments: (await client.task.comments({ id: answer.task.id, limit: 500 })).comments }
  },
  print({ task, lessons, comments = [] }) {
    const talk = comments.map(({ author, content, createdAt }) => {
      const text = clean(content).replace(/\n/g, "\n  ")
      return `\n  ${style.cyan(line(author))} ${style.dim(ago(createdAt))}\n  ${text}`
    })
    return [taskCard(task) + lessonsBlock(lessons), ...talk].join("\n")
  },
  id: ({ task }) => task.id,
})
