import * as z from "zod"
import { viewOneAccount } from "../domain/read-models/access-view.ts"
import { accountCreated } from "../domain/rules/accounts.ts"
import { accountFields, AccountName, AccountRole, AccountView } from "../domain/wire/access/access-schemas.ts"
import { nameKey } from "../domain/wire/names.ts"
import { requireDistinct } from "../domain/rules/agents.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const createAccount = command({
  name: "account.create",
  summary: "Create an account",
  description: "The account can do nothing until it has a token.",
  http: { method: "POST", path: "/accounts", status: 201 },
  access: "admin",
  input: z.strictObject({ name: AccountName, ...accountFields, role: AccountRole }),
  output: z.object({ account: AccountView }),
  refusals: ["account_exists"],
  location: ({ account }) => `/accounts/${account.name}`,

  decide(board, { name, ...sent }) {
    const known = board.accounts.get(nameKey(name))
    if (known)
      fail("account_exists", {
        detail: `The account ${known.name} already exists.`,
        facts: { account: known.name },
      })
    requireDistinct(board, name)
    return [accountCreated(name, sent, sent.role)]
  },
  answer: (board, _, { name }, context) => viewOneAccount(board, name, context),
})
