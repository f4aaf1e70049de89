import type { OutputOf } from "../../client/contract.ts"
import { line, style } from "../../terminal/output.ts"
import { table } from "../../terminal/table.ts"

/** Of `--explain`. */
export type Explained = Pick<OutputOf<"task.next">, "explain">

/** Why this task is next, or none: a sentence, and a table of what was passed over, a row for each reason. */
export function explanation({ explain }: Explained): string[] {
  if (!explain) return []
  const { summary, passedOver, more } = explain
  if (passedOver.length === 0) return [line(summary)]
  const rows = table(byReason(passedOver), [
    { title: "PASSED OVER", text: ({ tasks }) => tasks, paint: style.bold },
    { title: "WHY", text: ({ detail }) => detail },
    { title: "TITLE", text: ({ title }) => title, shrinks: true, paint: style.dim },
  ])
  return [line(summary), rows + (more ? `\n${style.dim("There are more.")}` : "")]
}

// --- internal ---

interface ReasonRow {
  readonly tasks: string
  readonly detail: string
  readonly title: string
}

type PassedOver = NonNullable<Explained["explain"]>["passedOver"]

/** So many tasks are named in a row. */
const namedTasks = 3

/** Tasks that were passed over for the same reason share a row, at the place of the most urgent of them. */
function byReason(passedOver: PassedOver): ReasonRow[] {
  const groups = new Map<string, [PassedOver[number], ...PassedOver]>()
  for (const each of passedOver) {
    const group = groups.get(each.detail)
    if (group) group.push(each)
    else groups.set(each.detail, [each])
  }
  return [...groups].map(([detail, group]) => {
    const ids = group.map(({ task }) => task)
    const rest = ids.length - namedTasks
    const tasks = ids.slice(0, namedTasks).join(", ") + (rest > 0 ? ` and ${rest} more` : "")
    return { tasks, detail, title: group.length === 1 ? group[0].title : `${group.length} tasks` }
  })
}
