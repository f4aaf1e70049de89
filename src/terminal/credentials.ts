import { join } from "node:path"
import { configDirectory } from "../machine/own-home.ts"
import { failConfig, readObject, textOf, type Env } from "./sources.ts"

/** What `upnext login` keeps of a token. */
export interface Credential {
  readonly token: string
  readonly account?: string | undefined
  /** The one agent that it may act as. */
  readonly agent?: string | undefined
}

/** Of one user on one machine, and never in a repository. */
export function credentialsPath(env: Env): string {
  return join(configDirectory(env), "upnext", "credentials.json")
}

/** The token that is kept for exactly this URL. Throws `invalid_config`. */
export function findCredential(url: string, env: Env): Credential | undefined {
  const path = credentialsPath(env)
  const kept = readObject(path)
  if (kept === undefined || !Object.hasOwn(kept, url)) return undefined
  const { token, account, agent } = (kept[url] ?? {}) as Record<string, unknown>
  const text = textOf(token)
  if (text === undefined) return failConfig(path, `it holds no token for ${url}.`)
  return { token: text, account: textOf(account), agent: textOf(agent) }
}
