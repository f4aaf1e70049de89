import { clientCommand } from "../../terminal/client-command.ts"
import { resourceLine } from "./render.ts"

export default clientCommand({
  name: "resource set",
  operation: "resource.set",
  positionals: ["name"],
  examples: [
    ["resource set claude-max --capacity 4", "four tasks at a time may hold it"],
    [
      `resource set claude-max --data '{"capacity": null}'`,
      "removes the declaration; the resource then has room for one task",
    ],
  ],
  print: ({ resource }) => {
    const { name, capacity } = resource
    return resourceLine(name, `has room for ${capacity === 1 ? "one" : capacity}`)
  },
})
