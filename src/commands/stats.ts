import type { OperationName } from "../client/client.ts"
import { clientCommand } from "./client-command.ts"
import { statsPage, type Stats } from "./stats/page.ts"

const operation = "stats.read" as OperationName

export default clientCommand<OperationName, { readonly stats: Stats }>({
  name: "stats",
  operation,
  summary: "Show work in numbers: throughput, cycle times, what is in progress, by whom",
  examples: [
    ["stats", "of the last 30 days"],
    ["stats --days 7 --project web", "of one project"],
    ["stats --agent ann", "of one agent"],
  ],
  run({ client, input, flags }) {
    const { project: _project, ...rest }: Record<string, unknown> = input
    // The project of the surroundings gives way to an agent who is asked for: the answer is of the one or the other.
    const isMeant = flags.agent === undefined || flags.project !== undefined
    return client.call(operation, isMeant ? input : rest) as Promise<unknown> as Promise<{
      stats: Stats
    }>
  },
  print: ({ stats }) => statsPage(stats),
})
