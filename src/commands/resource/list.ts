import { clientCommand } from "../../terminal/client-command.ts"
import { style } from "../../terminal/output.ts"
import { resourceTable } from "./render.ts"

export default clientCommand({
  name: "resource list",
  operation: "resource.list",
  examples: [
    ["resource list", "who works where, and how many tasks are waiting"],
    ["resource list --at 1h", "the resources as they were an hour ago"],
  ],
  print: ({ resources }) =>
    resources.length > 0
      ? resourceTable(resources)
      : {
          notice: `Nothing is held, closed or declared.\n  ${style.dim('A task says what it needs: `upnext add "Fix it" --resource src/http`')}`,
        },
  columns: ["name", "capacity", "closed", "waitingCount"],
})
