import type { OutputOf } from "../client/contract.ts"
import { fail } from "../errors.ts"
import { ofWrite } from "../terminal/chosen-fields.ts"
import { clientCommand } from "../terminal/client-command.ts"
import type { NoResult } from "../terminal/output.ts"
import { wayOn } from "../terminal/shown/task.ts"
import { offerInstead } from "./undo/instead.ts"
import { sayTaken } from "./undo/taken.ts"

/** `shown` is the text of a list. */
type UndoOrList =
  | OutputOf<"command.undo">
  | { readonly tasks?: undefined; readonly status: number; readonly shown?: undefined }
  | (OutputOf<"command.list"> & {
      readonly tasks?: undefined
      readonly shown?: string | NoResult
      readonly status?: undefined
    })

export default clientCommand<"command.undo", UndoOrList>({
  name: "undo",
  operation: "command.undo",
  positionals: ["task?"],
  rename: { commands: "seq" },
  flags: {
    list: { kind: "boolean", description: "list what you did, and whether it can be undone" },
    fields: {
      kind: "list",
      value: "names",
      description: "with --list: print only these fields, such as seq,type, as JSON",
    },
  },
  about: [
    "If your last action was a claim, a comment or another action that cannot be undone, the command changes nothing and names the command that does the opposite; in a terminal, it offers to run that command.",
  ],
  examples: [
    ["undo", "undoes your last change"],
    ["undo T-7", "your last change to T-7; for an admin, also somebody else's"],
    ["undo --last 3", "your last three changes, all or none"],
    ["undo --list", "your last 20 changes within a day, and the action that cannot be undone"],
  ],
  async run({ client, input, flags }) {
    if (flags.list !== true && flags.fields !== undefined) fail("invalid_input", ofWrite)
    if (flags.list !== true)
      return client.command
        .undo({ ...input, ...(input.commands && { commands: input.commands.flatMap(numbersIn) }) })
        .catch(async (error: unknown) => ({ status: await offerInstead(error, flags) }))
    const all = await client.command.list({ fields: flags.fields as string[] | undefined })
    if (flags.json === true) return all
    const parts = await import("./reports-parts.ts")
    const { listed } = await parts.undone()
    return { ...all, shown: listed(all, input.last ?? 20) }
  },
  print: (answer, again) =>
    answer.tasks === undefined
      ? (answer.shown ?? "")
      : `${sayTaken(answer, "Undone")}${wayOn(`Bring it back: upnext redo${again}`)}`,
  exit: ({ status = 0 }: { readonly status?: number }) => status,
})

// --- internal ---

/** The numbers that a command on several tasks proposes: `12,14`. */
const numbersIn = (seqs: unknown) => String(seqs).split(",").map(Number)
