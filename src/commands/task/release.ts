import type { InputOf, OutputOf } from "../../client/contract.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { toTime } from "../../terminal/input.ts"
import { UpnextError } from "../../errors.ts"
import { line, note, style } from "../../terminal/output.ts"
import { localTime } from "../../terminal/show-time.ts"
import { leaveFlag } from "../worktree/flags.ts"
import { leaveOwnTree, mayHaveTrees } from "../../attempts/report/report.ts"
import { backoffOf, taskLine } from "../../terminal/shown/task.ts"

export default clientCommand({
  name: "release",
  operation: "task.release",
  positionals: ["id..."],
  flags: {
    ...leaveFlag,
    limit: { kind: "boolean", description: "the agent hit a limit: close its resources for an hour" },
    until: {
      kind: "text",
      value: "time",
      description: "like --limit, but until this time, such as 18:30 or 2h",
    },
    resource: { kind: "text", description: "like --limit, but for this resource only" },
  },
  omit: ["limit", "dryRun"],
  examples: [
    ["release T-1", "give the task back; no attempt is counted"],
    ['release T-1 --failed --reason "no access"', "the attempt failed"],
    [
      'release T-1 --until 18:30 --reason "quota"',
      "the agent hit a limit: its resources stay closed until then",
    ],
  ],
  async run({ client, input, flags }) {
    const { id, agent, session, leaseToken } = input
    const giveBack = async (wish: InputOf<"task.release">) => {
      // What is left in the tree is committed and reported first, which a refusal would leave behind.
      if (mayHaveTrees()) await client.task.release({ ...wish, dryRun: true })
      await leaveOwnTree(client, { id, agent, session, leaseToken }, flags).catch((error: unknown) => {
        // A tree that is gone has nothing left to report.
        if (!(error instanceof UpnextError) || error.code !== "tree_unfit") throw error
        note(style.dim(`  ${line(error.message)}`))
      })
      return client.task.release(wish)
    }
    const { until, resource } = flags as { until?: string; resource?: string }
    if (flags["limit"] !== true && until === undefined && resource === undefined) return giveBack(input)
    const limit = {
      ...(until !== undefined && { until: toTime(until, "until") }),
      ...(resource !== undefined && { resource }),
      ...(input.reason != null && { reason: input.reason }),
    }
    return giveBack({ ...input, limit })
  },
  print(answer) {
    const { task, repeated } = answer
    const rest = backoffOf(task)
    const change = `${repeated ? "was given back already" : "is given back"} (${task.status}${rest === undefined ? "" : `, ${rest}`})`
    return taskLine(task, change) + limitText(answer)
  },
  id: ({ task }) => task.id,
})

// --- internal ---

function limitText({ closed = [], paused }: OutputOf<"task.release">): string {
  if (paused !== undefined) return `\n  ${style.yellow(`The agent is paused until ${localTime(paused)}.`)}`
  if (closed.length === 0) return ""
  return `\n  ${style.yellow(`${closed.map((name) => line(name)).join(", ")} ${closed.length === 1 ? "is" : "are"} closed for all.`)}`
}
