import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { openStatuses } from "../../domain/wire/enums.ts"
import { fail } from "../../errors.ts"
import { canAsk, confirm } from "../../terminal/ask.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { line, style } from "../../terminal/output.ts"
import { childrenLeft, wayOn } from "./render.ts"

/** The deleted task; `null` if the person answered no. */
type Deleted = OutputOf<"task.delete"> | { readonly deleted: null }

export default clientCommand<"task.delete", Deleted>({
  name: "task delete",
  operation: "task.delete",
  positionals: ["id..."],
  flags: { yes: { kind: "boolean", short: "y", description: "do not ask" } },
  examples: [
    ["task delete T-1", "after a question; for 30 days `task restore` brings it back"],
    ["task delete T-1 --yes", "without asking, as a script must"],
  ],
  async run({ client, input, flags }) {
    if (flags.yes !== true) {
      if (!canAsk())
        fail("invalid_input", {
          detail: `${input.id} is not deleted: there is no terminal to ask on.`,
          hint: "Add --yes to delete it without a question.",
        })
      const { task } = await client.task.read({ id: input.id })
      const left = task.children ? await openChildren(client, task.id) : ""
      if (!(await confirm(`Delete ${task.id} "${line(task.title)}" and its comments?${left}`)))
        return { deleted: null }
    }
    return client.task.delete(input)
  },
  print(answer, again) {
    if (answer.deleted === null) return "Nothing is deleted."
    const { deleted, openChildren = [], moreOpenChildren = 0 } = answer
    const change = `${style.green("✓")} ${style.bold(deleted)} is deleted`
    const back = wayOn(`Bring it back within 30 days: upnext task restore ${deleted}${again}`)
    return change + childrenLeft(openChildren, moreOpenChildren) + back
  },
  id: ({ deleted }) => deleted ?? undefined,
  exit: ({ deleted }) => (deleted === null ? 1 : 0),
})

// --- internal ---

/** As many of them as a question names. */
const mostNamed = 10

async function openChildren(client: Client, parent: string): Promise<string> {
  const status = [...openStatuses]
  const { tasks, total } = await client.task.list({ parent, status, fields: ["id"], limit: mostNamed })
  if (total === 0) return ""
  const more = total > tasks.length ? ` and ${total - tasks.length} more` : ""
  return ` Its open children go on without it: ${tasks.map(({ id }) => id).join(", ")}${more}.`
}
