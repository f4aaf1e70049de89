import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { changesTags, editTags } from "./edit-tags.ts"
import { openChildrenLeft, ownReviewLine, taskLine, timesOf } from "./render.ts"

export default clientCommand({
  name: "task edit",
  operation: "task.edit",
  positionals: ["id..."],
  rename: { done_criteria: "criterion", tags: "tag", discoveredFrom: "found-in" },
  flags: { "if-version": { kind: "number", description: "only if the task still has this version" } },
  examples: [
    ["task edit T-1 --priority P0 --assignee ann", "fields without a flag stay as they are"],
    ['task edit T-1 --status blocked --reason "waits for the key"', "move it"],
    [
      "task edit T-1 --tag +urgent --tag -later",
      "add a tag and take one away; without + and - they replace all",
    ],
    ["task edit T-2 --parent T-1", "make it a child of T-1, which waits for all its children"],
    ['task edit T-1 --reviewer ""', "an empty value clears the field"],
  ],
  run({ client, input, flags: { "if-version": version, tag } }) {
    if (Object.keys(input).length < 2)
      fail("invalid_input", {
        detail: "Nothing to change.",
        hint: "`upnext task edit --help` shows what can be changed.",
      })
    const ifVersion = typeof version === "number" ? { ifVersion: version } : {}
    return tag !== undefined && changesTags(input.tags)
      ? editTags(client, { ...input, tags: input.tags }, ifVersion)
      : client.task.edit(input, ifVersion)
  },
  print(answer) {
    const { task } = answer
    const change = `is changed (${task.status}, ${task.priority}, version ${task.version}${timesOf(task)})`
    return taskLine(task, change) + (openChildrenLeft(answer) || ownReviewLine(task))
  },
  id: ({ task }) => task.id,
})
