import type { OutputOf } from "../../client/contract.ts"
import { line, style } from "../../terminal/output.ts"
import { inLocalTime } from "../../terminal/show-time.ts"
import { table } from "../../terminal/table.ts"
import { hanging } from "../../terminal/wrap.ts"

/** The answer to `--explain`. */
export type Explained = Pick<OutputOf<"task.next">, "explain">

/** A sentence on why this task is next, or none is, and a table of the tasks passed over, one row for each reason. */
export function explanation({ explain }: Explained, width?: number): string[] {
  if (!explain) return []
  const { passedOver: passed, more } = explain
  const summary = hanging(line(inLocalTime(explain.summary)), 0)
  const passedOver = passed.map((each) => ({ ...each, detail: inLocalTime(each.detail) }))
  if (passedOver.length === 0) return [summary]
  const rows = table(
    byReason(passedOver),
    [
      { title: "PASSED OVER", text: ({ tasks }) => tasks, paint: style.bold },
      { title: "WHY", text: ({ detail }) => detail },
      { title: "TITLE", text: ({ title }) => title, shrinks: true, isOptional: true, paint: style.dim },
    ],
    width,
  )
  return [summary, rows + (more ? `\n${style.dim("There are more.")}` : "")]
}

// --- internal ---

interface ReasonRow {
  readonly tasks: string
  readonly detail: string
  readonly title: string
}

type PassedOver = NonNullable<Explained["explain"]>["passedOver"]

/** How many tasks a row names. */
const namedTasks = 3

/** Groups tasks that were passed over for the same reason, in the order of the most urgent task of each group. */
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
