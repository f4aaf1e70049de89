import { clientCommand } from "../../terminal/client-command.ts"
import { taskLine, timesOf } from "./render.ts"

export default clientCommand({
  name: "task add",
  operation: "task.create",
  summary: "Add a task",
  positionals: ["title?"],
  rename: { done_criteria: "criterion", tags: "tag", discoveredFrom: "found-in" },
  examples: [
    ['task add "Write the report"', "the title is all it needs"],
    ['task add "Fix login" --priority P0 --criterion "tests pass" --reviewer ann', "with more details"],
    ['task add "Pay the invoice" --due-at "fri 17:00"', "or 2026-12-01, tomorrow 9:00, 2h"],
    ['task add "Ship it" --blocked-by T-3 --description - < notes.md', "waits for T-3, text from a file"],
  ],
  print: ({ task }) => taskLine(task, `is added (${task.priority}, ${task.status}${timesOf(task)})`),
  id: ({ task }) => task.id,
})
