import * as z from "zod"
import { plainTime } from "../../domain/wire/time.ts"
import { priorities, statuses } from "../../domain/wire/enums.ts"
import { tool } from "../tool.ts"

export const updateTask = tool({
  name: "update_task",
  description:
    "Change a task or check off criteria. A call with only a task renews your lease: make one during long work.",
  isReadOnly: false,
  input: z.strictObject({
    task: z.string(),
    met: z
      .array(z.strictObject({ criterion: z.string(), evidence: z.string().optional() }))
      .optional()
      .describe("criteria met, by text or number"),
    title: z.string().optional(),
    description: z.string().optional(),
    status: z.enum(statuses).optional(),
    reason: z.string().optional().describe("why it is blocked"),
    priority: z.enum(priorities).optional(),
    assignee: z.string().optional(),
    blockedBy: z.array(z.string()).optional(),
    parent: z.string().optional(),
    tags: z.array(z.string()).optional(),
  }),
  async run(caller, { task: named, met = [], ...fields }) {
    const held = caller.find(named)
    const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const isChanged = Object.keys(changes).length > 0
    if (isChanged || met.length > 0) {
      const { task, notes = [] } = await caller.call("task.edit", {
        ...held,
        ...changes,
        ...(met.length > 0 && { criteria: met }),
      })
      const done = met.length === 0 ? [] : [`${task.criteriaMet} of ${task.criteriaCount} criteria are met.`]
      return [
        ...done,
        ...(isChanged ? [`${task.id} was changed; its status is ${task.status}.`] : []),
        ...notes,
      ].join(" ")
    }
    const { lease } = await caller.call("task.heartbeat", held)
    return `${held.id} is yours until ${lease.expiresAt === null ? "you end it" : plainTime(Date.parse(lease.expiresAt))}.`
  },
})
