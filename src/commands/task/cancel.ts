import type { OutputOf } from "../../client/contract.ts"
import { routes } from "../../client/routes.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { editSeveral } from "./edit-several.ts"
import { openChildrenLeft, taskLine, wayOn } from "../../terminal/shown/task.ts"

export default clientCommand<"task.edit", OutputOf<"task.edit">>({
  name: "cancel",
  operation: "task.edit",
  summary: "Close a task without doing its work, even if it is held",
  positionals: ["id..."],
  omit: Object.keys(routes["task.edit"]?.fields ?? {}).filter((field) => field !== "comment"),
  examples: [
    ["cancel T-1", "the task is no longer offered; tasks that wait for it continue"],
    ['cancel T-1 --comment "T-2 made it unnecessary"', "and say why"],
  ],
  run: ({ client, input }) => client.task.edit({ ...input, status: "cancelled" }),
  // All tasks in one step, so that one undo reverts the step.
  runSeveral: ({ client, input }, ids) => editSeveral(client, { ...input, status: "cancelled" }, ids),
  print(answer, again) {
    const change = taskLine(answer.task, "is cancelled") + openChildrenLeft(answer)
    return change + wayOn(`Open it again: upnext reopen ${answer.task.id}${again}`)
  },
  id: ({ task }) => task.id,
})
