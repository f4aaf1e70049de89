import type { OutputOf } from "../../client/contract.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { toTaskId } from "../../terminal/input.ts"
import { claimed, tellClaimedBefore, tellHeld, tellIfPaused } from "./claimed.ts"

export default clientCommand<"task.claimNext", OutputOf<"task.claimNext">>({
  name: "task claim",
  operation: "task.claimNext",
  summary: "Take the task with this id, or the next one that is ready",
  positionals: ["id?..."],
  rename: { tags: "tag" },
  omit: ["wait"],
  examples: [
    ["task claim --agent ann", "the next one that is ready; exit status 3 if there is none"],
    ["task claim T-1 --agent ann --lease 2h", "this one, for two hours"],
  ],
  async run(call) {
    const { client, input, words } = call
    const [id] = words
    if (id === undefined) {
      const answer = await client.task.claimNext(input)
      tellHeld(answer, call)
      tellClaimedBefore(answer, call)
      tellIfPaused(answer, call)
      return answer
    }
    const { project: _project, tags: _tags, ...rest } = input
    const answer = await client.task.claim({ ...rest, id: toTaskId(id) })
    tellClaimedBefore(answer, call)
    return answer
  },
  ...claimed,
})
