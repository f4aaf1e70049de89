import type { OutputOf } from "../../client/contract.ts"
import { style } from "../../terminal/output.ts"
import { ago } from "../../terminal/show-time.ts"
import { table } from "../../terminal/table.ts"

type UndoRow = OutputOf<"command.list">["commands"][number]

export function listed(all: readonly UndoRow[], most: number): string {
  if (all.length === 0) return "Nothing you did in the last day can be undone."
  const more =
    all.length > most ? [style.dim(`${most} of ${all.length}; --last ${all.length} shows all`)] : []
  const rows = table(all.slice(0, most), [
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
  return [rows, ...more].join("\n")
}

// --- internal ---

function stateOf({ undone, tooLarge }: UndoRow): string {
  if (undone) return "undone"
  return tooLarge === true ? "too large to be undone" : ""
}
