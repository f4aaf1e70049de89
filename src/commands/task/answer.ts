import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { toTaskId } from "../../terminal/input.ts"
import { line, style } from "../../terminal/output.ts"

export default clientCommand({
  name: "answer",
  operation: "task.comment",
  summary: "Answer a question on a task",
  positionals: ["id", "content+"],
  rename: { answers: "question" },
  omit: ["place", "ask", "extra"],
  about: [
    "Without --question, the command answers the oldest open question. An asker who is still at work receives the answer while working. If the task was parked to wait for the answer, it is offered first to the agent that asked.",
  ],
  examples: [
    ['answer T-1 "redis"', "as the agent that `upnext whoami` shows"],
    ["answer T-1 - < update.md", "text from standard input"],
  ],
  async fill({ client, flags, words: [id = ""] }) {
    if (flags.question !== undefined) return {}
    const { task } = await client.task.read({ id: toTaskId(id) })
    if (task.question) return { question: task.question.id }
    return fail("invalid_input", {
      detail: `No question on ${task.id} is waiting for an answer.`,
      facts: { task: task.id },
      hint: `\`upnext comment ${task.id} "…"\` adds a comment; \`upnext needs\` lists what is waiting.`,
    })
  },
  print: ({ comment }) =>
    `${style.green("✓")} ${style.bold(comment.taskId)} has an answer from ${line(comment.author)}  ${style.dim(comment.id)}`,
  id: ({ comment }) => comment.id,
})
