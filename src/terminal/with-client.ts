import type { Client } from "../client/client.ts"
import { createClient } from "./client.ts"
import { explainSettings } from "./explain-settings.ts"
import { notePlainHttp } from "./plain-http.ts"
import { noteOtherPort } from "./port-note.ts"
import { sayWords } from "./say-words.ts"
import { readSettings, type Settings } from "./settings.ts"
import { settingsDirectory } from "./working-directory.ts"

/** Lets a command talk to the server that its flags name, under the name that they name. */
export async function withClient<T>(
  flags: Readonly<Record<string, unknown>>,
  use: (client: Client, settings: Settings) => Promise<T>,
  options: { readonly minimal?: boolean } = {},
): Promise<T> {
  const settings = await readSettings(flags, process.env, settingsDirectory())
  notePlainHttp(settings, process.env)
  noteOtherPort(settings, process.env)
  const { agent: actor, isAgentAssumed: isActorAssumed } = settings
  try {
    return await use(
      createClient({ ...settings, actor, isActorAssumed, hear: sayWords, ...options }),
      settings,
    )
  } catch (error) {
    throw explainSettings(error, settings)
  }
}
