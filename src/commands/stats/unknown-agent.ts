import type { Client } from "../../client/client.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { UpnextError } from "../../errors.ts"
import { nearest } from "../../nearest.ts"
import { line } from "../../terminal/output.ts"

/**
 * The sentence in place of the numbers of an agent that there is not; undefined where there are numbers or such an agent.
 * The numbers of an agent that was deleted stay.
 */
export async function sayUnknown(
  client: Client,
  { agent: name, at }: InputOf<"stats.read">,
  { throughput, wip }: OutputOf<"stats.read">["stats"],
): Promise<string | undefined> {
  const counts = [
    ...Object.values(wip),
    ...throughput.flatMap((day) => [day.created, day.done, day.cancelled]),
  ]
  if (name === undefined || counts.some((each) => each > 0)) return undefined
  const moment = at === undefined ? {} : { at }
  try {
    await client.agent.read({ name, ...moment, fields: ["name"] })
    return undefined
  } catch (error) {
    if (!(error instanceof UpnextError) || error.code !== "agent_not_found") throw error
    const { agents } = await client.agent.list({ limit: 500, ...moment, fields: ["name"] })
    const meant = nearest(
      name,
      agents.map((each) => each.name),
    )
    return line(`${error.message}${meant === undefined ? "" : ` Did you mean ${meant}?`}`)
  }
}
