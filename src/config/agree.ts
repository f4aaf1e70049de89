import type { Warn } from "../machine/warnings.ts"
import type { BoardSettings, SharedBoard, SharedServer } from "../storage/storage.ts"
import { fail } from "../errors.ts"
import { decideSettings, needsToken, policyOf, sayServers } from "./board-settings.ts"
import type { Config } from "./config.ts"

/**
 * What a server goes by: its own settings, or those that all servers of its board share. It says which of them are of
 * another version, since those that do not know what a newer one writes can only read from then on.
 * @throws settings_differ, board_in_use
 */
export async function agreeOnSettings(
  config: Config & { readonly reconfigure?: boolean },
  shared: SharedBoard | undefined,
  { version, warn }: { readonly version: string; readonly warn: Warn },
): Promise<BoardSettings> {
  if (!shared) return { policy: policyOf(config), tokens: config.tokens }
  const decide = decideSettings(config, { reconfigure: config.reconfigure ?? false })
  return shared.agree((kept, others) => {
    const settings = decide(kept, others)
    const different = others.filter((other) => other.version !== version)
    if (different.length > 0) warn(sayVersions(different, version))
    return settings
  })
}

/**
 * Refuses to let a server that others can reach begin with nobody asked who they are.
 * @param asks whether the board or the configuration asks for a token
 * @throws token_required
 */
export function requireDoor(config: Config, asks: boolean): void {
  if (asks || !needsToken(config)) return
  fail("token_required", "Other machines can reach this server, but authentication is off.")
}

// --- internal ---

function sayVersions(others: readonly SharedServer[], version: string): string {
  const versions = [...new Set(others.map((other) => other.version))].join(", ")
  return (
    `Servers with another version share the board: ${sayServers(others)} with ${versions}; this server has ${version}. ` +
    "Once a newer server writes something that an older server does not know, the older server becomes read-only. Upgrade all servers."
  )
}
