import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"
import { table } from "../../terminal/table.ts"

export default clientCommand({
  name: "project list",
  operation: "project.list",
  examples: [
    ["project list", "each with its open and finished tasks"],
    ["list --project web", "the open tasks of one project"],
  ],
  print({ projects }) {
    if (projects.length === 0) return { notice: "No projects. A project appears here once it has a task." }
    return table(projects, [
      { title: "NAME", text: ({ name }) => name, paint: style.bold, shrinks: true },
      { title: "OPEN", text: ({ open }) => String(open) },
      { title: "DOING", text: ({ doing }) => String(doing), isOptional: true },
      { title: "BLOCKED", text: ({ blocked }) => String(blocked), isOptional: true },
      { title: "REVIEW", text: ({ review }) => String(review), isOptional: true },
      { title: "DONE", text: ({ done }) => String(done) },
    ])
  },
  columns: ["name", "open", "doing", "blocked", "review", "done"],
})
