import { clientCommand } from "../terminal/client-command.ts"
import { statsPage } from "./stats/page.ts"

export default clientCommand({
  name: "stats",
  operation: "stats.read",
  summary: "Show work in numbers: throughput, cycle times, what is in progress, by whom",
  examples: [
    ["stats", "of the last 30 days"],
    ["stats --days 7 --project web", "of one project"],
    ["stats --agent ann", "of one agent"],
  ],
  run({ client, input, flags }) {
    const { project: _project, ...rest } = input
    // The project of the surroundings gives way to an agent who is asked for: the answer is of the one or the other.
    const isMeant = flags.agent === undefined || flags.project !== undefined
    return client.stats.read(isMeant ? input : rest)
  },
  print: ({ stats }) => statsPage(stats),
})
