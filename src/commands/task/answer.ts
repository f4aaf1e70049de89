import type { OutputOf } from "../../client/contract.ts"
import { firstLine } from "../../domain/wire/excerpt.ts"
import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { line, style } from "../../terminal/output.ts"
import { asTyped } from "../../terminal/typed.ts"

type AskedQuestion = NonNullable<OutputOf<"task.read">["task"]["question"]>
type AnswerAnswer = OutputOf<"task.comment"> & {
  /** The question that was answered, where it was the oldest open one. */
  readonly asked?: AskedQuestion | undefined
  /** The oldest question that is still open. */
  readonly open?: AskedQuestion | undefined
}

export default clientCommand<"task.comment", AnswerAnswer>({
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
  async run({ client, input, flags }) {
    const { id } = input
    const { question } = (await client.task.read({ id })).task
    const answers = input.answers ?? question?.id ?? failNothingOpen(id)
    const answer = await client.task.comment({ ...input, answers })
    if (flags.json === true || flags.format === "id") return answer
    const asked = question?.id === answers ? question : undefined
    return { ...answer, asked, open: (await client.task.read({ id })).task.question }
  },
  print({ comment, asked, open }, again) {
    const { taskId, author, id, answers = "" } = comment
    const which = asked ? said(asked) : answers
    const done = `${style.green("✓")} ${style.bold(taskId)}: ${line(author)} answered ${which}  ${style.dim(id)}`
    if (!open) return done
    const way = asTyped(`upnext answer ${taskId} "your answer"${again}`)
    return `${done}\n  Still open: ${said(open)}\n  ${style.cyan(way)}`
  },
  id: ({ comment }) => comment.id,
})

// --- internal ---

const said = ({ content }: AskedQuestion): string => JSON.stringify(line(firstLine(content)))

function failNothingOpen(id: string): never {
  return fail("invalid_input", {
    detail: `No question on ${id} is waiting for an answer.`,
    facts: { task: id },
    hint: `\`upnext comment ${id} "…"\` adds a comment; \`upnext needs\` lists what is waiting.`,
  })
}
