import * as z from "zod"
import { viewAccount } from "../domain/read-models/access-view.ts"
import { requireAccount, tokensOf } from "../domain/rules/accounts.ts"
import { AccountName, AccountView } from "../domain/wire/access/access-schemas.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { query } from "../operation.ts"

export const readAccount = query({
  name: "account.read",
  summary: "Read one account",
  description: "What it may do, and how many tokens it has.",
  http: { method: "GET", path: "/accounts/{name}" },
  access: "admin",
  input: z.strictObject({ name: AccountName, fields: fieldsOf(AccountView) }),
  output: z.object({ account: AccountView }),
  record: "account",
  refusals: ["account_not_found"],

  read: (board, { name }, context) => {
    const account = requireAccount(board, name)
    return { account: viewAccount(account, tokensOf(board, account.name), context) }
  },
})
