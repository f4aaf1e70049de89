import type { Client } from "../../client/client.ts"
import { someOfCommon } from "../../terminal/common-flags.ts"
import type * as attempts from "../../attempts/trees/attempts.ts"
import { withClient } from "../../terminal/with-client.ts"

type AttemptParts = typeof attempts

/** The common flags of the commands on trees. */
export const treeCommon = someOfCommon("agent", "session", "url", "home", "token", "json")

/** Calls with a client, and with what `dist/runner.cjs` holds about attempts. */
export async function withAttempts<T>(
  flags: Readonly<Record<string, unknown>>,
  use: (client: Client, parts: AttemptParts) => Promise<T>,
): Promise<T> {
  return withClient(flags, async (client) => {
    const parts = await import("../../attempts/parts.ts")
    return use(client, await parts.attempts())
  })
}
