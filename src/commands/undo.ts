import type { OutputOf } from "../client/contract.ts"
import { clientCommand } from "../terminal/client-command.ts"
import { style } from "../terminal/output.ts"
import { table } from "../terminal/table.ts"
import { ago } from "../terminal/show-time.ts"
import { wayOn } from "../terminal/shown/task.ts"
import { sayTaken } from "./undo/taken.ts"

export default clientCommand<"command.undo", OutputOf<"command.undo"> | OutputOf<"command.list">>({
  name: "undo",
  operation: "command.undo",
  positionals: ["task?"],
  omit: ["commands"],
  flags: { list: { kind: "boolean", description: "show what can be undone, and undo nothing" } },
  examples: [
    ["undo", "undoes your last change"],
    ["undo T-7", "your last change to T-7; for an admin, also somebody else's"],
    ["undo --last 3", "your last three changes, all or none"],
    ["undo --list", "what you did within a day"],
  ],
  run: ({ client, input, flags }) =>
    flags.list === true ? client.command.list({}) : client.command.undo(input),
  print: (answer, again) =>
    "tasks" in answer
      ? `${sayTaken(answer, "Undone")}${wayOn(`Bring it back: upnext redo${again}`)}`
      : listed(answer),
})

// --- internal ---

function listed({ commands }: OutputOf<"command.list">): string {
  if (commands.length === 0) return "Nothing you did in the last day can be undone."
  return table(commands, [
    { title: "SEQ", text: ({ seq }) => String(seq), paint: style.dim },
    { title: "WHAT", text: ({ type, kind }) => (kind === "first" ? type.replace(/[._]/g, " ") : kind) },
    {
      title: "TASKS",
      text: ({ tasks, import: brought }) =>
        [...(brought === undefined ? [] : [brought]), ...tasks].join(", "),
      shrinks: true,
    },
    { title: "WHEN", text: ({ at }) => ago(at), paint: style.dim },
    { title: "", text: stateOf },
  ])
}

function stateOf({ undone, tooLarge }: OutputOf<"command.list">["commands"][number]): string {
  if (undone) return "undone"
  return tooLarge === true ? "too large to be undone" : ""
}
