import * as z from "zod"
import type { InputOf } from "../../client/contract.ts"
import { fail } from "../../errors.ts"
import type { ToolCaller, ToolCheck, ToolClaim } from "../caller.ts"
import { quote } from "../fence.ts"
import { tool } from "../tool.ts"

export const finishTask = tool({
  name: "finish_task",
  description: "Finish the task you hold.",
  isReadOnly: false,
  input: z.strictObject({
    task: z.string(),
    summary: z.string().optional().describe("what was done"),
    nothing_to_do: z.string().optional().describe("why nothing had to be done"),
    reflection: z.string().optional().describe("what was learned; most boards require this"),
    met: z
      .array(z.strictObject({ criterion: z.string(), evidence: z.string().optional() }))
      .optional()
      .describe("criteria met"),
    // The server says what it may hold: the list of tools is read by every session.
    usage: z.unknown().optional().describe("inputTokens, outputTokens, cost"),
    verify: z.boolean().optional().describe("run its checks first"),
  }),
  async run(caller, { task: named, summary, nothing_to_do: nothingToDo, reflection, met, usage, verify }) {
    const claim = caller.find(named)
    if (verify === true) await requireVerified(caller, claim)
    const tree = await caller.treeHere?.(claim)
    const {
      task,
      finished,
      unmet = [],
    } = await caller.call("task.complete", {
      ...claim,
      tree,
      summary,
      nothingToDo,
      reflection,
      criteria: met,
      usage: usage as InputOf<"task.complete">["usage"],
    })
    if (finished === false)
      return `Your text is kept. The worker that started you finishes ${task.id} once you have ended and its checks have passed.`
    const isOwn = task.status === "review" && task.reviewer === task.assignee
    const ended = `${task.id} is ${task.status === "review" ? "in review" : task.status}.`
    const state = isOwn
      ? `${ended} You are also its reviewer, so you may not decide; anyone else may.`
      : ended
    return unmet.length === 0 ? state : `${state} Not met: ${unmet.map((each) => quote(each)).join(", ")}.`
  },
})

// --- internal ---

/** @throws checks_unmet with the end of what the first one printed that has not passed */
async function requireVerified(caller: ToolCaller, claim: ToolClaim): Promise<void> {
  if (!caller.verify)
    fail("invalid_input", {
      detail: "Checks run in a repository, and this server has no repository: leave verify out.",
    })
  const red = (await caller.verify(claim)).filter(({ status, counts }) => status !== "passed" || !counts)
  const [first] = red
  if (!first) return
  const said = first.output.trim()
  fail("checks_unmet", {
    detail: `${claim.id} is not finished. ${red.map(sayRed).join(", ")}${said === "" ? "." : `: ${said.slice(-mostSaid)}`}`,
    facts: { task: claim.id, checks: red.map(({ check }) => check) },
  })
}

const mostSaid = 700

function sayRed({ check, status, exitCode }: ToolCheck): string {
  if (status === "passed") return `${check} passed, but the result does not count`
  if (status === "failed") return `${check} failed${exitCode === null ? "" : ` with exit ${exitCode}`}`
  return status === "unknown" ? `${check} is not defined here` : `${check} took too long`
}
