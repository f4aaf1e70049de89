import type { Answer } from "../../client/client.ts"
import { clientCommand } from "../client-command.ts"
import { fail } from "../../errors.ts"
import { claimed } from "./claimed.ts"
import { waitFor } from "./wait.ts"

export default clientCommand<"task.claimNext", Answer<"task.claimNext">>({
  name: "task next",
  operation: "task.claimNext",
  summary: "See the next task that is ready for an agent; with --claim, take it",
  rename: { tags: "tag" },
  omit: ["wait"],
  flags: {
    claim: { kind: "boolean", description: "take it" },
    wait: {
      kind: "maybe",
      value: "30s",
      description: "wait until there is one, for ever or this long",
      // Also one that is none, for it to be told apart from an argument too many.
      accepts: (text) => /^~?\d/.test(text),
    },
  },
  examples: [
    ["task next --agent ann", "look, change nothing; exit status 3 where nothing is ready"],
    ["task next --agent ann --claim --wait", "wait for work and take it"],
    ["task next --agent ann --claim --wait 10m --format id", "made for shell loops"],
  ],
  async run({ client, input, flags: { claim, wait } }) {
    const { takeOver, lease, ...look } = input
    if (claim !== true && (takeOver !== undefined || lease !== undefined))
      fail("invalid_input", {
        detail: "--lease and --take-over go with --claim.",
        hint: "Looking takes nothing; add --claim.",
      })
    const ask = (ms?: number) => {
      const held = ms === undefined ? {} : { wait: `${Math.max(1, Math.ceil(ms / 1000))}s` }
      return claim === true
        ? client.task.claimNext({ ...input, ...held })
        : client.task.next({ ...look, ...held })
    }
    if (wait === undefined || wait === false) return ask()
    return waitFor(ask, typeof wait === "string" ? wait : undefined)
  },
  ...claimed,
})
