import type { Client } from "../../client/client.ts"
import { createClient } from "../../terminal/client.ts"
import { explainWithheld } from "../../terminal/client-command.ts"
import { someOfCommon } from "../../terminal/common-flags.ts"
import { readSettings } from "../../terminal/settings.ts"
import type * as attempts from "../trees/attempts.ts"
import { settingsDirectory } from "../../terminal/working-directory.ts"

type AttemptParts = typeof attempts

/** The common flags of the commands on trees. */
export const treeCommon = someOfCommon("agent", "session", "url", "home", "token", "json")

/** Calls with a client, and with what `dist/trees.cjs` holds about attempts. */
export async function withAttempts<T>(
  flags: Readonly<Record<string, unknown>>,
  use: (client: Client, parts: AttemptParts) => Promise<T>,
): Promise<T> {
  const settings = await readSettings(flags, process.env, settingsDirectory())
  const { agent: actor, isAgentAssumed: isActorAssumed } = settings
  const client = createClient({ ...settings, actor, isActorAssumed })
  try {
    const parts = await import("../trees-parts.ts")
    return await use(client, await parts.attempts())
  } catch (error) {
    throw explainWithheld(error, settings)
  }
}
