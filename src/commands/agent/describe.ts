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
    ["agent describe ann --skill gpu,opus", "it is offered tasks that take these skills, or none"],
    ["agent describe ann --resource claude-max", "whatever it works on holds a place there"],
    ['agent describe ann --role ""', "an empty value clears the field"],
  ],
  print: ({ agent }) =>
    agentLine(agent.name, `is known (${agent.kind}${agent.role ? `, ${line(agent.role)}` : ""})`),
})
