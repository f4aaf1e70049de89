import type { OutputOf } from "../client/contract.ts"
import { clientCommand } from "../terminal/client-command.ts"
import { wayOn } from "../terminal/shown/task.ts"
import { sayTaken } from "./undo/taken.ts"

/** `shown` is the text of a list. */
type UndoOrList =
  | OutputOf<"command.undo">
  | (OutputOf<"command.list"> & { readonly tasks?: undefined; readonly shown?: string })

export default clientCommand<"command.undo", UndoOrList>({
  name: "undo",
  operation: "command.undo",
  positionals: ["task?"],
  rename: { commands: "seq" },
  flags: { list: { kind: "boolean", description: "show what can be undone, without undoing it" } },
  examples: [
    ["undo", "undoes your last change"],
    ["undo T-7", "your last change to T-7; for an admin, also somebody else's"],
    ["undo --last 3", "your last three changes, all or none"],
    ["undo --list", "the last 20 things that you did within a day"],
  ],
  async run({ client, input, flags }) {
    if (flags.list !== true)
      return client.command.undo({
        ...input,
        ...(input.commands && { commands: input.commands.map(Number) }),
      })
    const { commands } = await client.command.list({})
    if (flags.json === true) return { commands }
    const parts = await import("./reports-parts.ts")
    const { listed } = await parts.undone()
    return { commands, shown: listed(commands, input.last ?? 20) }
  },
  print: (answer, again) =>
    answer.tasks === undefined
      ? (answer.shown ?? "")
      : `${sayTaken(answer, "Undone")}${wayOn(`Bring it back: upnext redo${again}`)}`,
})
