import { clientCommand } from "../client-command.ts"
import { style } from "../output.ts"
import { table } from "../table.ts"
import { ago } from "../time.ts"

export default clientCommand({
  name: "agent list",
  operation: "agent.list",
  examples: [["agent list", "everyone seen so far"]],
  print({ agents, next, total }) {
    if (agents.length === 0) return "No agents yet. One is known from its first claim on."
    const more =
      next === null ? "" : `\n${style.dim(`${agents.length} of ${total}; go on with --cursor ${next}`)}`
    return (
      table(agents, [
        { title: "NAME", text: ({ name }) => name, paint: style.bold },
        { title: "KIND", text: ({ kind }) => kind },
        { title: "ROLE", text: ({ role }) => role ?? "-", shrinks: true },
        { title: "SINCE", text: ({ joinedAt }) => ago(joinedAt), paint: style.dim },
      ]) + more
    )
  },
})
