import { userInfo } from "node:os"
import { isLoose, nameKey, reservedNames } from "../domain/wire/names.ts"
import type { Credential } from "./credentials.ts"
import type { ProjectFile } from "./project-file.ts"
import { textOf, type Env, type Sourced } from "./sources.ts"
import { surroundingsIn } from "./coding-agents.ts"

export interface OwnIdentity {
  readonly name: Sourced | undefined
  /** The name was not given: it is that of the kept token, the kind of a coding agent, or the login name. */
  readonly isAssumed: boolean
  readonly session: Sourced | undefined
  /** Any session of the name may write to what this one holds. */
  readonly isSessionLoose: boolean
}

interface IdentitySources {
  readonly flag: (name: string) => string | undefined
  readonly env: Env
  readonly file: ProjectFile | undefined
  readonly host: string | undefined
  /** The token that is kept for the server. */
  readonly kept: Credential | undefined
}

export function identityOf({ flag, env, file, host, kept }: IdentitySources): OwnIdentity {
  const around = surroundingsIn(env, host)
  const said =
    sourced(flag("agent"), "--agent") ??
    sourced(textOf(env.UPNEXT_AGENT), "UPNEXT_AGENT") ??
    sourced(file?.agent, file?.path)
  const session =
    sourced(flag("session"), "--session") ??
    sourced(textOf(env.UPNEXT_SESSION), "UPNEXT_SESSION") ??
    around.session
  return {
    name: said ?? sourced(kept?.agent, "the token that is kept") ?? around.agent ?? loginName(env),
    isAssumed: said === undefined,
    session,
    isSessionLoose: session !== undefined && isLoose(session.text),
  }
}

// --- internal ---

function sourced(text: string | undefined, source = ""): Sourced | undefined {
  return text === undefined ? undefined : { text, source }
}

/** A user of a container may have no name, and a service may have one that no agent can have. */
function loginName(env: Env): Sourced | undefined {
  const name = textOf(env.LOGNAME) ?? textOf(env.USER) ?? textOf(env.USERNAME) ?? systemName()
  return name === undefined || reservedNames.includes(nameKey(name))
    ? undefined
    : { text: name, source: "the login name" }
}

function systemName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
