import type { OutputOf } from "../../client/contract.ts"
import { fieldsFlagFor } from "../../terminal/chosen-fields.ts"
import type { Client } from "../../terminal/client.ts"
import { clientCommand } from "../../terminal/client-command.ts"
import { fail } from "../../errors.ts"
import { claimed, tellClaimedBefore, tellHeld, tellIfPaused, tellUnknown } from "./claimed.ts"
import { explanation, type Explained } from "./explanation.ts"
import { waitFor } from "./wait.ts"

export default clientCommand<"task.claimNext", OutputOf<"task.claimNext"> & Explained>({
  name: "next",
  operation: "task.claimNext",
  reads: "task.next",
  summary: "Show the next task that is ready; with --claim, take it",
  rename: { tags: "tag" },
  omit: ["wait"],
  flags: {
    claim: { kind: "boolean", description: "take the task" },
    explain: {
      kind: "boolean",
      description: "explain why this task was chosen, and which ones were passed over",
    },
    fields: fieldsFlagFor(),
    wait: {
      kind: "maybe",
      description: "wait until a task is ready; without a duration, wait forever",
      // Takes any value, so that the error can name one that is not a duration.
      accepts: (text) => /^~?\d/.test(text),
    },
  },
  examples: [
    ["next --agent ann", "changes nothing; exit status 3 if nothing is ready"],
    ["next --agent ann --explain", "why this task is next, or why none is"],
    ["next --agent ann --claim --wait", "wait for work and take it"],
    ["next --agent ann --claim --wait 10m --format id", "made for shell loops"],
  ],
  async run(call) {
    const { client } = call
    // Each question says for itself how long it waits.
    const { wait: _wait, ...input } = call.input
    const { claim, wait, explain, fields, json, full, format } = call.flags
    const { takeOver, lease, lessons, host, ...look } = input
    if (claim !== true && [takeOver, lease, lessons, host].some((each) => each !== undefined))
      fail("invalid_input", {
        detail: "--lease, --lessons, --take-over and --host need --claim.",
        hint: "Add --claim to take the task.",
      })
    if (claim === true && explain === true)
      fail("invalid_input", {
        detail: "--explain changes nothing, so it cannot be combined with --claim.",
        hint: "Leave one of them out.",
      })
    const form = {
      ...(Array.isArray(fields) && { fields }),
      ...(((json === true && full !== true) || format === "id") && { compact: true }),
    }
    /** The answer to a look says only that there is no task. An explanation says that the agent is paused. */
    const tellWhyNothing = async () => {
      const why = await client.task.next({ ...look, compact: true, explain: true })
      if (why.task === null && why.explain?.paused) tellIfPaused({ paused: why.explain.paused }, call)
    }
    const ask = async (ms?: number) => {
      const poll = ms === undefined ? {} : { wait: `${Math.max(1, Math.ceil(ms / 1000))}s` }
      if (claim === true) {
        const answer = await client.task.claimNext({ ...input, ...poll })
        tellHeld(answer, call)
        tellClaimedBefore(answer, call)
        tellIfPaused(answer, call)
        return answer
      }
      const answer = await client.task.next({
        ...look,
        ...poll,
        ...form,
        ...(explain === true && { explain: true }),
      })
      tellHeld(answer, call)
      // What was never begun has no past.
      const hasPast = typeof answer.task?.startedAt === "string"
      if (answer.task !== null && hasPast && json !== true && form.compact !== true)
        return { ...answer, ...(await pastOf(client, answer.task.id)) }
      if (answer.task === null && ms === undefined && explain !== true && json !== true)
        await tellWhyNothing()
      return answer
    }
    if (wait === undefined || wait === false) {
      const answer = await ask()
      await tellUnknown(answer, call)
      return answer
    }
    return waitFor(ask, typeof wait === "string" ? wait : undefined)
  },
  ...claimed,
  print(answer, again) {
    const why = explanation(answer)
    const said = answer.task || why.length === 0 ? claimed.print(answer, again) : ""
    return typeof said === "string" ? [said, ...why].filter(Boolean).join("\n\n") : said
  },
})

// --- internal ---

/** What happened to the task before, as a claim says it. The task may be gone by now. */
async function pastOf(client: Client, id: string): Promise<Pick<OutputOf<"task.claimNext">, "handoff">> {
  const { handoff } = await client.task.read({ id, handoff: true }).catch(() => ({ handoff: undefined }))
  return handoff === undefined ? {} : { handoff }
}
