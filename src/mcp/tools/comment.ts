import * as z from "zod"
import { tool } from "../tool.ts"

export const comment = tool({
  name: "comment",
  description: "Say something on a task. @name tells that agent.",
  isReadOnly: false,
  input: z.strictObject({ task: z.string(), text: z.string() }),
  async run(caller, { task, text }) {
    const { comment: said } = await caller.call("task.comment", { ...caller.find(task), content: text })
    return `${said.id} is on ${said.taskId}.`
  },
})
