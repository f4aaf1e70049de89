import type { OutputOf } from "../client/contract.ts"
import { clientCommand } from "../terminal/client-command.ts"
import { sayUnknown } from "./stats/unknown-agent.ts"

/** `shown` is the text. JSON is the answer as it is. */
type StatsAnswer = OutputOf<"stats.read"> & { readonly shown?: string }

export default clientCommand<"stats.read", StatsAnswer>({
  name: "stats",
  operation: "stats.read",
  summary: "Show throughput, cycle times and what is in progress",
  examples: [
    ["stats", "for the last 30 days"],
    ["stats --days 7 --project web", "of one project"],
    ["stats --agent ann", "of one agent"],
    ["stats --parent T-7", "of the children of one task"],
  ],
  async run({ client, input, flags }) {
    const { project: _project, ...rest } = input
    // Numbers have one subject, so with --agent or --parent the project of the settings is ignored.
    const isMeant = (flags.agent === undefined && input.parent === undefined) || flags.project !== undefined
    const answer = await client.stats.read(isMeant ? input : rest)
    if (flags.json === true) return answer
    const parts = await import("./reports-parts.ts")
    const { statsPage } = await parts.stats()
    return { ...answer, shown: (await sayUnknown(client, input, answer.stats)) ?? statsPage(answer.stats) }
  },
  print: ({ shown = "" }) => shown,
})
