import type { OutputOf } from "../../client/contract.ts"
import { routes } from "../../client/routes.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { commentAdded, type GivenFields, givenOf } from "./given.ts"
import { editSeveral } from "./edit-several.ts"
import { openChildrenLeft, taskLine, wayOn } from "../../terminal/shown/task.ts"

export default clientCommand<"task.edit", OutputOf<"task.edit"> & GivenFields>({
  name: "cancel",
  operation: "task.edit",
  summary: "Close a task without doing its work, even if it is held",
  positionals: ["id..."],
  omit: Object.keys(routes["task.edit"]?.fields ?? {}).filter((field) => field !== "comment"),
  examples: [
    ["cancel T-1", "the task is no longer offered; tasks that wait for it continue"],
    ['cancel T-1 --comment "T-2 made it unnecessary"', "and say why"],
  ],
  run: async ({ client, input, flags }) => ({
    ...(await client.task.edit({ ...input, status: "cancelled" })),
    ...givenOf(input, flags),
  }),
  // All tasks in one step, so that one undo reverts the step.
  async runSeveral({ client, input, flags }, ids) {
    const answerFor = await editSeveral(client, { ...input, status: "cancelled" }, ids)
    return async (id) => ({ ...(await answerFor(id)), ...givenOf(input, flags) })
  },
  print(answer, again) {
    const change =
      taskLine(
        answer.task,
        `${answer.unchanged ? "was cancelled already" : "is cancelled"}${commentAdded(answer)}`,
      ) + openChildrenLeft(answer)
    return change + wayOn(`Open it again: upnext reopen ${answer.task.id}${again}`)
  },
  id: ({ task }) => task.id,
})
