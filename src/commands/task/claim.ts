import type { OutputOf } from "../../client/contract.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { toTaskId } from "../../terminal/input.ts"
import { claimWithTree, treeLines, type ShownTree } from "../worktree/claim.ts"
import { treeFlags, yesFlag } from "../worktree/flags.ts"
import { claimed, tellClaimedBefore, tellHeld, tellIfPaused, tellUnknown, withWayBack } from "./claimed.ts"

type ClaimWithTree = OutputOf<"task.claimNext"> & { readonly tree?: ShownTree }

export default clientCommand<"task.claimNext", ClaimWithTree>({
  name: "claim",
  operation: "task.claimNext",
  summary: "Take the task with this id, or the next one that is ready",
  positionals: ["id?..."],
  rename: { tags: "tag" },
  omit: ["wait"],
  flags: { ...treeFlags, ...yesFlag },
  examples: [
    ["claim --agent ann", "the next task that is ready; exit status 3 if there is none"],
    ["claim T-1 --agent ann --lease 2h", "this task, for two hours"],
    ["claim --agent ann --worktree", "in its own git worktree, on its own branch"],
    ['cd "$(upnext claim --worktree --format path)"', "and go there"],
  ],
  async run(call) {
    const { client, input, words, flags } = call
    const [id] = words
    if (id === undefined) {
      const answer = await claimWithTree(client, flags, () => client.task.claimNext(input))
      tellHeld(answer, call)
      tellClaimedBefore(answer, call)
      tellIfPaused(answer, call)
      await tellUnknown(answer, call)
      return withWayBack(answer, call)
    }
    const { project: _project, tags: _tags, ...rest } = input
    const answer = await claimWithTree(client, flags, () => client.task.claim({ ...rest, id: toTaskId(id) }))
    tellClaimedBefore(answer, call)
    return withWayBack(answer, call)
  },
  ...claimed,
  print: (answer, again) => claimed.print(answer, again, treeLines(answer.tree)),
  path: ({ tree }) => tree?.path,
})
