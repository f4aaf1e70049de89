import { callNow } from "../api/api.ts"
import type { AccountView, ApiResult, TokenView } from "../api/types.ts"
import { useRead, type Reading } from "./use-read.ts"

export interface Accounts {
  readonly accounts: readonly AccountView[]
  readonly tokens: readonly TokenView[]
}

/** When a token was used last, no event tells. In ms. */
const oftenMs = 15_000

/** Every account and every token. They are of the present, also while a moment of the past is shown. */
export function useAccounts(): Reading<Accounts> {
  return useRead("accounts", readAccounts, {
    isAbout: ({ type }) => /^(?:account|token|access)\./.test(type),
    every: oftenMs,
  })
}

// --- internal ---

async function readAccounts(): Promise<ApiResult<Accounts>> {
  const [accounts, tokens] = await Promise.all([callNow("account.list", {}), callNow("token.list", {})])
  if ("refusal" in accounts) return accounts
  if ("refusal" in tokens) return tokens
  return { value: { ...accounts.value, ...tokens.value }, seq: accounts.seq }
}
