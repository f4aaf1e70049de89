import * as z from "zod"
import type { AccountToken } from "../domain/board/access/access-records.ts"
import { viewAccount } from "../domain/read-models/access-view.ts"
import { AccountView } from "../domain/wire/access/access-schemas.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { nameKey } from "../domain/wire/names.ts"
import { query } from "../operation.ts"

export const listAccounts = query({
  name: "account.list",
  summary: "List the accounts, by name",
  description: "One response contains all accounts.",
  http: { method: "GET", path: "/accounts" },
  access: "admin",
  input: z.strictObject({ fields: fieldsOf(AccountView) }),
  output: z.object({ accounts: z.array(AccountView), total: z.int() }),
  record: "accounts",

  read(board, _, context) {
    const tokens = new Map(
      [...board.accounts.values()].map(({ name }) => [nameKey(name), [] as AccountToken[]]),
    )
    for (const token of board.tokens.values()) tokens.get(nameKey(token.account))?.push(token)
    const accounts = [...board.accounts.values()]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((account) => viewAccount(account, tokens.get(nameKey(account.name)) ?? [], context))
    return { accounts, total: accounts.length }
  },
})
