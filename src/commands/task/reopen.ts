import { sayIs } from "../../domain/wire/enums.ts"
import type { OutputOf } from "../../client/contract.ts"
import { routes } from "../../client/routes.ts"
import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { commentAdded, type GivenFields, givenOf } from "./given.ts"
import { taskLine, waitOf, wayOn } from "../../terminal/shown/task.ts"

export default clientCommand<"task.edit", OutputOf<"task.edit"> & GivenFields>({
  name: "reopen",
  operation: "task.edit",
  summary: "Reopen a task that is done or cancelled",
  positionals: ["id..."],
  omit: Object.keys(routes["task.edit"]?.fields ?? {}).filter((field) => field !== "comment"),
  examples: [
    ["reopen T-1", "the task is todo again, for the same assignee"],
    ['reopen T-1 --comment "It fails on Windows"', "and say why"],
  ],
  async run({ client, input, flags }) {
    const { id } = input
    const { task } = await client.task.read({ id, fields: ["status", "version"] })
    const { status, version } = task
    // The move to todo would also take a task from whoever works on it.
    if (status !== "done" && status !== "cancelled")
      fail("invalid_transition", {
        detail: `${id} is open: it ${sayIs(status)}. Only a task that is done or cancelled can be reopened.`,
        hint:
          status === "todo"
            ? `\`upnext claim ${id}\` takes it.`
            : `\`upnext edit ${id} --status todo\` ${status === "blocked" ? "unblocks it" : "offers it to agents again"}.`,
        facts: { task: id, status },
      })
    const answer = await client.task.edit({ ...input, status: "todo" }, { ifVersion: version })
    return { ...answer, ...givenOf(input, flags) }
  },
  print({ task, ...beside }, again) {
    const wait = waitOf(task)
    const state = task.ready || wait === undefined ? task.status : `${task.status}, ${wait}`
    const change = taskLine(task, `is open again (${state})${commentAdded(beside)}`)
    return task.ready ? change + wayOn(`Take it: upnext claim ${task.id}${again}`) : change
  },
  id: ({ task }) => task.id,
})
