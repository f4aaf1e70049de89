import { line, style, terminalWidth } from "../../terminal/output.ts"
import { cutTo, widthOf } from "../../terminal/width.ts"
import { paintPriority, paintStatus, statusOf, type ShownTask } from "../../terminal/shown/task.ts"

/**
 * Tasks below their parents, each with its priority and its status. A task whose parent is not among them stands at the
 * top, and `under` says whose child it is, unless that was deleted.
 */
export function taskTree(
  tasks: readonly ShownTask[],
  width: number = terminalWidth() ?? Infinity,
  deleted: ReadonlySet<string> = new Set(),
): string {
  const ids = new Set(tasks.map(({ id }) => id))
  const children = new Map<string | null, ShownTask[]>()
  for (const task of tasks) {
    const above = task.parent !== null && ids.has(task.parent) ? task.parent : null
    const siblings = children.get(above)
    if (siblings) siblings.push(task)
    else children.set(above, [task])
  }
  const lines: string[] = []
  // As a stack, since the depth of a board has no bound.
  const left = [...(children.get(null) ?? [])].reverse().map((task) => ({ task, depth: 0 }))
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const { task, depth } = at
    const { parent } = task
    const isElsewhere = parent !== null && !ids.has(parent) && !deleted.has(parent)
    lines.push(row(task, depth, width, isElsewhere ? ` (under ${parent})` : ""))
    for (const child of [...(children.get(task.id) ?? [])].reverse())
      left.push({ task: child, depth: depth + 1 })
  }
  return lines.join("\n")
}

/** The parents that are not among these tasks. */
export function parentsElsewhere(tasks: readonly ShownTask[]): readonly string[] {
  const ids = new Set(tasks.map(({ id }) => id))
  return [...new Set(tasks.flatMap(({ parent }) => (parent === null || ids.has(parent) ? [] : [parent])))]
}

// --- internal ---

/** At least so many columns are left to a title, so what stands very deep is indented less. */
const leastTitle = 12

/** What is least needed is left out first: who has it, then what it waits for, then the end of the title. */
function row(task: ShownTask, depth: number, width: number, note: string): string {
  const title = line(task.title)
  const who = task.assignee === "unassigned" ? "" : ` @${line(task.assignee)}`
  const room = width - task.id.length - task.priority.length - 6
  const indent = " ".repeat(Math.max(0, Math.min(2 * depth, room - task.status.length - leastTitle)))
  const left = room - indent.length
  const forms = [
    [statusOf(task), note + who],
    [statusOf(task), note],
    [statusOf(task, "short"), note],
    [statusOf(task, "word"), note],
    [task.status, note],
  ] as const
  const fitting = forms.find(([status, rest]) => status.length + widthOf(title + rest) <= left)
  const [status, rest] = fitting ?? [task.status, ""]
  const shown = cutTo(title, Math.max(1, left - status.length - widthOf(rest)))
  return `${indent}${style.bold(task.id)}  ${paintPriority(task.priority)}  ${paintStatus(status, task)}  ${shown}${style.dim(rest)}`
}
