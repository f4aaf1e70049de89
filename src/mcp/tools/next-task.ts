import * as z from "zod"
import { projectFor } from "../caller.ts"
import { claimText } from "../claim-text.ts"
import { tool } from "../tool.ts"

export const nextTask = tool({
  name: "next_task",
  description: "Take the next ready task, or a given one. If you have an open task, you get that one again.",
  isReadOnly: false,
  input: z.strictObject({
    task: z.string().optional().describe("take this task"),
    project: z.string().optional().describe("empty: all"),
    tags: z.array(z.string()).optional(),
    wait: z.int().min(1).max(50).optional().describe("seconds to wait for work"),
    take_over: z.boolean().optional().describe("also what your silent session holds"),
  }),
  async run(caller, { task, project, tags, wait, take_over: takeOver = false }) {
    if (task !== undefined) {
      const { id } = caller.find(task)
      return claimText(caller, await caller.call("task.claim", { id, takeOver }))
    }
    const held = wait === undefined ? {} : { wait: `${wait}s` }
    const asked = { project: projectFor(caller, project), tags, takeOver, ...held }
    const answer = await caller.call("task.claimNext", asked)
    if (answer.task !== null || wait === undefined) return claimText(caller, answer)
    // A claim that waited is not told that the agent is paused.
    const { task: now, explain } = await caller.call("task.next", {
      agent: caller.agent,
      compact: true,
      explain: true,
      project: asked.project,
      tags,
    })
    const paused = now === null ? explain?.paused : undefined
    return claimText(caller, { ...answer, ...(paused && { paused }) })
  },
})
