import { clientCommand } from "../terminal/client-command.ts"
import { statsPage } from "./stats/page.ts"

export default clientCommand({
  name: "stats",
  operation: "stats.read",
  summary: "Show throughput, cycle times and what is in progress",
  examples: [
    ["stats", "of the last 30 days"],
    ["stats --days 7 --project web", "of one project"],
    ["stats --agent ann", "of one agent"],
    ["stats --parent T-7", "of the children of one task"],
  ],
  run({ client, input, flags }) {
    const { project: _project, ...rest } = input
    // Numbers have one subject, so with --agent or --parent the project of the settings is ignored.
    const isMeant = (flags.agent === undefined && input.parent === undefined) || flags.project !== undefined
    return client.stats.read(isMeant ? input : rest)
  },
  print: ({ stats }) => statsPage(stats),
})
