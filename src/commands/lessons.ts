import { clientCommand } from "../terminal/client-command.ts"
import { clean, line, style } from "../terminal/output.ts"
import { ago } from "../terminal/show-time.ts"

export default clientCommand({
  name: "lessons",
  operation: "reflection.list",
  summary: "Show what was learned: the newest first, or the best matches",
  positionals: ["q?+"],
  rename: { q: "query" },
  examples: [
    ["lessons", "the newest first"],
    ['lessons "flaky tests"', "the best match first"],
    ["lessons --agent ann --project web", "of one agent in one project"],
  ],
  print({ reflections }) {
    if (reflections.length === 0) return "No lessons yet."
    const each = reflections.map(({ taskId, title, agent, content, createdAt }) => {
      const what = title === null ? style.dim("(deleted)") : line(title)
      const head = `${style.bold(taskId)} ${what}  ${style.cyan(line(agent))} ${style.dim(ago(createdAt))}`
      return `${head}\n  ${clean(content).replace(/\n/g, "\n  ")}`
    })
    return each.join("\n\n")
  },
})
