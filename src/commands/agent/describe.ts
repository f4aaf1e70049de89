import { clientCommand } from "../../terminal/client-command.ts"
import { line } from "../../terminal/output.ts"
import { agentLine } from "../../terminal/shown/agent.ts"

export default clientCommand({
  name: "agent describe",
  operation: "agent.describe",
  positionals: ["name"],
  rename: { resources: "resource", skills: "skill" },
  examples: [
    ['agent describe ann --role "reviews documents" --kind person', "fields without a flag stay as they are"],
    ["agent describe ann --skill gpu,opus", "it is offered only tasks that need no other skills"],
    ["agent describe ann --resource claude-max", "each of its tasks takes up capacity there"],
    ['agent describe ann --role ""', "an empty value clears the field"],
  ],
  print: ({ agent }) =>
    agentLine(agent.name, `is known (${agent.kind}${agent.role ? `, ${line(agent.role)}` : ""})`),
})
