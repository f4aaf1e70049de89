import type { OutputOf } from "../../client/contract.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"
import { quote } from "../../terminal/typed.ts"
import { agentLine } from "../../terminal/shown/agent.ts"

type DeletedAgent = OutputOf<"agent.delete">

export default clientCommand({
  name: "agent delete",
  operation: "agent.delete",
  positionals: ["name"],
  examples: [
    [
      "agent delete ann",
      "also deletes the agent's inbox, but none of its work; the agent is added again by its next request",
    ],
  ],
  // An older server names no tasks.
  print({
    deleted,
    openTasks = [],
    moreOpenTasks = 0,
  }: Partial<DeletedAgent> & Pick<DeletedAgent, "deleted">) {
    const more = moreOpenTasks > 0 ? ` and ${moreOpenTasks} more` : ""
    const kept = `Still assigned to this agent: ${openTasks.join(", ")}${more}. upnext list --assignee ${quote(deleted)}`
    return [agentLine(deleted, "is deleted"), ...(openTasks.length > 0 ? [style.dim(`  ${kept}`)] : [])].join(
      "\n",
    )
  },
})
