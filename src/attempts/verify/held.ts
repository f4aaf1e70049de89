import type { Client } from "../../client/client.ts"
import { fail } from "../../errors.ts"
import { requireAgent } from "../../terminal/input.ts"
import type { Settings } from "../../terminal/settings.ts"

/**
 * The only task that this session holds.
 * @param mayBeNone returns undefined if there is none, instead of throwing
 * @throws invalid_input
 */
export async function findHeld(
  client: Client,
  settings: Settings,
  mayBeNone: boolean,
  command = "verify",
): Promise<string | undefined> {
  const named = process.env["UPNEXT_TASK_ID"]
  if (named !== undefined && named !== "" && process.env["UPNEXT_LEASE_TOKEN"]) return named
  const agent = requireAgent(settings.agent)
  const { tasks } = await client.task.list({ assignee: agent, status: ["doing"], compact: true })
  const own = tasks.filter(
    ({ lease }) => !lease || lease.session === null || lease.session === settings.session,
  )
  const exact = tasks.filter(({ lease }) => lease !== null && lease.session === (settings.session ?? null))
  const held = exact.length > 0 ? exact : own
  const [first, second] = held
  if (!first && mayBeNone) return undefined
  if (!first)
    fail("invalid_input", {
      detail: `${agent} holds no task in this session.`,
      hint: `Name a task: \`upnext ${command} T-1${command === "ask" ? ' "Which cache?"' : ""}\`. \`upnext whoami\` shows what you hold.`,
    })
  if (second)
    fail("invalid_input", {
      detail: `This session holds several tasks: ${held.map(({ id }) => id).join(", ")}.`,
      hint: `Name one of them: \`upnext ${command} ${first.id}\`.`,
    })
  return first.id
}
