import { boardNow } from "../client/board-clock.ts"
import { parseDuration } from "../domain/wire/duration.ts"
import { clientCommand } from "../terminal/client-command.ts"
import { toTime } from "../terminal/input.ts"
import type { Digest } from "./digest/count.ts"

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
      description: "from when on, such as 15m or yesterday; default: 1d",
    },
    project: { kind: "text", description: "of this project only" },
  },
  about: [
    "Its numbers count tasks: one that was finished twice is one. ATTEMPTS and TIME are of attempts that ended in that time.",
  ],
  examples: [
    ["digest", "of the last day"],
    ["digest --since 15m", "of the last quarter of an hour"],
    ["digest --since yesterday --json", "since midnight before, as JSON"],
  ],
  async run({ client, input: { agent }, flags }) {
    const { since: given = "1d", project } = flags as { since?: string; project?: string }
    const asked = toTime(given, "since", { looksBack: true })
    const until = boardNow()
    const length = parseDuration(asked)
    const since = length === undefined ? Date.parse(asked) : until - length
    const parts = await import("./reports-parts.ts")
    const { readDigest, digestPage } = await parts.digest()
    const digest = await readDigest(client, { since, until, project, agent })
    return flags.json === true ? digest : { ...digest, shown: digestPage(digest) }
  },
  print: ({ shown = "" }) => shown,
})
