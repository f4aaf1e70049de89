import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"
import { table } from "../../terminal/table.ts"
import { ago } from "../../terminal/show-time.ts"

export default clientCommand({
  name: "host list",
  operation: "host.list",
  examples: [["host list", "each with the agents last seen on it"]],
  print({ hosts }) {
    if (hosts.length === 0) return { notice: "No hosts. A host appears here once a task is claimed from it." }
    return table(hosts, [
      { title: "NAME", text: ({ name }) => name, paint: style.bold, shrinks: true },
      { title: "AGENTS", text: ({ agents }) => agents.join(", ") || "-", shrinks: true },
      {
        title: "SEEN",
        text: ({ lastSeenAt }) => (lastSeenAt === null ? "-" : ago(lastSeenAt)),
        paint: style.dim,
      },
      { title: "SINCE", text: ({ joinedAt }) => ago(joinedAt), paint: style.dim },
    ])
  },
  columns: ["name", "agents", "lastSeenAt", "joinedAt"],
})
