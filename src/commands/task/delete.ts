import type { OutputOf } from "../../client/contract.ts"
import { fail } from "../../errors.ts"
import { canAsk, confirm } from "../../terminal/ask.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { line, style } from "../../terminal/output.ts"

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
      if (!(await confirm(`Delete ${task.id} "${line(task.title)}" and its comments?`)))
        return { deleted: null }
    }
    return client.task.delete(input)
  },
  print: ({ deleted }) =>
    deleted === null ? "Nothing is deleted." : `${style.green("✓")} ${style.bold(deleted)} is deleted`,
  id: ({ deleted }) => deleted ?? undefined,
  exit: ({ deleted }) => (deleted === null ? 1 : 0),
})
