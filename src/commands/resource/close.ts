import { clientCommand } from "../../terminal/client-command.ts"
import { closedText, resourceLine } from "./render.ts"

export default clientCommand({
  name: "resource close",
  operation: "resource.close",
  positionals: ["name"],
  examples: [
    [
      'resource close claude-max --until 18:30 --reason "the quota is used up"',
      "the resource opens again by itself",
    ],
    ["resource close src", "closes src and everything under it until `upnext resource open src`"],
  ],
  print: ({ resource }) => resourceLine(resource.name, `is ${closedText(resource.closed)}`),
})
