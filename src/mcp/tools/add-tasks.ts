import * as z from "zod"
import { priorities } from "../../domain/wire/enums.ts"
import { criteriaFields } from "../../domain/wire/tasks/criterion-form.ts"
import {
  results,
  rowOf,
  type TaskField,
  taskFieldNames,
  type taskTable,
} from "../../domain/wire/task-table.ts"
import { projectFor } from "../caller.ts"
import { tool } from "../tool.ts"

const text = z.string().optional()
const texts = z.array(z.string()).optional()

type Given = Exclude<TaskField, "criteriaChecks" | "metadata">
type GivenForm<F extends Given> = (typeof taskTable)[F]["kind"] extends "set" | "list"
  ? typeof texts
  : typeof text

/** All but those that are objects. */
const fields = Object.fromEntries(
  taskFieldNames.flatMap((field) => {
    const { kind } = rowOf(field)
    return kind === "object" ? [] : [[field, kind === "text" || kind === "time" ? text : texts]]
  }),
) as { [F in Given]: GivenForm<F> }

export const addTasks = tool({
  name: "add_tasks",
  description: "Add tasks, all or nothing. blockedBy and parent take ids, or #ref of a new task.",
  isReadOnly: false,
  input: z.strictObject({
    tasks: z
      .array(
        z.strictObject({
          ...fields,
          title: z.string(),
          ref: text,
          priority: z.enum(priorities).optional(),
          result: z.enum(results).optional(),
          resources: texts.describe("resources used by the work, such as src/http"),
          skills: texts.describe("needed"),
          eta: text.describe("such as 2h"),
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
