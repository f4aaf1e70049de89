import * as z from "zod"
import { viewOneAccount } from "../domain/read-models/access-view.ts"
import { AccountName, AccountView } from "../domain/wire/access/access-schemas.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { query } from "../operation.ts"

export const readAccount = query({
  name: "account.read",
  summary: "Read one account",
  description: "The response includes the account's permissions and the number of its tokens.",
  http: { method: "GET", path: "/accounts/{name}" },
  access: "admin",
  input: z.strictObject({ name: AccountName, fields: fieldsOf(AccountView) }),
  output: z.object({ account: AccountView }),
  record: "account",
  refusals: ["account_not_found"],

  read: (board, { name }, context) => viewOneAccount(board, name, context),
})
