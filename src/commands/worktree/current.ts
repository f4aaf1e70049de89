import { define } from "../../terminal/define.ts"
import { line, note, printJson } from "../../terminal/output.ts"
import { treeCommon, withAttempts } from "./tree-command.ts"

export default define({
  name: "worktree current",
  summary: "Whether a branch is that of the present attempt at its task",
  positionals: [{ name: "branch", optional: false }],
  flags: {},
  common: treeCommon,
  about: [
    "Exit status 0 while the attempt is the present one, or its work is finished and nobody has claimed the task since; else 1. It is for a pre-push hook or a CI of your own: none is installed.",
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
