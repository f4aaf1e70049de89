import * as z from "zod"
import { viewOneAccount } from "../domain/read-models/access-view.ts"
import { accountChanges, requireAccount } from "../domain/rules/accounts.ts"
import { accountFields, AccountName, AccountView } from "../domain/wire/access/access-schemas.ts"
import { command } from "../operation.ts"

export const editAccount = command({
  name: "account.edit",
  summary: "Change the permissions of an account",
  description:
    "Omitted fields stay as they are. The change applies to the account's tokens from the next request on; waiting requests are refused.",
  http: { method: "PATCH", path: "/accounts/{name}" },
  access: "admin",
  input: z.strictObject({ name: AccountName, ...accountFields }),
  output: z.object({ account: AccountView }),
  refusals: ["account_not_found"],

  decide(board, { name, ...sent }) {
    const account = requireAccount(board, name)
    const changes = accountChanges(account, sent)
    if (Object.keys(changes).length === 0) return []
    return [{ type: "account.edited", account: account.name, changes }]
  },
  answer: (board, _, { name }, context) => viewOneAccount(board, name, context),
})
