import * as z from "zod"
import { openStatuses, statuses } from "../../domain/wire/enums.ts"
import { projectFor } from "../caller.ts"
import { taskRow } from "../task-text.ts"
import { tool } from "../tool.ts"

export const findTasks = tool({
  name: "find_tasks",
  description: "List tasks; only open ones unless a status is given.",
  isReadOnly: true,
  input: z.strictObject({
    q: z.string().optional().describe("words to search for"),
    status: z.array(z.enum(statuses)).optional(),
    assignee: z.string().optional(),
    project: z.string().optional().describe("empty: all"),
    tag: z.string().optional(),
    parent: z.string().optional(),
    ready: z.boolean().optional(),
    limit: z.int().min(1).max(100).default(20),
    cursor: z.string().optional(),
  }),
  async run(caller, { tag, project, status = [...openStatuses], ...input }) {
    const { tasks, total, next } = await caller.call("task.list", {
      ...input,
      status,
      project: projectFor(caller, project),
      ...(tag !== undefined && { tag: [tag] }),
      sort: input.q === undefined ? "priority" : undefined,
      compact: true,
    })
    if (tasks.length === 0) return "No task matches."
    const more = next === null ? [] : [`${tasks.length} of ${total}; cursor ${next}`]
    return [...tasks.map(taskRow), ...more].join("\n")
  },
})
