import type { Client } from "../../client/client.ts"
import { UpnextError } from "../../errors.ts"
import { asTyped, quote } from "../../terminal/typed.ts"
import type { Connection, Limits } from "./connection.ts"

export interface Described {
  readonly agent: string
  readonly skills?: readonly string[]
  readonly resources?: readonly string[]
}

/**
 * Describes the agent's skills and resources before the first task. If they are already described, nothing changes,
 * so no role is required.
 * @throws not_allowed with a hint
 */
export async function describeWorker(
  client: Client,
  connection: Connection,
  { agent, skills, resources }: Described,
  limits: Limits,
): Promise<void> {
  if (!skills && !resources) return
  const said = {
    name: agent,
    ...(skills && { skills: [...skills] }),
    ...(resources && { resources: [...resources] }),
  }
  await connection
    .persist(() => client.agent.describe(said), limits)
    .catch((error: unknown) => {
      if (!(error instanceof UpnextError) || error.code !== "not_allowed") throw error
      const flags = (resources ?? []).map((name) => ` --resource ${quote(name)}`).join("")
      const once = asTyped(`upnext agent describe ${quote(agent)}${flags}`)
      const hint = `A member with the role manage must run \`${once}\` once; then start this worker again.`
      throw new UpnextError(error.code, { detail: error.message, facts: error.facts, hint, cause: error })
    })
}
