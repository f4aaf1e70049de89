import { timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { ActorName } from "../domain/wire/schemas.ts"
import { fail } from "../errors.ts"
import { hashToken } from "../token.ts"
import { single } from "./exchange.ts"

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

/** If there are tokens, every request needs one of them. If there are none, nobody needs one. */
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
  if (!auth.required) return nobody
  const { authorization } = req.headers
  if (authorization === undefined) fail("unauthorized", "This server asks for a token.")
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1]
  return (
    (token === undefined ? undefined : auth.check(token)) ??
    fail("unauthorized", "The token is not known here.")
  )
}

/**
 * The name in `Upnext-Actor`. A header carries bytes: letters beyond ASCII come percent-encoded, or as plain UTF-8.
 * @throws invalid_input if the header does not hold a name
 */
export function headerActor(req: IncomingMessage): string | undefined {
  if (req.headers["upnext-actor"] === undefined) return undefined
  const raw = Buffer.from(single(req, "upnext-actor") ?? "", "latin1").toString("utf8")
  const parsed = ActorName.safeParse(unescape(raw))
  if (parsed.success) return parsed.data
  fail("invalid_input", {
    detail: "The header Upnext-Actor does not hold a name.",
    errors: parsed.error.issues.map(({ message }) => ({
      path: "Upnext-Actor",
      message,
      received: raw.slice(0, 100),
    })),
  })
}

// --- internal ---

const nobody: Identity = {}

function unescape(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}
