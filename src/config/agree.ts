import type { BoardSettings, SharedBoard } from "../storage/storage.ts"
import { decideFirstToken, decideSettings, needsToken, policyOf } from "./board-settings.ts"
import { configPath, updateConfigFile } from "./config-file.ts"
import type { Config } from "./config.ts"
import { createToken, hashToken } from "./token.ts"

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

export interface AgreedTokens {
  readonly tokens: BoardSettings["tokens"]
  /** Made just now. */
  readonly token: string | undefined
}

/** Who gets in. A server that other machines can reach needs a token: it makes one where there is none, and keeps its hash only. */
export async function agreeOnTokens(
  config: Config,
  settings: BoardSettings,
  shared: SharedBoard | undefined,
): Promise<AgreedTokens> {
  if (!config.auth) return { tokens: [], token: undefined }
  if (settings.tokens.length > 0 || !needsToken(config)) return { tokens: settings.tokens, token: undefined }
  const token = createToken()
  const hash = hashToken(token)
  if (!shared) await updateConfigFile(configPath(config.home), { tokens: [{ hash }] })
  const { tokens } = shared ? await shared.agree(decideFirstToken(hash, settings)) : { tokens: [{ hash }] }
  return { tokens, token: tokens.some((each) => each.hash === hash) ? token : undefined }
}
