import type { Client } from "../../client/client.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { cleanOutput, passOn, printJson, style } from "../../terminal/output.ts"
import { ago } from "../../terminal/show-time.ts"

export default clientCommand({
  name: "task output",
  operation: "task.output",
  summary: "Show what the command that works on a task prints",
  positionals: ["id"],
  flags: {
    follow: { kind: "boolean", description: "go on until the task is no longer in progress" },
  },
  examples: [
    ["task output T-1", "what is kept: the last 64 KiB"],
    ["task output T-1 --follow", "and what comes, until the task is no longer in progress"],
  ],
  async run({ client, input, flags }) {
    if (flags["follow"] !== true) return client.task.output(input)
    return follow(client, input.id, flags["json"] === true)
  },
  print({ output, keptSince }) {
    if (!output)
      return style.dim(
        `No output of it is kept: the server keeps what was printed from ${ago(keptSince)} on.`,
      )
    const cut =
      output.start > 0 && output.text !== "" ? `${style.dim("… what was printed before is not kept")}\n` : ""
    return cut + cleanOutput(output.text).replace(/\n$/, "")
  },
})

// --- internal ---

/** What ends the work on a task, or its attempt. */
const ends = [
  "task.completed",
  "task.released",
  "task.moved",
  "task.deleted",
  "lease.expired",
  "lease.revoked",
]

/** Prints what there is and what comes. Answers with what is left to print when the task is no longer in progress. */
async function follow(client: Client, id: string, isJson: boolean) {
  let answer = await client.task.output({ id })
  const { task } = await client.task.read({ id, fields: ["status"] })
  if (task.status !== "doing") return answer
  await tell(answer)
  for await (const event of client.events({ task: id, output: true })) {
    const { output } = answer
    const isNew = event.type === "output" && event.epoch !== output?.epoch
    const place = output && !isNew ? { epoch: output.epoch, after: output.end } : {}
    answer = await client.task.output({ id, ...place })
    if (ends.includes(event.type)) return answer
    await tell(answer)
  }
  return answer

  async function tell(read: typeof answer): Promise<void> {
    if (!read.output || read.output.text === "") return
    if (isJson) printJson(read)
    else await passOn(process.stdout, cleanOutput(read.output.text))
  }
}
