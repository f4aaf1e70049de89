import type { Client } from "../../client/client.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { openStatuses } from "../../domain/wire/enums.ts"
import { fail, UpnextError } from "../../errors.ts"
import { canAsk, confirm } from "../../terminal/ask.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { line, style } from "../../terminal/output.ts"
import { childrenLeft, wayOn } from "../../terminal/shown/task.ts"

/** The deleted task; `null` if the person answered no. */
type Deleted = OutputOf<"task.delete"> | { readonly deleted: null }

export default clientCommand<"task.delete", Deleted>({
  name: "delete",
  operation: "task.delete",
  positionals: ["id..."],
  flags: { yes: { kind: "boolean", short: "y", description: "do not ask" } },
  examples: [
    ["delete T-1", "asks first; within 30 days, `restore` brings the task back"],
    ["delete T-1 --yes", "without asking, for scripts"],
    ["delete T-1 --for-good --yes", "bypasses the trash, and frees the task's memory immediately"],
  ],
  async run({ client, input, flags }) {
    if (flags.yes !== true) {
      if (!canAsk())
        fail("invalid_input", {
          detail: `${input.id} was not deleted: there is no terminal to ask in.`,
          hint: "Add --yes to skip the question.",
        })
      if (!(await confirm(await question(client, input)))) return { deleted: null }
    }
    return client.task.delete(input)
  },
  print(answer, again) {
    if (answer.deleted === null) return "Nothing was deleted."
    const { deleted, until, openChildren = [], moreOpenChildren = 0 } = answer
    const isGone = until === null
    const change = `${style.green("✓")} ${style.bold(deleted)} is ${isGone ? "gone for good" : "deleted"}`
    const back = isGone ? "" : wayOn(`Bring it back within 30 days: upnext restore ${deleted}${again}`)
    return change + childrenLeft(openChildren, moreOpenChildren) + back
  },
  id: ({ deleted }) => deleted ?? undefined,
  exit: ({ deleted }) => (deleted === null ? 1 : 0),
})

// --- internal ---

async function question(client: Client, { id, forGood = false }: InputOf<"task.delete">): Promise<string> {
  const { task } = await client.task.read({ id }).catch((error: unknown) => {
    // What is in the trash has no title to read.
    if (forGood && error instanceof UpnextError && error.code === "task_deleted") return { task: undefined }
    throw error
  })
  const named = task ? `${task.id} "${line(task.title)}"` : id
  const left = task?.children ? await openChildren(client, task.id) : ""
  return `Delete ${named} and its comments${forGood ? " for good" : ""}?${left}`
}

/** As many of them as a question names. */
const mostNamed = 10

async function openChildren(client: Client, parent: string): Promise<string> {
  const status = [...openStatuses]
  const { tasks, total } = await client.task.list({ parent, status, fields: ["id"], limit: mostNamed })
  if (total === 0) return ""
  const more = total > tasks.length ? ` and ${total - tasks.length} more` : ""
  return ` Its open children continue without it: ${tasks.map(({ id }) => id).join(", ")}${more}.`
}
