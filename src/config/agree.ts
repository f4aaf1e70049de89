import type { BoardSettings, SharedBoard } from "../storage/storage.ts"
import { fail } from "../errors.ts"
import { decideSettings, needsToken, policyOf } from "./board-settings.ts"
import type { Config } from "./config.ts"

/**
 * What a server goes by: its own settings, or those that all servers of its board share.
 * @throws settings_differ, board_in_use
 */
export async function agreeOnSettings(
  config: Config & { readonly reconfigure?: boolean },
  shared: SharedBoard | undefined,
): Promise<BoardSettings> {
  if (!shared) return { policy: policyOf(config), tokens: config.tokens }
  return shared.agree(decideSettings(config, { reconfigure: config.reconfigure ?? false }))
}

/**
 * Refuses to let a server that others can reach begin with nobody asked who they are.
 * @param asks whether the board or the configuration asks for a token
 * @throws token_required
 */
export function requireDoor(config: Config, asks: boolean): void {
  if (asks || !needsToken(config)) return
  fail("token_required", "Others can reach this server, and its board asks nobody for a token.")
}
