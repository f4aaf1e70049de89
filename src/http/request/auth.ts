import type { IncomingMessage } from "node:http"
import { hashToken, isMistyped } from "../../config/token.ts"
import { requireRole } from "../../domain/rules/permissions.ts"
import type { Access, Identity } from "../../domain/wire/access/access.ts"
import type { Engine } from "../../engine/api.ts"
import { fail, type Facts } from "../../errors.ts"
import { createFailedTokens } from "./failed-tokens.ts"
import { createProxies, type Proxies } from "./proxies.ts"
import { parseTarget } from "./target.ts"

/** The kind of request: an operation, or another kind of route. */
export interface WantedAccess {
  readonly name: string
  readonly access: Access
  readonly opensWithBoard?: true | undefined
}

/** Who sent a request, and until when that holds. */
export interface Requester {
  /** Undefined on a board that asks nobody. */
  readonly who?: Identity | undefined
  /** Aborted with the refusal when the token ends, or when the board starts to require a token. */
  readonly signal?: AbortSignal | undefined
}

export type Auth = ReturnType<typeof createAuth>

type ProvedRequest = ReturnType<typeof provedRequest>

export interface AuthOptions {
  readonly engine: Pick<Engine, "identities">
  /** Of the configuration; each has the role `admin`. */
  readonly tokens: readonly StoredToken[]
  /** Nobody is asked, whatever the board says. */
  readonly isOff: boolean
  /** Everyone must authenticate, whatever the board says, because others can reach the server. */
  readonly isNeeded?: boolean
  /** Whether the sender of this request holds the key of the home. */
  isHomeProof(proof: string, request: ProvedRequest, now: number): boolean
  /** Where other servers may have made or ended a token. */
  readonly shared?: SharedTokens | undefined
  /** The address of the client; without it, that of the connection. */
  readonly proxies?: Proxies
}

/** A token as the configuration keeps it: its SHA-256, in hex. */
export interface StoredToken {
  readonly hash: string
  /** The one agent that it may act as. */
  readonly agent?: string | undefined
}

export interface SharedTokens {
  /**
   * Resolves when the board contains what other servers have written; resolves with false if that could not be read
   * in time.
   */
  catchUp(): Promise<boolean>
  /** For how long nothing was received about other servers' writes, in ms. */
  silentMs(): number
}

export function createAuth(options: AuthOptions) {
  const { engine, tokens, isOff, isNeeded = false, isHomeProof, shared } = options
  const { addressOf, forwardedHost } = options.proxies ?? createProxies()
  const find = createFind(options)
  const failed = createFailedTokens()
  const spent = createSpentProofs()
  const isRequired = () => !isOff && (isNeeded || tokens.length > 0 || engine.identities.required)

  function refuse(req: IncomingMessage, problem: string | { detail: string; facts: Facts }): never {
    failed.check(addressOf(req))
    failed.note(addressOf(req))
    fail("unauthorized", problem)
  }

  function byToken(
    req: IncomingMessage,
    token: string,
    wanted: WantedAccess,
  ): Requester | Promise<Requester> {
    const hash = hashToken(token)
    const sender = find(hash)
    if (sender) return allow(sender, wanted)
    if (isMistyped(token))
      return refuse(req, "The token is mistyped: it has a wrong, missing or extra character.")
    return shared ? catchUp(req, hash, shared, wanted) : refuse(req, unknown)
  }

  /** Another server may have created the token. Until that is known it counts as failed, to slow down guessing. */
  async function catchUp(
    req: IncomingMessage,
    hash: string,
    { catchUp: read }: SharedTokens,
    wanted: WantedAccess,
  ): Promise<Requester> {
    failed.check(addressOf(req))
    failed.note(addressOf(req))
    const isCaughtUp = await read()
    const sender = find(hash)
    if (!sender && isCaughtUp) fail("unauthorized", unknown)
    failed.forgive(addressOf(req))
    if (!sender) failSilent()
    return allow(sender, wanted)
  }

  function byHome(req: IncomingMessage, proof: string): Requester {
    const request = provedRequest(req, forwardedHost(req))
    if (isHomeProof(proof, request, Date.now()) && spent.take(proof))
      return { who: { role: "admin", isHome: true } }
    return refuse(req, {
      detail: "This is not the key of the server's data directory, or the clocks differ.",
      facts: { proof: "home" },
    })
  }

  return {
    /**
     * Identifies the sender of a request. Its role is checked here, before the body is read, and again by the engine.
     * Returns a promise only if other servers may know the token.
     * @throws unauthorized, not_allowed, needs_home, too_many_attempts, storage_unreachable
     */
    identify(req: IncomingMessage, wanted: WantedAccess): Requester | Promise<Requester> {
      const { authorization = "" } = req.headers
      const [, proof] = homeProof.exec(authorization) ?? []
      if (proof !== undefined) return byHome(req, proof)
      if (!isRequired()) {
        if (wanted.access === "admin" && wanted.opensWithBoard !== true)
          fail(
            "needs_home",
            "Authentication is off, so managing accounts and tokens requires the key of the data directory.",
          )
        return isOff ? { who: anyone } : { signal: engine.identities.openness }
      }
      if (authorization !== "") {
        const [, token] = bearer.exec(authorization) ?? []
        return token === undefined ? refuse(req, unknown) : byToken(req, token, wanted)
      }
      return wanted.access === "public" ? {} : fail("unauthorized", "This board requires a token.")
    },
  }
}

// --- internal ---

function allow(sender: Requester, wanted: WantedAccess): Requester {
  if (sender.who) requireRole(sender.who, wanted)
  return sender
}

const bearer = /^Bearer +([\w.~+/=-]+)$/i
const homeProof = /^Upnext-Home +(\S+)$/i

function provedRequest({ method = "", url = "", headers }: IncomingMessage, forwarded: string | undefined) {
  return { method, host: forwarded ?? headers.host ?? "", path: parseTarget(url).path }
}

/** Another server may have created or revoked the token, and a client that receives 401 discards it. */
function failSilent(): never {
  fail("storage_unreachable", "The database is not responding, so the token cannot be checked.")
}

/** Finds the account of a token from the board or from the configuration. */
function createFind({ engine, tokens, shared }: AuthOptions): (hash: string) => Requester | undefined {
  const configured = new Map(
    tokens.map(({ hash, agent }) => [hash, { who: { role: "admin", agent } } satisfies Requester]),
  )
  return (hash) => {
    const who = engine.identities.find(hash)
    if (!who) return configured.get(hash)
    // It may have been revoked on another server.
    if (shared && shared.silentMs() > deafMs) failSilent()
    return { who, signal: who.signal }
  }
}

/** The sender on a server that was told to ask nobody. */
const anyone: Identity = { role: "admin", isAnyone: true }

const unknown = "The token is unknown here, or no longer valid."

/** After a silence of this length, in ms, a revocation may have been missed. */
const deafMs = 15_000

/**
 * A proof of the home is valid only once, so that nobody who saw it can send it again.
 * @param now by the monotonic clock, in ms
 */
function createSpentProofs(now: () => number = () => performance.now()) {
  const spent = new Map<string, number>()
  return {
    /** False for one that came before. */
    take(proof: string) {
      for (const [old, at] of spent) if (now() - at > keptMs) spent.delete(old)
      if (spent.has(proof)) return false
      spent.set(proof, now())
      return true
    },
  }
}

/** Longer than a proof is valid, counting both directions of the clock. */
const keptMs = 180_000
