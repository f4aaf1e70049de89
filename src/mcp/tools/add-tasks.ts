import * as z from "zod"
import { priorities } from "../../domain/wire/enums.ts"
import { criteriaFields } from "../../domain/wire/criterion-form.ts"
import { projectFor } from "../caller.ts"
import { tool } from "../tool.ts"

export const addTasks = tool({
  name: "add_tasks",
  description: "Add tasks, all or none. blockedBy and parent take ids, or #ref of another new task.",
  isReadOnly: false,
  input: z.strictObject({
    tasks: z
      .array(
        z.strictObject({
          title: z.string(),
          ref: z.string().optional(),
          description: z.string().optional(),
          done_criteria: z.array(z.string()).optional(),
          checks: z.array(z.string()).optional(),
          priority: z.enum(priorities).optional(),
          assignee: z.string().optional(),
          reviewer: z.string().optional(),
          project: z.string().optional(),
          tags: z.array(z.string()).optional(),
          resources: z.array(z.string()).optional().describe("held alone while worked on, such as src/http"),
          skills: z.array(z.string()).optional().describe("needed"),
          escalation: z.array(z.string()).optional(),
          eta: z.string().optional().describe("such as 2h"),
          blockedBy: z.array(z.string()).optional(),
          parent: z.string().optional(),
          discoveredFrom: z.string().optional(),
        }),
      )
      .min(1)
      .max(100),
  }),
  async run(caller, { tasks }) {
    const made = await caller.call("task.createMany", {
      tasks: tasks.map((task) => ({
        ...task,
        ...(task.done_criteria && criteriaFields(task.done_criteria)),
        project: projectFor(caller, task.project),
      })),
    })
    return [made.tasks.map(({ id }) => id).join(", "), ...(made.notes ?? [])].join("\n")
  },
})
