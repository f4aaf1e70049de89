import { define } from "../../terminal/define.ts"
import { line, note, printJson } from "../../terminal/output.ts"
import { treeCommon, withAttempts } from "./tree-command.ts"

export default define({
  name: "worktree current",
  summary: "Check whether a branch belongs to the current attempt at its task",
  positionals: [{ name: "branch", optional: false }],
  flags: {},
  common: treeCommon,
  about: [
    "The exit status is 0 if the attempt is the current one, or if its work is finished and the task has not been claimed since; otherwise it is 1. Use this command in your own pre-push hook or CI; Upnext does not install a hook.",
  ],
  examples: [
    ["worktree current upnext/T-12.2-fix-the-login", "exit status 0 or 1"],
    ['worktree current "$(git branch --show-current)"', "the branch that is checked out"],
  ],
  run: ({ flags, positionals: [branch = ""] }) =>
    withAttempts(flags, async (client, { whyNotCurrent }) => {
      const why = await whyNotCurrent(client, process.cwd(), branch)
      if (flags.json === true) printJson({ branch, current: why === undefined, reason: why ?? null })
      else if (why !== undefined) note(line(why))
      return why === undefined ? 0 : 1
    }),
})
