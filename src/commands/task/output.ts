import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { cleanOutput, line, passOn, printJson, style } from "../../terminal/output.ts"
import { ago } from "../../terminal/show-time.ts"

export default clientCommand({
  name: "output",
  operation: "task.output",
  summary: "Show the output of the command that is working on a task",
  positionals: ["id"],
  flags: { follow: { kind: "boolean", description: "go on until the task is no longer in progress" } },
  examples: [
    ["output T-1", "the stored output: the last 64 KiB"],
    ["output T-1 --follow", "also new output, until the task is no longer in progress"],
  ],
  async run({ client, input, flags }) {
    if (flags["follow"] !== true) return client.task.output(input)
    return follow(client, input.id, flags["json"] === true)
  },
  print({ output, elsewhere, keptSince }) {
    if (!output && !elsewhere)
      return { notice: `None of its output is kept: the server began keeping output ${ago(keptSince)}.` }
    const lines: string[] = []
    if (output && output.start > 0 && output.text !== "")
      lines.push(style.dim("… earlier output is not kept"))
    if (output) lines.push(cleanOutput(output.text).replace(/\n$/, ""))
    if (elsewhere) lines.push(...saidOf(elsewhere))
    return lines.join("\n")
  },
})

// --- internal ---

type Elsewhere = NonNullable<OutputOf<"task.output">["elsewhere"]>

function saidOf({ agent, host, url }: Elsewhere): string[] {
  return [
    `Another server for this board, on ${line(host)}, has the output of ${line(agent)}.`,
    `hint  To read the output there, add --url ${line(url)}`,
  ].map(style.dim)
}

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
  if (task.status !== "doing" || answer.elsewhere) return answer
  await tell(answer)
  for await (const event of client.events({ task: id, output: true })) {
    const { output } = answer
    const isNew = event.type === "output" && event.epoch !== output?.epoch
    const place = output && !isNew ? { epoch: output.epoch, after: output.end } : {}
    answer = await client.task.output({ id, ...place })
    if (ends.includes(event.type)) return answer
    if (answer.elsewhere) return answer
    await tell(answer)
  }
  return answer

  async function tell(read: typeof answer): Promise<void> {
    if (!read.output || read.output.text === "") return
    if (isJson) printJson(read)
    else await passOn(process.stdout, cleanOutput(read.output.text))
  }
}
