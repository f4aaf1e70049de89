import type { OutputOf } from "../client/contract.ts"
import { hostname } from "node:os"
import { dirname } from "node:path"
import type { HomeCheck } from "../client/client-request.ts"
import { fail } from "../errors.ts"
import { ownHome } from "../machine/own-home.ts"
import { areAllowed, requireAllowed, type CloneDecision } from "./allowed.ts"
import { findAddress, findOwnAddress, type Address } from "./address.ts"
import { findCredential } from "./credentials.ts"
import { checkHome } from "./home-check.ts"
import { identityOf, isLoginName, type OwnIdentity, type TokenOwner } from "./identity.ts"
import { decisionsIn } from "./project-checks.ts"
import { findProjectFile, type ProjectFile } from "./project-file.ts"
import { textOf, type Env } from "./sources.ts"

export interface Settings {
  /** A server that was found by its home may move to another port while a client uses it. */
  readonly url: string
  /** What names the URL: a flag, a variable, a file, or the server running on `home`. */
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
 * What happens where a `.upnext.json` names a server that is not the user's own and that nobody has allowed yet: a person
 * at a terminal is asked, or it is refused in any case; `passes`: nothing is sent there.
 */
export type UrlQuestion = "asks" | "refuses" | "passes"

/**
 * Flags, then UPNEXT_*, then a `.upnext.json` in the directory or above it, then the server running on the home,
 * then defaults. Who acts, and in which session, may also follow from the surroundings.
 *
 * Somebody else may have written the `.upnext.json`. So another server that it names is asked once it was allowed, it may
 * hold no token, and a token of the user is not sent to a URL that only this file names: otherwise a cloned repository could collect tokens. One that `upnext login` keeps is for
 * its URL, whoever names it.
 * Rejects with `invalid_config`, naming the source of what is wrong, and with `unreachable` where a server is not allowed.
 * @param options.asksOwner whether a token that was given may be asked whose it is, where only the login name is known
 */
export async function readSettings(
  flags: Readonly<Record<string, unknown>>,
  env: Env,
  cwd: string,
  {
    question = "asks",
    asksOwner = question !== "passes",
  }: { readonly question?: UrlQuestion; readonly asksOwner?: boolean } = {},
): Promise<Settings> {
  if (flags.agent === "")
    fail("invalid_input", {
      detail: "--agent: must not be empty: the name of an agent.",
      hint: "Write it as in `--agent kim`, or leave it out.",
    })
  const file = findProjectFile(cwd)
  // A blank one was typed, so it is refused and not passed over as a blank variable is.
  const flag = (name: string) => (typeof flags[name] === "string" ? flags[name] || undefined : undefined)
  const home = ownHome(flags, env)
  const host = textOf(hostname())
  const given = flag("token") ?? textOf(env.UPNEXT_TOKEN)
  const named = await findAddress({ flag: flag("url"), env, file, home })
  const isAsked = file !== undefined && named.by === "file" && question !== "passes"
  const ownUrl =
    isAsked &&
    (await requireServer({ file, address: named, home, env }, { isYes: flags.yes === true, question }))
  // `localhost` may lead to an address at which somebody else listens.
  const address = ownUrl ? { ...named, url: ownUrl } : named
  const namesOther = ownUrl === undefined
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
    ...{ home, isNamed: isHomeNamed(flags, namesOther ? {} : env) },
    address: own.url === address.url ? own : address,
    isFixed: address.by === "file",
  })
  const known = identityOf({ flag, env, file, host, owner: kept })
  const owner =
    asksOwner && token !== undefined && isLoginName(known)
      ? await ownerOf(address.url, token, homeCheck)
      : kept
  const identity = owner === kept ? known : identityOf({ flag, env, file, host, owner })
  return {
    get url() {
      return homeCheck?.url?.() ?? address.url
    },
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
  // What listens there may be no server of ours.
  const access: Partial<TokenAccess> | undefined = await read.then(
    (answer) => answer.access,
    () => undefined,
  )
  return { account: access?.name ?? undefined, agent: access?.agent ?? undefined }
}

type TokenAccess = OutputOf<"access.read">["access"]

interface NamedServer {
  readonly file: ProjectFile
  readonly address: Address
  readonly home: string
  readonly env: Env
}

/** Resolves with the URL of the user's own server, or undefined for another: then the file is the nearer word than UPNEXT_HOME. */
async function requireServer(
  { file, address: { url }, home, env }: NamedServer,
  { isYes, question }: { readonly isYes: boolean; readonly question: UrlQuestion },
): Promise<string | undefined> {
  const root = dirname(file.path)
  const server: CloneDecision = { kind: "url", name: "url", text: url }
  // Who keeps a token for it has chosen it.
  if (areAllowed({ root, decisions: [server] }, env) || findCredential(url, env)) return undefined
  const own = await findOwnAddress(home, env)
  if (isSameServer(url, own.url)) return own.url
  const work = file.isOfMain ? decisionsIn(root, file.own) : []
  await requireAllowed(
    { root, path: file.path, decisions: [server, ...work] },
    {
      env,
      isYes,
      ...(question === "refuses" && { mayAsk: false }),
      refusal: {
        code: "unreachable",
        detail: `${file.path} names the server at ${url}, which is not trusted yet; your own server (for ${home}) is at ${own.url}. Neither was contacted.`,
        hint: "Read the file, then trust it with upnext verify --yes, or name a server with --url.",
      },
    },
  )
  return undefined
}

/** Any other address of this machine may be that of another user. */
function isSameServer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((url) => new URL(url).origin.replace("//localhost", "//127.0.0.1"))
  return a === b
}

/** Whether somebody said which home is meant, and did not leave it to the default. */
function isHomeNamed(flags: Readonly<Record<string, unknown>>, env: Env): boolean {
  return (textOf(flags.home) ?? textOf(env.UPNEXT_HOME)) !== undefined
}
