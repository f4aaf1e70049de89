import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { AccountToken } from "../board/access/access-records.ts"
import type { Identity } from "../wire/access/access.ts"
import { nameKey } from "../wire/names.ts"

/** The account that a token stands for now; undefined if the token has ended. */
export function identityOf(board: Board, token: AccountToken, now: number): Identity | undefined {
  const account = board.accounts.get(nameKey(token.account))
  if (!account || hasEnded(token, now)) return undefined
  const { name, role, person: isPerson, agent: bound } = account
  const own = bound ?? name
  // With the role `work` the account acts only as one agent. With higher roles it acts as any agent, or by default
  // under its own name.
  const agent = role === "work" || role === "read" ? own : undefined
  return { account: name, token: token.n, role, isPerson, name: own, agent }
}

/** The same sender, as the board knows it now. @throws unauthorized if its token has ended since */
export function renewIdentity(board: Board, who: Identity | undefined, now: number): Identity | undefined {
  if (who?.token === undefined) return who
  const token = board.tokens.get(who.token)
  const found = token && identityOf(board, token, now)
  return found ?? fail("unauthorized", tokenEnded)
}

export const tokenEnded = "The token is no longer valid: it was revoked, or it expired."

export function hasEnded({ until }: AccountToken, now: number): boolean {
  return until !== null && until <= now
}
