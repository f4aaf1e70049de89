import type { Board } from "../board/board.ts"
import type { Account, AccountToken } from "../board/access/access-records.ts"
import type { BoardEvent } from "../events/index.ts"
import type { Context } from "../context.ts"
import { requireAccount, requireToken, tokenId, tokensOf } from "../rules/accounts.ts"
import { hasEnded } from "../rules/identity.ts"
import type { AccountView, TokenView } from "../wire/access/access-schemas.ts"
import { iso } from "../wire/time.ts"

interface TokenUse {
  readonly now: number
  lastUse(token: number): number | undefined
}

/** @param own its tokens */
export function viewAccount(account: Account, own: readonly AccountToken[], { now }: TokenUse): AccountView {
  const { name, role, agent, person, createdAt } = account
  const tokens = own.filter((token) => !hasEnded(token, now)).length
  return { name, role, agent, person, createdAt: iso(createdAt), tokens }
}

export function viewToken(token: AccountToken, { now, lastUse }: TokenUse): TokenView {
  const { n, account, createdAt, until } = token
  return {
    id: tokenId(n),
    account,
    createdAt: iso(createdAt),
    expiresAt: iso(until),
    expired: hasEnded(token, now),
    lastUsedAt: iso(lastUse(n) ?? null),
  }
}

/** The answer with one account. @throws account_not_found */
export function viewOneAccount(board: Board, name: string, context: TokenUse): { account: AccountView } {
  const account = requireAccount(board, name)
  return { account: viewAccount(account, tokensOf(board, account.name), context) }
}

/** The answer with the token that these events have just made. */
export function viewNewToken(board: Board, events: readonly BoardEvent[], context: Context & TokenUse) {
  const token = requireToken(board, tokenId(board.counters.token))
  return {
    token: viewToken(token, context),
    ...viewOneAccount(board, token.account, context),
    secret: context.newToken().token,
    first: events.some(({ type }) => type === "access.required"),
  }
}
