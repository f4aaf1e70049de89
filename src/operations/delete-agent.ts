import * as z from "zod"
import { nameKey, taskId } from "../domain/wire/names.ts"
import { ListedName } from "../domain/wire/schemas.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"
import { requireAgent, requireTask } from "../domain/board/find.ts"
import { isClosed } from "../domain/board/tasks/is-closed.ts"

const mostNamed = 10

export const deleteAgent = command({
  name: "agent.delete",
  summary: "Remove an agent from the list, together with its inbox",
  description:
    "The history still shows what the agent did, and tasks assigned to it stay assigned. The agent returns to the list the next time it makes contact.",
  http: { method: "DELETE", path: "/agents/{name}" },
  access: "manage",
  input: z.strictObject({ name: ListedName }),
  output: z.object({
    deleted: z.string().describe("the name"),
    openTasks: z
      .array(z.string())
      .describe(`ids of the open tasks that stay assigned to the agent, at most ${mostNamed}`),
    moreOpenTasks: z.int().optional().describe("how many more such tasks there are"),
  }),
  refusals: ["agent_not_found", "agent_busy"],

  indexes: () => ["doing", "assignee"],
  decide(board, input) {
    const { name } = requireAgent(board, input.name)
    const busy = [...(board.index.get("doing", nameKey(name))?.values() ?? [])].map(taskId)
    if (busy.length > 0)
      fail("agent_busy", {
        detail: `${name} is working on ${busy.join(", ")}.`,
        facts: { agent: name, tasks: busy },
      })
    return [{ type: "agent.deleted", agent: name }]
  },
  answer(board, events, { name }) {
    const numbers = [...(board.index.get("assignee", nameKey(name))?.values() ?? [])]
    const open = numbers.filter((n) => !isClosed(requireTask(board, taskId(n)))).map(taskId)
    const openTasks = open.slice(0, mostNamed)
    return {
      deleted: events.find((event) => event.type === "agent.deleted")?.agent ?? name,
      openTasks,
      ...(open.length > openTasks.length && { moreOpenTasks: open.length - openTasks.length }),
    }
  },
})
