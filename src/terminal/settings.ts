import { hostname } from "node:os"
import type { HomeCheck } from "../client/client.ts"
import { ownHome } from "../machine/own-home.ts"
import { findAddress, findOwnAddress } from "./address.ts"
import { findCredential } from "./credentials.ts"
import { checkHome } from "./home-check.ts"
import { identityOf, isLoginName, type OwnIdentity, type TokenOwner } from "./identity.ts"
import { findProjectFile } from "./project-file.ts"
import { textOf, type Env } from "./sources.ts"

export interface Settings {
  readonly url: string
  /** What names the URL: a flag, a variable, a file, or the server that runs on `home`. */
  readonly urlSource: string
  readonly token: string | undefined
  readonly agent: string | undefined
  /** The name was not given: it is the kind of a coding agent, or the login name. */
  readonly isAgentAssumed: boolean
  readonly project: string | undefined
  readonly session: string | undefined
  /** Where the name and the session come from. */
  readonly identity: OwnIdentity
  /** The name of this machine. */
  readonly host: string | undefined
  /** UPNEXT_HOME, where the user's own server keeps everything. */
  readonly home: string
  /** Which server is meant, where no URL was named. */
  readonly homeCheck: HomeCheck | undefined
  /** Where the URL comes from, if the token was withheld because of that. */
  readonly withheld: string | undefined
  /** Whether the user's own settings name the URL, so that it may get what only the user has. */
  isUrlTrusted(): Promise<boolean>
}

/**
 * Flags, then UPNEXT_*, then a `.upnext.json` in the directory or above it, then the server that runs on the home,
 * then defaults. Who acts, and in which session, may also follow from the surroundings.
 *
 * Somebody else may have written the `.upnext.json`. So it may hold no token, and a token of the user is not sent to a
 * URL that only this file names: otherwise a cloned repository could collect tokens. One that `upnext login` keeps is for
 * its URL, whoever names it.
 * @param options.asksOwner whether a token that was given may be asked whose it is, where only the login name is known
 * Rejects with `invalid_config`, naming the source of what is wrong.
 */
export async function readSettings(
  flags: Readonly<Record<string, unknown>>,
  env: Env,
  cwd: string,
  { asksOwner = true }: { readonly asksOwner?: boolean } = {},
): Promise<Settings> {
  const file = findProjectFile(cwd)
  const flag = (name: string) => textOf(flags[name])
  const home = ownHome(flags, env)
  const host = textOf(hostname())
  const given = flag("token") ?? textOf(env.UPNEXT_TOKEN)
  const address = await findAddress({ flag: flag("url"), env, file, home })
  const findOwn = () => findOwnAddress(home, env)
  // A URL that the user's own settings contain too is trusted, even if the file contains it.
  const isUrlTrusted = async () => address.source !== file?.path || address.url === (await findOwn()).url
  const isTrusted = given === undefined || (await isUrlTrusted())
  const token = isTrusted ? given : undefined
  const kept = token === undefined ? findCredential(address.url, env) : undefined
  const hasToken = (token ?? kept) !== undefined
  // The server of the home gets a token only as such, also where a file names its URL.
  const own = hasToken && address.by === "file" ? await findOwn() : address
  const homeCheck = checkHome({
    ...{ home, isNamed: isHomeNamed(flags, env) },
    address: own.url === address.url ? own : address,
  })
  const known = identityOf({ flag, env, file, host, owner: kept })
  const owner =
    asksOwner && token !== undefined && isLoginName(known)
      ? await ownerOf(address.url, token, homeCheck)
      : kept
  const identity = owner === kept ? known : identityOf({ flag, env, file, host, owner })
  return {
    url: address.url,
    urlSource: address.source,
    token: token ?? kept?.token,
    agent: identity.name?.text,
    isAgentAssumed: identity.isAssumed,
    // An empty --project means all projects.
    project: "project" in flags ? flag("project") : (textOf(env.UPNEXT_PROJECT) ?? file?.project),
    session: identity.session?.text,
    identity,
    host,
    home,
    homeCheck,
    withheld: isTrusted || kept ? undefined : address.source,
    isUrlTrusted,
  }
}

// --- internal ---

/** A token that was given does not say whose it is. Where the server does not either, that command will tell why. */
async function ownerOf(
  url: string,
  token: string,
  homeCheck: HomeCheck | undefined,
): Promise<TokenOwner | undefined> {
  const { createClient } = await import("./client.ts")
  const read = createClient({ url, token, homeCheck, timeout: 5000 }).access.read()
  const { name, agent } = await read.then(
    ({ access }) => access,
    () => ({ name: null, agent: null }),
  )
  return { account: name ?? undefined, agent: agent ?? undefined }
}

/** Whether somebody said which home is meant, and did not leave it to the default. */
function isHomeNamed(flags: Readonly<Record<string, unknown>>, env: Env): boolean {
  return (textOf(flags.home) ?? textOf(env.UPNEXT_HOME)) !== undefined
}
