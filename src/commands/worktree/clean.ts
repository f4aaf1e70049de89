import { define } from "../../terminal/define.ts"
import { line, note, print, printJson, style } from "../../terminal/output.ts"
import { treeCommon, withAttempts } from "./tree-command.ts"

export default define({
  name: "worktree clean",
  summary: "Remove the trees of closed tasks whose work has landed",
  flags: {
    discard: {
      kind: "boolean",
      description: "those of closed tasks whose work has not landed, or is not committed, too",
    },
  },
  common: treeCommon,
  about: [
    "Tree and branch go, and what was committed stays under refs/upnext/. Without --discard nothing goes that has not landed or is not committed; with it, that stays under refs/upnext/ as well, but for files that git ignores.",
  ],
  examples: [
    ["worktree clean", "what has landed"],
    ["worktree clean --discard", "and what never will"],
  ],
  run: ({ flags }) =>
    withAttempts(flags, async (client, { cleanAttempts }) => {
      const cleaned = await cleanAttempts(client, process.cwd(), flags.discard === true)
      if (flags.json === true) {
        printJson({ attempts: cleaned })
        return 0
      }
      for (const { path, branch, stays } of cleaned) {
        if (stays === null) print(`${style.green("✓")} removed  ${line(path)}  ${style.dim(line(branch))}`)
        else note(`  stays    ${line(path)}  ${style.dim(line(stays))}`)
      }
      if (cleaned.length === 0) note("No attempt has a tree here.")
      return 0
    }),
})
