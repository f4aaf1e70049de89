import { define } from "../../terminal/define.ts"
import { note, print, printJson, style } from "../../terminal/output.ts"
import { byteSize } from "../../domain/wire/files/byte-size.ts"
import { table } from "../../terminal/table.ts"
import { treeCommon, withAttempts } from "./tree-command.ts"

export default define({
  name: "worktree list",
  summary: "List the trees of attempts in this repository",
  flags: {},
  common: treeCommon,
  about: [
    "AHEAD and BEHIND count commits relative to the base. HELD: the attempt is in progress. Not clean: the tree has uncommitted work. Not reported: the task is done, but no work was reported from this tree, so nothing lands.",
  ],
  examples: [["worktree list", "task, attempt, branch, size, and whether it has landed"]],
  run: ({ flags }) =>
    withAttempts(flags, async (client, { listAttempts }) => {
      const attempts = await listAttempts(client, process.cwd())
      if (flags.json === true) printJson({ attempts })
      else if (attempts.length === 0) note("No attempt has a tree here.")
      else
        print(
          table(attempts, [
            { title: "TASK", text: ({ task }) => task, paint: style.bold },
            { title: "ATTEMPT", text: ({ epoch }) => String(epoch) },
            { title: "STATUS", text: ({ status }) => status ?? "-" },
            { title: "BRANCH", text: ({ branch }) => branch, shrinks: true },
            { title: "AHEAD", text: ({ ahead }) => String(ahead ?? "-") },
            { title: "BEHIND", text: ({ behind }) => String(behind ?? "-"), isOptional: true },
            { title: "SIZE", text: ({ bytes }) => (bytes === null ? "gone" : byteSize(bytes)) },
            { title: "CLEAN", text: ({ clean }) => (clean ? "yes" : "no") },
            { title: "HELD", text: ({ held }) => (held ? "yes" : "-") },
            {
              title: "LANDED",
              text: ({ landed, unreported }) => (landed ? "yes" : unreported ? "not reported" : "-"),
            },
          ]),
        )
      return 0
    }),
})
