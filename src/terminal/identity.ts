import { userInfo } from "node:os"
import { isLoose, isMe, nameKey, reservedNames } from "../domain/wire/names.ts"
import type { Credential } from "./credentials.ts"
import type { ProjectFile } from "./project-file.ts"
import { textOf, type Env, type Sourced } from "./sources.ts"
import { surroundingsIn } from "./coding-agents.ts"

export interface OwnIdentity {
  readonly name: Sourced | undefined
  /** The name was not given: it is that of the token, the kind of a coding agent, or the login name. */
  readonly isAssumed: boolean
  readonly session: Sourced | undefined
  /** Any session of the name may write to what this one holds. */
  readonly isSessionLoose: boolean
}

export type TokenOwner = Pick<Credential, "account" | "agent">

interface IdentitySources {
  readonly flag: (name: string) => string | undefined
  readonly env: Env
  readonly file: ProjectFile | undefined
  readonly host: string | undefined
  /** Whose the token is, as far as that is known. */
  readonly owner: TokenOwner | undefined
}

export function identityOf({ flag, env, file, host, owner }: IdentitySources): OwnIdentity {
  const around = surroundingsIn(env, host)
  const said =
    named(flag("agent"), "--agent") ??
    named(textOf(env.UPNEXT_AGENT), "UPNEXT_AGENT") ??
    named(file?.agent, file?.path)
  const session =
    sourced(flag("session"), "--session") ??
    sourced(textOf(env.UPNEXT_SESSION), "UPNEXT_SESSION") ??
    around.session
  return {
    name:
      said ??
      sourced(owner?.agent, "the token") ??
      around.agent ??
      sourced(owner?.account, "the account of the token") ??
      loginName(env),
    isAssumed: said === undefined,
    session,
    isSessionLoose: session !== undefined && isLoose(session.text),
  }
}

/** Nothing but the login name was found. */
export function isLoginName({ name }: OwnIdentity): boolean {
  return name === undefined || name.source === loginSource
}

// --- internal ---

const loginSource = "the login name"

function sourced(text: string | undefined, source = ""): Sourced | undefined {
  return text === undefined ? undefined : { text, source }
}

/** `me` is who it would be without it. */
function named(text: string | undefined, source = ""): Sourced | undefined {
  return isMe(text) ? undefined : sourced(text, source)
}

/** A user of a container may have no name, and a service may have one that no agent can have. */
function loginName(env: Env): Sourced | undefined {
  const name = textOf(env.LOGNAME) ?? textOf(env.USER) ?? textOf(env.USERNAME) ?? systemName()
  return name === undefined || reservedNames.includes(nameKey(name))
    ? undefined
    : { text: name, source: loginSource }
}

function systemName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
