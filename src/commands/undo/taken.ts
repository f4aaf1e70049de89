import type { OutputOf } from "../../client/contract.ts"
import { line, style } from "../../terminal/output.ts"
import { droppedLines } from "../../terminal/shown/dropped-links.ts"

type UndoAnswer = OutputOf<"command.undo">

/** `✓ Undone: T-7 cancelled; T-8, T-9 changed.` */
export function sayTaken({ what, commands, tasks, dropped }: UndoAnswer, how: string): string {
  const said = what.map(sayWhat).join("; ") || `${commands.length} commands, ${tasks.join(", ")}`
  return [`${style.green("✓")} ${how}: ${line(said)}.`, ...droppedLines(dropped)].join("\n")
}

// --- internal ---

function sayWhat({ type, tasks, status, fields = [], import: brought }: UndoAnswer["what"][number]): string {
  const more = tasks.length > mostNamed ? [`${tasks.length - mostNamed} more`] : []
  const who = brought === undefined ? [...tasks.slice(0, mostNamed), ...more].join(", ") : brought
  const moved = status === "cancelled" || status === "done" ? status : `moved to ${status}`
  const did =
    type === "task.moved" && status !== undefined
      ? moved
      : (words[type] ?? type.replace(/^task\./, "").replace(/[._]/g, " "))
  const of = fields.length > 0 ? ` (${fields.join(", ")})` : ""
  return who === "" ? did : `${who} ${did}${of}`
}

const mostNamed = 5

/** By the type of the event that says what it did; any other, such as `task.deleted`, says it itself. */
const words: Readonly<Record<string, string>> = {
  "task.created": "added",
  "task.completed": "finished",
  "task.edited": "changed",
  "task.checked": "a criterion checked",
  "attachment.added": "a file attached",
  "attachment.removed": "a file removed",
  "import.ended": "imported",
  "agent.paused": "an agent paused",
  "agent.resumed": "an agent resumed",
  "team.paused": "the team paused",
  "team.resumed": "the team resumed",
  "inbox.acked": "notices read",
}
