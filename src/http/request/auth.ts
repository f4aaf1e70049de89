import { timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { fail } from "../../errors.ts"
import { hashToken } from "../../config/token.ts"

/** The owner of a token. Without an agent, whoever sends the token may act under any name. */
export interface Identity {
  readonly agent?: string | undefined
}

export interface Auth {
  /** False on a server that asks for no token. */
  readonly required: boolean
  /** The owner of the token; undefined for an unknown token. */
  check(token: string): Identity | undefined
}

/** A token as it is stored: its SHA-256, in hex. */
export interface StoredToken extends Identity {
  readonly hash: string
}

/** If there are tokens, every request needs one of them. If there are none, no request needs one. */
export function createAuth(tokens: readonly StoredToken[]): Auth {
  const known = tokens.map(({ hash, agent }) => ({ hash: Buffer.from(hash, "hex"), agent }))
  return {
    required: tokens.length > 0,
    check(token) {
      const offered = Buffer.from(hashToken(token), "hex")
      // Every token is compared, so that the time it takes does not show which one was close.
      const hits = known.filter(
        ({ hash }) => hash.length === offered.length && timingSafeEqual(hash, offered),
      )
      return hits[0] && { agent: hits[0].agent }
    },
  }
}

/** Who sent a request. @throws unauthorized */
export function identify(auth: Auth, req: IncomingMessage): Identity {
  if (!auth.required) return anyone
  const { authorization } = req.headers
  if (authorization === undefined) fail("unauthorized", "This server asks for a token.")
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1]
  return (
    (token === undefined ? undefined : auth.check(token)) ??
    fail("unauthorized", "The token is not known here.")
  )
}

// --- internal ---

const anyone: Identity = {}
