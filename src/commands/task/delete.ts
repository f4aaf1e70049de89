import type { OutputOf } from "../../client/contract.ts"
import { fail } from "../../errors.ts"
import { canAsk, confirm } from "../../terminal/ask.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { line, style } from "../../terminal/output.ts"
import { childrenLeft } from "./render.ts"

/** The deleted task; `null` if the person answered no. */
type Deleted = OutputOf<"task.delete"> | { readonly deleted: null }

export default clientCommand<"task.delete", Deleted>({
  name: "task delete",
  operation: "task.delete",
  positionals: ["id..."],
  flags: { yes: { kind: "boolean", short: "y", description: "do not ask" } },
  examples: [
    ["task delete T-1", "for good, after a question; its number is not used again"],
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
      const { total, done } = task.children ?? { total: 0, done: 0 }
      const left = total > done ? ` Its open children (${total - done}) go on without it.` : ""
      if (!(await confirm(`Delete ${task.id} "${line(task.title)}" and its comments?${left}`)))
        return { deleted: null }
    }
    return client.task.delete(input)
  },
  print(answer) {
    if (answer.deleted === null) return "Nothing is deleted."
    const { deleted, openChildren = [], moreOpenChildren = 0 } = answer
    const change = `${style.green("✓")} ${style.bold(deleted)} is deleted`
    return change + childrenLeft(openChildren, moreOpenChildren)
  },
  id: ({ deleted }) => deleted ?? undefined,
  exit: ({ deleted }) => (deleted === null ? 1 : 0),
})
