import { clientCommand } from "../../terminal/client-command.ts"
import { line, style } from "../../terminal/output.ts"
import { taskTable } from "../../terminal/shown/task-tables.ts"
import { hanging } from "../../terminal/wrap.ts"

export default clientCommand({
  name: "team seed",
  operation: "team.starter",
  examples: [["team seed", "agents with roles, and sample tasks for them; a second run adds nothing"]],
  print({ agents, tasks, created }) {
    const names = agents
      .map(({ name, role }) => `${style.bold(line(name))}${role ? ` (${line(role)})` : ""}`)
      .join(", ")
    const head = created
      ? `${style.green("✓")} The team has been added: ${names}`
      : `The team was here already: ${names}`
    if (tasks.length === 0) return head
    const end =
      "To remove the tasks, pass the ids that `upnext list --all --project sample --format id` prints to `upnext delete`."
    return [head, "", taskTable(tasks), ...(created ? ["", hanging(end, 0)] : [])].join("\n")
  },
})
