import { setMaxListeners } from "node:events"
import type { Board } from "../domain/board/board.ts"
import type { AccountToken } from "../domain/board/access/access-records.ts"
import { hasEnded, identityOf, tokenEnded } from "../domain/rules/identity.ts"
import type { Identity } from "../domain/wire/access/access.ts"
import { UpnextError } from "../errors.ts"
import type { Runtime, Timer } from "../machine/runtime.ts"
import type { Commit } from "../storage/log.ts"
import type { KnownIdentities, KnownIdentity } from "./api.ts"

/**
 * The account behind each token, found by the token's hash. Only durable changes are applied, so a commit that may
 * still fail neither lets a sender in nor locks one out.
 */
export interface Identities extends KnownIdentities {
  /** When a token was last used on this server, in ms since 1970. */
  lastUse(token: number): number | undefined
  /** Applies a durable commit's changes to accounts and tokens. */
  follow(commit: Commit): void
  close(): void
}

export function createIdentities(
  { every }: Pick<Runtime, "every">,
  board: Board,
  now: () => number,
): Identities {
  let known = new Map<string, KnownToken>()
  let required = false
  let openness = createController()
  let ending: Timer | undefined
  const uses = new Map<number, number>()

  function read(): void {
    const before = known
    known = new Map()
    required = board.counters.accessRequired
    if (required) openness.abort(new UpnextError("unauthorized", { detail: "Authentication was turned on." }))
    else if (openness.signal.aborted) openness = createController()
    for (const token of board.tokens.values()) {
      const identity = identityOf(board, token, now())
      if (identity) known.set(token.hash, keepOrMake(before.get(token.hash), token, identity))
    }
    for (const [hash, { controller }] of before) {
      const next = known.get(hash)
      if (next?.controller !== controller) controller.abort(next ? changed() : ended())
    }
    for (const n of [...uses.keys()]) if (!board.tokens.has(n)) uses.delete(n)
    ending?.cancel()
    if ([...known.values()].some(({ token }) => token.until !== null)) ending = every(lookMs, endOverdue)
  }

  function endOverdue(): void {
    for (const [hash, entry] of known)
      if (hasEnded(entry.token, now())) {
        known.delete(hash)
        entry.controller.abort(ended())
      }
  }

  read()
  return {
    get required() {
      return required
    },
    get openness() {
      return openness.signal
    },
    find(hash) {
      const entry = known.get(hash)
      if (!entry || hasEnded(entry.token, now())) return undefined
      uses.set(entry.token.n, now())
      return entry.identity
    },
    lastUse: (token) => uses.get(token),
    follow({ commands }) {
      if (commands.some(({ events }) => events.some(({ type }) => ofAccess.test(type)))) read()
    },
    close: () => ending?.cancel(),
  }
}

// --- internal ---

interface KnownToken {
  readonly token: AccountToken
  readonly identity: KnownIdentity
  readonly controller: AbortController
}

/**
 * Each stream and each waiting request listens to its signal, so more than ten listeners are normal, and Node
 * should not warn of a leak.
 */
function createController(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

const ofAccess = /^(?:account|token|access)\./

/** How soon a token's streams end after the token has expired. New requests with the token are refused at once. */
const lookMs = 500

/** Keeps the existing entry if the sender's permissions are unchanged, so that the sender's streams stay open. */
function keepOrMake(before: KnownToken | undefined, token: AccountToken, identity: Identity): KnownToken {
  const { signal: _, ...same } = before?.identity ?? {}
  if (before && JSON.stringify(same) === JSON.stringify(identity)) {
    return before.token.until === token.until ? before : { ...before, token }
  }
  const controller = createController()
  return { token, identity: { ...identity, signal: controller.signal }, controller }
}

function ended(): UpnextError {
  return new UpnextError("unauthorized", { detail: tokenEnded })
}

/** The token itself has not changed, so the same request may be sent again. */
function changed(): UpnextError {
  return new UpnextError("unavailable", {
    detail: "The account's permissions have changed since the request arrived.",
  })
}
