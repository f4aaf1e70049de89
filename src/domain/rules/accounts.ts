import { fail } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import type { AccountFields, BoardEvent } from "../events/index.ts"
import type { Account, AccountToken } from "../board/access/access-records.ts"
import type { Task } from "../board/records.ts"
import type { Context } from "../context.ts"
import type { Identity } from "../wire/access/access.ts"
import { isSameName, nameKey, numberOf } from "../wire/names.ts"

/** The fields of an account that a request sends. */
export type SentAccount = { readonly [K in keyof AccountFields]?: AccountFields[K] | undefined }

/** @throws account_not_found */
export function requireAccount(board: Board, name: string): Account {
  return (
    board.accounts.get(nameKey(name)) ??
    fail("account_not_found", { detail: `There is no account ${name}.`, facts: { account: name } })
  )
}

/** @throws token_not_found */
export function requireToken(board: Board, id: string): AccountToken {
  return (
    board.tokens.get(numberOf(id)) ??
    fail("token_not_found", { detail: `There is no token ${id}.`, facts: { token: id } })
  )
}

/** Oldest first. */
export function tokensOf(board: Board, account: string): AccountToken[] {
  return [...board.tokens.values()].filter((token) => isSameName(token.account, account))
}

export function tokenId(n: number): string {
  return `K-${n}`
}

/** @param role the role if none is sent */
export function accountCreated(
  name: string,
  { role, agent = null, person = false }: SentAccount,
  otherwise: Account["role"],
): BoardEvent {
  return { type: "account.created", account: name, fields: { role: role ?? otherwise, agent, person } }
}

/** The sent fields that differ from the account as it is. */
export function accountChanges(account: Account, sent: SentAccount): Partial<AccountFields> {
  const keys = ["role", "agent", "person"] as const
  return Object.fromEntries(
    keys
      .filter((key) => sent[key] !== undefined && sent[key] !== account[key])
      .map((key) => [key, sent[key]]),
  )
}

/** The events that give an account a token. The first token turns authentication on. */
export function tokenEvents(
  board: Board,
  account: string,
  expires: number | undefined,
  { now, newToken }: Pick<Context, "now" | "newToken">,
): BoardEvent[] {
  const created = {
    type: "token.created",
    token: tokenId(board.counters.token + 1),
    account,
    hash: newToken().hash,
    until: expires === undefined ? null : now + expires,
  } as const
  return board.counters.accessRequired ? [created] : [created, { type: "access.required" }]
}

/** A deleted account with this name belonged to someone else, so tasks that it created are not the new account's. */
export function isMaker(board: Board, { createdAt }: Task, maker: string, { account }: Identity): boolean {
  const since = board.accounts.get(nameKey(maker))?.createdAt ?? Infinity
  return isSameName(maker, account ?? null) && since <= createdAt
}
