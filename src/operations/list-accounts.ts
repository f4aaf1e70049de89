import * as z from "zod"
import { viewAccount } from "../domain/read-models/access-view.ts"
import { AccountView } from "../domain/wire/access-schemas.ts"
import { fieldsOf } from "../domain/wire/record-fields.ts"
import { query } from "../operation.ts"

export const listAccounts = query({
  name: "account.list",
  summary: "List the accounts, by name",
  description: "All of them in one answer.",
  http: { method: "GET", path: "/accounts" },
  access: "admin",
  input: z.strictObject({ fields: fieldsOf(AccountView) }),
  output: z.object({ accounts: z.array(AccountView), total: z.int() }),
  record: "accounts",

  read(board, _, context) {
    const accounts = [...board.accounts.values()]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((account) => viewAccount(board, account, context))
    return { accounts, total: accounts.length }
  },
})
