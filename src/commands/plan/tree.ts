import { line, style } from "../../terminal/output.ts"
import type { ShownTask } from "../../terminal/shown/task.ts"

export function renderTree(tasks: readonly ShownTask[], isDryRun: boolean): string {
  const depths = new Map<string, number>()
  const depthOf = (parent: string | null) => (parent === null ? 0 : (depths.get(parent) ?? -1) + 1)
  for (const { id, parent } of tasks) depths.set(id, depthOf(parent))
  const width = Math.max(...tasks.map(({ id }) => id.length))
  const rows = tasks.map((task) => {
    const { id, title, assignee, priority, blockedBy, ready } = task
    const facts = [
      ...(priority === "P2" ? [] : [priority]),
      ...(assignee === "unassigned" ? [] : [`@${line(assignee)}`]),
      ...(blockedBy.length > 0 ? [`after ${blockedBy.join(", ")}`] : []),
    ]
    const mark = ready ? style.green("→") : " "
    const space = "  ".repeat(depths.get(id) ?? 0)
    return `${mark} ${style.bold(id.padEnd(width))}  ${space}${line(title)}${facts.length > 0 ? `  ${style.dim(facts.join(" "))}` : ""}`
  })
  const ready = tasks.filter((task) => task.ready).map(({ id }) => id)
  const count = tasks.length === 1 ? "1 task" : `${tasks.length} tasks`
  const done = isDryRun
    ? `${count} would be added, with these ids unless other tasks are added first`
    : `${style.green("✓")} ${count} added`
  return [...rows, "", `${done}. ${readyLine(ready)}`].join("\n")
}

// --- internal ---

function readyLine(ready: readonly string[]): string {
  const shown = ready.slice(0, 10).join(", ") + (ready.length > 10 ? ", …" : "")
  return ready.length === 0 ? "None is ready." : `Ready now (→): ${shown}.`
}
