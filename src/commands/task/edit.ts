import type { OutputOf } from "../../client/contract.ts"
import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { line, style } from "../../terminal/output.ts"
import { changedLists, editLists } from "./edit-lists.ts"
import { openChildrenLeft, ownReviewLine, taskLine, timesOf, unmetLine } from "./render.ts"

/** The text names the criteria that were met and are none any more. JSON is the answer as it is. */
type EditAnswer = OutputOf<"task.edit"> & { readonly dropped?: readonly string[] }

export default clientCommand<"task.edit", EditAnswer>({
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
    ['task edit T-1 --criterion "+tests pass" --criterion -2', "the same with criteria, by text or number"],
    ["task edit T-2 --parent T-1", "make it a child of T-1, which waits for all its children"],
    ['task edit T-1 --reviewer ""', "an empty value clears the field"],
  ],
  async run({ client, input, flags }) {
    const { "if-version": version, json } = flags
    if (Object.keys(input).length < 2)
      fail("invalid_input", {
        detail: "Nothing to change.",
        hint: "`upnext task edit --help` shows what can be changed.",
      })
    const ifVersion = typeof version === "number" ? { ifVersion: version } : {}
    const changed = changedLists(input, flags)
    if (changed.length > 0) return editLists(client, input, changed, ifVersion)
    const isSaid = input.done_criteria !== undefined && json !== true
    const before = isSaid ? (await client.task.read({ id: input.id })).task : undefined
    const answer = await client.task.edit(input, ifVersion)
    if (!before) return answer
    const met = before.criteria?.flatMap(({ text, check }) => (check ? [text] : [])) ?? []
    return { ...answer, dropped: met.filter((text) => answer.task.done_criteria?.includes(text) !== true) }
  },
  print({ dropped = [], ...answer }) {
    const { task } = answer
    const change = `is changed (${task.status}, ${task.priority}, version ${task.version}${timesOf(task)})`
    const lost = dropped.map((text) => `\n  ${style.yellow("was met, and is dropped:")} ${line(text)}`)
    const unmet = task.status === "done" ? (task.criteria ?? []).filter(({ check }) => !check) : []
    const left = unmet.map(({ text }) => `\n${unmetLine(text)}`)
    return (
      taskLine(task, change) + [...lost, ...left].join("") + (openChildrenLeft(answer) || ownReviewLine(task))
    )
  },
  id: ({ task }) => task.id,
})
