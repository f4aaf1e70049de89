import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { taskLine } from "./render.ts"

export default clientCommand({
  name: "task meet",
  operation: "task.check",
  summary: "Say that a completion criterion is met, or take that back",
  positionals: ["id", "criterion"],
  omit: ["checked"],
  flags: { undo: { kind: "boolean", description: "mark it as not met again" } },
  examples: [
    ['task meet T-1 2 --evidence "build 214 is green"', "the second criterion; `task show` numbers them"],
    ['task meet T-1 "tests pass"', "by its text"],
    ["task meet T-1 2 --undo", "take it back"],
  ],
  run({ client, input, flags: { undo } }) {
    if (undo === true && input.evidence !== undefined)
      fail("invalid_input", { detail: "--evidence does not go with --undo.", hint: "Leave one of them out." })
    return client.task.check(undo === true ? { ...input, checked: false } : input)
  },
  print({ task }) {
    const criteria = task.criteria ?? []
    const met = criteria.filter(({ check }) => check !== null).length
    return taskLine(task, `meets ${met} of ${criteria.length} criteria`)
  },
  id: ({ task }) => task.id,
})
