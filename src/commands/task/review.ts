import { decisions } from "../../domain/wire/enums.ts"
import type { Client } from "../../client/client.ts"
import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { toTaskId } from "../../terminal/input.ts"
import { note, print, printJson, style } from "../../terminal/output.ts"
import { taskLine } from "../../terminal/shown/task.ts"
import { taskTable } from "../../terminal/shown/task-tables.ts"

export default clientCommand({
  name: "review",
  operation: "task.review",
  summary: "Decide on finished work: approve, or request-changes",
  positionals: ["id?...", "decision?", "comment?"],
  omit: ["id"],
  about: [
    "Without a decision, the command shows the change, or what is known of work without one, and asks; if the commits are in this repository, it uses git's pager and colours. Without a terminal to ask on, the command prints the patch. Without an id, it lists the tasks in review.",
  ],
  examples: [
    ["review", "what is in review"],
    ["review T-1", "look at the change, then decide"],
    ["review T-1 approve", "the task is done"],
    ["review T-1 T-2 approve", "both of them"],
    ['review T-1 request-changes "Add a test"', "send the task back, with the reason"],
  ],
  async fill({ client, flags, words: [id, decision], again }) {
    if (decision !== undefined || flags.decision !== undefined || flags.data !== undefined) return {}
    if (id === undefined) return listInReview(client, flags)
    if (flags.json === true) return {}
    const { askDecision } = await import("./review-asked.ts")
    return askDecision({ client, id: toTaskId(id), again, comment: flags.comment })
  },
  async run({ client, input, again }) {
    const decision = decisions.find((each) => each === input.decision.replace("-", "_"))
    if (!decision)
      fail("invalid_input", {
        errors: [{ path: "<decision>", message: "expected approve or request-changes" }],
        detail: `<decision> must be approve or request-changes, not ${JSON.stringify(input.decision)}.`,
        hint: `\`upnext review ${input.id} request-changes "Add a test"${again}\` sends the work back.`,
      })
    if (decision === "request_changes" && input.comment === undefined)
      await requireLines(client, input.id, again)
    return client.task.review({ ...input, decision })
  },
  print: ({ task, review }) => taskLine(task, review.decision === "approve" ? "is approved" : "goes back"),
  id: ({ task }) => task.id,
})

// --- internal ---

async function listInReview(client: Client, flags: Readonly<Record<string, unknown>>): Promise<number> {
  const isJson = flags.json === true
  const answer = await client.task.list({
    status: ["review"],
    sort: "priority",
    limit: 500,
    compact: !isJson,
  })
  const { tasks, total, next } = answer
  if (isJson) printJson(answer)
  else if (tasks.length === 0) note("No task is in review.")
  else print(flags.format === "id" ? tasks.map(({ id }) => id).join("\n") : taskTable(tasks))
  if (next !== null && !isJson) note(style.dim(`${tasks.length} of ${total}`))
  return 0
}

/** Comments on lines of the change say what is wrong with it; without any, there has to be a reason. */
async function requireLines(client: Client, id: string, again: string): Promise<void> {
  const { task, openLines = 0 } = await client.task.read({ id, handoff: true })
  if (openLines > 0 || task.status !== "review") return
  fail("invalid_input", {
    detail: `No reason was given: what should change in ${id}?`,
    hint: `Give the reason: \`upnext review ${id} request-changes "Add a test"${again}\`.`,
  })
}
