import * as z from "zod"
import { parsePlace } from "../../domain/wire/tasks/place.ts"
import { fail } from "../../errors.ts"
import { tool } from "../tool.ts"

export const comment = tool({
  name: "comment",
  description: "Comment on a task. @name notifies that agent. `at` names a line, such as src/a.ts:12.",
  isReadOnly: false,
  input: z.strictObject({
    task: z.string(),
    text: z.string(),
    at: z.string().optional(),
    ask: z.array(z.string()).optional().describe("a question with these choices"),
    answers: z.string().optional(),
  }),
  async run(caller, { task, text, at, ask, answers }) {
    const place = at === undefined ? undefined : parsePlace(at)
    if (at !== undefined && !place)
      fail("invalid_input", { detail: "at: expected a file and a line, such as src/a.ts:12." })
    const { comment: said } = await caller.call("task.comment", {
      ...{ ...caller.find(task), content: text },
      ...(place && { place }),
      ...(ask && { ask: { choices: ask } }),
      ...(answers !== undefined && { answers }),
    })
    return `${said.id} is on ${said.taskId}.`
  },
})
