import { define } from "../../terminal/define.ts"
import { line, note, print, printJson, style } from "../../terminal/output.ts"
import { treeCommon, withAttempts } from "./tree-command.ts"

export default define({
  name: "worktree clean",
  summary: "Remove the trees of closed tasks whose work has landed",
  flags: {
    discard: {
      kind: "boolean",
      description: "also remove trees of closed tasks with work that has not landed or is not committed",
    },
  },
  common: treeCommon,
  about: [
    "The tree and its branch are removed; commits stay under refs/upnext/. Without --discard, trees with work that is uncommitted or has not landed are kept. With --discard, these trees are also removed, and their work stays under refs/upnext/, except for files that git ignores.",
  ],
  examples: [
    ["worktree clean", "trees of landed work"],
    ["worktree clean --discard", "also trees of work that will never land"],
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
