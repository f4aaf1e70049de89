import type { OutputOf } from "../../client/contract.ts"
import { line, style } from "../../terminal/output.ts"
import { table } from "../../terminal/table.ts"

/** Of `--explain`. */
export type Explained = Pick<OutputOf<"task.next">, "explain">

/** Why this task is next, or none: a sentence, and a table of what was passed over, where there is any. */
export function explanation({ explain }: Explained): string[] {
  if (!explain) return []
  const { summary, passedOver, more } = explain
  const rows = table(passedOver, [
    { title: "PASSED OVER", text: ({ task }) => task, paint: style.bold },
    { title: "WHY", text: ({ detail }) => detail },
    { title: "TITLE", text: ({ title }) => title, shrinks: true, paint: style.dim },
  ])
  const end = more ? `\n${style.dim("There are more.")}` : ""
  return passedOver.length === 0 ? [line(summary)] : [line(summary), rows + end]
}
