import type { InputOf } from "../../client/contract.ts"
import { parsePlace, placeText } from "../../domain/wire/tasks/place.ts"
import { fail } from "../../errors.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { line, style } from "../../terminal/output.ts"

export default clientCommand({
  name: "comment",
  operation: "task.comment",
  positionals: ["id...", "content+"],
  omit: ["place", "ask", "answers"],
  flags: {
    at: { kind: "text", value: "file:line", description: "the changed line that it is about" },
    old: { kind: "boolean", description: "with --at: the line as it was before the change" },
    commit: { kind: "text", description: "with --at: the commit that you looked at" },
  },
  examples: [
    ['comment T-1 "Half of it is done"', "as the agent that `upnext whoami` shows"],
    [
      'comment T-1 "This may be empty" --at src/a.ts:12',
      "about a line; a request for changes collects such comments",
    ],
    ["comment T-1 - < update.md", "text from standard input"],
  ],
  run: ({ client, input, flags }) => {
    const place = placeOf(flags)
    return client.task.comment({ ...input, ...(place && { place }) })
  },
  print: ({ comment }) => {
    const where = comment.place ? ` at ${line(placeText(comment.place))}` : ""
    return `${style.green("✓")} ${style.bold(comment.taskId)} has a comment from ${line(comment.author)}${where}  ${style.dim(comment.id)}`
  },
  id: ({ comment }) => comment.id,
})

// --- internal ---

/** Undefined where the comment is about no line: then a place of `--data` stays. */
function placeOf({ at, old, commit }: Readonly<Record<string, unknown>>): InputOf<"task.comment">["place"] {
  if (typeof at !== "string") {
    const alone = old === true ? "--old" : commit === undefined ? undefined : "--commit"
    if (alone !== undefined)
      fail("invalid_input", {
        detail: `${alone} needs --at.`,
        hint: "For example: --at src/a.ts:12.",
      })
    return undefined
  }
  const place = parsePlace(at)
  if (!place)
    fail("invalid_input", {
      detail: `--at ${JSON.stringify(at)}: expected a file and a line.`,
      hint: "For example: --at src/a.ts:12.",
    })
  return {
    ...place,
    ...(old === true && { side: "old" as const }),
    ...(typeof commit === "string" && { commit }),
  }
}
