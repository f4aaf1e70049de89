import * as z from "zod"
import { handoffText } from "../handoff-text.ts"
import { taskText } from "../task-text.ts"
import { tool } from "../tool.ts"

export const getTask = tool({
  name: "get_task",
  description: "Read a task: text, criteria, what happened to it, newest comments.",
  isReadOnly: true,
  input: z.strictObject({ task: z.string() }),
  async run(caller, { task: named }) {
    const { id } = caller.find(named)
    const { task, handoff } = await caller.call("task.read", { id, handoff: true })
    return [taskText(task), handoffText(handoff)].filter((each) => each !== "").join("\n")
  },
})
