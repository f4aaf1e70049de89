import * as z from "zod"
import { tool } from "../tool.ts"

export const giveBack = tool({
  name: "give_back",
  description: "Give back the task you hold, unfinished. Say why: the next one reads it.",
  isReadOnly: false,
  input: z.strictObject({
    task: z.string(),
    reason: z.string().optional(),
    failed: z.boolean().optional().describe("you tried and it failed"),
  }),
  async run(caller, { task: named, reason, failed = false }) {
    const { task } = await caller.call("task.release", { ...caller.find(named), reason, failed })
    return `${task.id} is ${task.status}.`
  },
})
