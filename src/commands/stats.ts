import type { OutputOf } from "../client/contract.ts"
import { boardNow } from "../client/board-clock.ts"
import { parseDuration } from "../domain/wire/duration.ts"
import { toTime } from "../terminal/input.ts"
import { clientCommand } from "../terminal/client-command.ts"
import { sayNotThere } from "./task/not-there.ts"
import type { NoResult } from "../terminal/output.ts"

/** `shown` is the text. JSON is the answer as it is. */
type StatsAnswer = OutputOf<"stats.read"> & { readonly shown?: string | NoResult }

export default clientCommand<"stats.read", StatsAnswer>({
  name: "stats",
  operation: "stats.read",
  summary: "Show throughput, cycle times and what is in progress",
  rename: { days: "since" },
  flags: {
    since: { kind: "time", description: "start of the period, such as 7d; whole days in UTC; default: 30d" },
  },
  examples: [
    ["stats", "for the last 30 days"],
    ["stats --since 7d --project web", "of one project"],
    ["stats --agent ann", "of one agent"],
    ["stats --parent T-7", "of the children of one task"],
  ],
  async run({ client, input: given, flags }) {
    const { project: _project, ...rest } = given
    // Numbers have one subject, so with --agent or --parent the project of the settings is ignored.
    const isMeant = (flags.agent === undefined && given.parent === undefined) || flags.project !== undefined
    const input = {
      ...(isMeant ? given : rest),
      ...(typeof flags.since === "string" && { days: daysSince(flags.since) }),
    }
    const answer = await client.stats.read(input)
    if (flags.json === true) return answer
    const parts = await import("./reports-parts.ts")
    const { isEmpty, statsPage } = await parts.stats()
    if (isEmpty(answer.stats)) {
      const { agent, ...others } = input
      const unknown = await sayNotThere({ client, input: { ...others, assignee: agent }, flags })
      if (unknown.length > 0) return { ...answer, shown: { notice: unknown.join(" ") } }
    }
    return { ...answer, shown: statsPage(answer.stats) }
  },
  print: ({ shown = "" }) => shown,
})

// --- internal ---

const dayMs = 86_400_000

/** How many UTC days a period has, including today. */
function daysSince(given: string): number {
  const asked = toTime(given, "since", { looksBack: true })
  const now = boardNow()
  const length = parseDuration(asked) ?? now - Date.parse(asked)
  if (parseDuration(asked) !== undefined && length % dayMs === 0) return length / dayMs
  return Math.floor(now / dayMs) - Math.floor((now - length) / dayMs) + 1
}
