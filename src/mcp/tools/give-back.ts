import * as z from "zod"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { plainTime } from "../../domain/wire/time.ts"
import { quote } from "../fence.ts"
import { tool } from "../tool.ts"

export const giveBack = tool({
  name: "give_back",
  description: "Give back the task you hold, unfinished. Say why: the next agent reads it.",
  isReadOnly: false,
  input: z.strictObject({
    task: z.string(),
    reason: z.string().optional(),
    waits_for: z.string().optional().describe("id of your question"),
    failed: z.boolean().optional().describe("you tried and it failed"),
    // The server says what it may hold: the list of tools is read by every session.
    usage: z.unknown().optional(),
    limit: z
      .strictObject({
        until: z.string().optional().describe("ISO time, or 2h"),
        resource: z.string().optional(),
      })
      .optional()
      .describe("you hit a usage limit: no attempt counts; the resource is closed until the limit ends"),
  }),
  async run(caller, { task: named, reason, waits_for: waitsFor, failed = false, usage, limit }) {
    const { task, closed, paused } = await caller.call("task.release", {
      ...caller.find(named),
      reason,
      failed,
      usage: usage as InputOf<"task.release">["usage"],
      ...(waitsFor !== undefined && { waitsFor }),
      ...(limit && { limit: { ...limit, reason } }),
    })
    return [`${task.id} is ${task.status}.`, ...broughtBy({ closed, paused })].join(" ")
  },
})

// --- internal ---

function broughtBy({ closed, paused }: Pick<OutputOf<"task.release">, "closed" | "paused">): string[] {
  if (paused !== undefined)
    return [`You are paused until ${plainTime(Date.parse(paused))}: next_task offers nothing before then.`]
  return closed === undefined
    ? []
    : [`Closed for all until then: ${closed.map((name) => quote(name)).join(", ")}.`]
}
