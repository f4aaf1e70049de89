import * as z from "zod"
import { quote } from "../fence.ts"
import { tool } from "../tool.ts"

export const finishTask = tool({
  name: "finish_task",
  description: "Finish the task you hold.",
  isReadOnly: false,
  input: z.strictObject({
    task: z.string(),
    summary: z.string().optional().describe("what was done"),
    reflection: z.string().optional().describe("what was learned; asked for by most boards"),
    met: z
      .array(z.strictObject({ criterion: z.string(), evidence: z.string().optional() }))
      .optional()
      .describe("criteria that are met"),
  }),
  async run(caller, { task: named, summary, reflection, met }) {
    const { task, unmet = [] } = await caller.call("task.complete", {
      ...caller.find(named),
      summary,
      reflection,
      criteria: met,
    })
    const isOwn = task.status === "review" && task.reviewer === task.assignee
    const ended = `${task.id} is ${task.status === "review" ? "in review" : task.status}.`
    const state = isOwn ? `${ended} You are its reviewer too, so anyone else may decide.` : ended
    return unmet.length === 0 ? state : `${state} Left open: ${unmet.map((each) => quote(each)).join(", ")}.`
  },
})
