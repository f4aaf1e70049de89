import type { OutputOf } from "../../client/contract.ts"
import { style, type NoResult } from "../../terminal/output.ts"
import { restLine } from "../../terminal/page-end.ts"
import { ago } from "../../terminal/show-time.ts"
import { table } from "../../terminal/table.ts"
import { wayBack } from "../../terminal/task-ways.ts"
import { asTyped } from "../../terminal/typed.ts"

type UndoList = OutputOf<"command.list">
type UndoRow = UndoList["commands"][number]
/** The last action that cannot be undone stands in its place among the others. */
type UndoOrFinal = UndoRow | (NonNullable<UndoList["final"]> & { readonly kind: "final" })

export function listed({ commands, final }: UndoList, most: number): string | NoResult {
  if (commands.length === 0 && !final) return { notice: "Nothing you did in the last day can be undone." }
  const isCut = commands.length > most
  const more = isCut ? [restLine({ shown: most, total: commands.length }, "all", "--last")] : []
  const shown = commands.slice(0, most)
  const isPlaced = final && (!isCut || shown.some(({ seq }) => seq < final.seq))
  const all: readonly UndoOrFinal[] = [...shown, ...(isPlaced ? [{ ...final, kind: "final" as const }] : [])]
  const newestFirst = all.toSorted((a, b) => b.seq - a.seq)
  const rows = table(newestFirst, [
    { title: "SEQ", text: ({ seq, kind }) => (kind === "final" ? "—" : String(seq)), paint: style.dim },
    {
      title: "WHAT",
      text: ({ type, kind }) => (["first", "final"].includes(kind) ? type.replace(/[._]/g, " ") : kind),
    },
    {
      title: "TASKS",
      text: (row) => [...("import" in row ? [row.import] : []), ...row.tasks].join(", "),
      shrinks: true,
    },
    { title: "WHEN", text: ({ at }) => ago(at), paint: style.dim },
    { title: "", text: stateOf },
  ])
  return [rows, ...more, ...(isPlaced ? insteadOf(final) : [])].join("\n")
}

// --- internal ---

/** What does the opposite of an action that cannot be undone; below the table, so that a narrow one does not cut it. */
function insteadOf({ type: did, tasks: [task], status }: NonNullable<UndoList["final"]>): string[] {
  const [way] = wayBack({ did, ...(task && { task }), ...(status && { status }) }) ?? []
  return way === undefined ? [] : [style.dim(asTyped(`Instead of undo (—): upnext ${way}`))]
}

function stateOf(row: UndoOrFinal): string {
  if (row.kind === "final") return "cannot be undone"
  if (row.undone) return "undone"
  return row.tooLarge === true ? "too large to be undone" : ""
}
