import { boardNow } from "../client/board-clock.ts"
import { clientCommand } from "../terminal/client-command.ts"
import { momentSince } from "../terminal/since.ts"
import { noteNotThere } from "./task/not-there.ts"
import type { Digest } from "./digest/count.ts"

interface DigestFlags {
  readonly since?: string
  readonly project?: string
  readonly agent?: string
}

export default clientCommand<"needs.list", Digest & { readonly shown?: string }>({
  name: "digest",
  operation: "needs.list",
  summary: "Show what was done, by agent and by task, and what is stuck",
  self: "agent",
  omit: ["limit", "at", "fields"],
  flags: {
    since: {
      kind: "text",
      value: "time",
      description: "start of the period, such as 15m or yesterday; default: 1d",
    },
    project: { kind: "text", description: "only this project" },
  },
  about: [
    "The numbers count tasks, so a task that was finished twice counts once. The columns from ATTEMPTS to TIME are about the attempts that ended in the period. With --agent, only the work of this agent is counted.",
  ],
  examples: [
    ["digest", "the last day"],
    ["digest --since 15m", "the last 15 minutes"],
    ["digest --agent ann", "the work of one agent"],
    ["digest --since yesterday --json", "since the start of yesterday, as JSON"],
  ],
  async run({ client, input: { agent }, flags }) {
    const { since: given = "1d", project, agent: only } = flags as DigestFlags
    const until = boardNow()
    const since = momentSince(given)
    const parts = await import("./reports-parts.ts")
    const { readDigest, digestPage } = await parts.digest()
    const digest = await readDigest(client, { since, until, project, agent, only })
    if (flags.json === true) return digest
    if (digest.tasks.length === 0) {
      await noteNotThere({ client, input: { project, assignee: only }, flags })
    }
    return { ...digest, shown: digestPage(digest) }
  },
  print: ({ shown = "" }) => shown,
})
