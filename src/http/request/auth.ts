import type { IncomingMessage } from "node:http"
import { hashToken, isMistyped } from "../../config/token.ts"
import { requireRole } from "../../domain/rules/permissions.ts"
import type { Access, Identity } from "../../domain/wire/access.ts"
import type { Engine } from "../../engine/api.ts"
import { fail, type Facts } from "../../errors.ts"
import { createFailedTokens } from "./failed-tokens.ts"
import { createProxies, type Proxies } from "./proxies.ts"
import { parseTarget } from "./target.ts"

/** What a request asks for: an operation, or a route of another kind. */
export interface WantedAccess {
  readonly name: string
  readonly access: Access
  /** It changes something, so on a board that asks nobody an admin's request takes the key of the home. */
  readonly kind?: string
}

/** Who sent a request, and until when that holds. */
export interface Requester extends Identity {
  /** Aborted with the refusal when the token ends. */
  readonly signal?: AbortSignal | undefined
}

export interface Auth {
  /** Whether requests need a token now. */
  readonly isRequired: boolean
  /**
   * Who sent a request; undefined where nobody is asked. It is the one place where a role is compared with what a
   * request takes, and it comes before the body is read. A promise only where other servers may know the token.
   * @throws unauthorized, not_allowed, needs_home, too_many_attempts, storage_unreachable
   */
  identify(req: IncomingMessage, wanted: WantedAccess): Requester | undefined | Promise<Requester | undefined>
}

export interface AuthOptions {
  readonly engine: Pick<Engine, "identities">
  /** Of the configuration; each has the role `admin`. */
  readonly tokens: readonly StoredToken[]
  /** Nobody is asked, whatever the board says. */
  readonly isOff: boolean
  /** Whether the sender of this request holds the key of the home. */
  isHomeProof(proof: string, request: { method: string; path: string }, now: number): boolean
  /** Where other servers may have made or ended a token. */
  readonly shared?: SharedTokens | undefined
  /** The address of the client; without it, that of the connection. */
  readonly proxies?: Pick<Proxies, "addressOf">
}

/** A token as the configuration keeps it: its SHA-256, in hex. */
export interface StoredToken {
  readonly hash: string
  /** The one agent that it may act as. */
  readonly agent?: string | undefined
}

export interface SharedTokens {
  /** Resolves when the board holds what other servers have written; with false where that could not be read in time. */
  catchUp(): Promise<boolean>
  /** For how long nothing was heard of what others write, in ms. */
  silentMs(): number
}

export function createAuth({
  engine,
  tokens,
  isOff,
  isHomeProof,
  shared,
  proxies = createProxies(),
}: AuthOptions): Auth {
  const configured = new Map(
    tokens.map(({ hash, agent }) => [hash, { role: "admin", agent } satisfies Requester]),
  )
  const failed = createFailedTokens()
  const isRequired = () => !isOff && (configured.size > 0 || engine.identities.required)

  function find(hash: string): Requester | undefined {
    const sender = engine.identities.find(hash)
    // It may have been revoked on another server.
    if (sender && shared && shared.silentMs() > deafMs) failSilent()
    return sender ?? configured.get(hash)
  }

  function refuse(req: IncomingMessage, problem: string | { detail: string; facts: Facts }): never {
    failed.note(proxies.addressOf(req))
    fail("unauthorized", problem)
  }

  function allow(sender: Requester, wanted: WantedAccess): Requester {
    requireRole(sender, wanted)
    return sender
  }

  function byToken(
    req: IncomingMessage,
    token: string,
    wanted: WantedAccess,
  ): Requester | Promise<Requester> {
    const hash = hashToken(token)
    const sender = find(hash)
    if (sender) return allow(sender, wanted)
    failed.check(proxies.addressOf(req))
    if (isMistyped(token))
      return refuse(req, "The token is not whole: a character is wrong, missing or too many.")
    if (!shared) return refuse(req, unknown)
    return shared.catchUp().then((isCaughtUp) => {
      const found = find(hash) ?? (isCaughtUp ? refuse(req, unknown) : failSilent())
      return allow(found, wanted)
    })
  }

  function byHome(req: IncomingMessage, proof: string): Requester {
    const request = { method: req.method ?? "", path: parseTarget(req.url ?? "").path }
    if (isHomeProof(proof, request, Date.now())) return { role: "admin", isHome: true }
    failed.check(proxies.addressOf(req))
    return refuse(req, {
      detail: "This is not the key of the server's home, or its clock is another one.",
      facts: { proof: "home" },
    })
  }

  return {
    get isRequired() {
      return isRequired()
    },
    identify(req, wanted) {
      const { authorization = "" } = req.headers
      const [, proof] = homeProof.exec(authorization) ?? []
      if (proof !== undefined) return byHome(req, proof)
      if (!isRequired()) {
        if (wanted.access !== "admin" || wanted.kind !== "command") return undefined
        fail("needs_home", "This board asks nobody who is there, so its first token comes from its home.")
      }
      if (authorization !== "") {
        const [, token] = bearer.exec(authorization) ?? []
        return token === undefined ? refuse(req, unknown) : byToken(req, token, wanted)
      }
      return wanted.access === "public" ? undefined : fail("unauthorized", "This board asks for a token.")
    },
  }
}

// --- internal ---

const bearer = /^Bearer +([\w.~+/=-]+)$/i
const homeProof = /^Upnext-Home +(\S+)$/i

/** Another server may have made or ended the token, and a client that hears 401 throws it away. */
function failSilent(): never {
  fail("storage_unreachable", "The database is silent, so nobody knows whether the token holds.")
}

const unknown = "The token is not known here, or it has ended."

/** After a silence of this length, in ms, a revocation may have been missed. */
const deafMs = 15_000
