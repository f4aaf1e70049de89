import * as z from "zod"
import { requireAccount } from "../domain/rules/accounts.ts"
import { AccountName } from "../domain/wire/access/access-schemas.ts"
import { command } from "../operation.ts"

export const deleteAccount = command({
  name: "account.delete",
  summary: "Delete an account and its tokens",
  description:
    "The history still shows what the account did. Authentication stays on, even if this was the last account.",
  http: { method: "DELETE", path: "/accounts/{name}" },
  access: "admin",
  input: z.strictObject({ name: AccountName }),
  output: z.object({ deleted: z.string().describe("the name") }),
  refusals: ["account_not_found"],

  decide: (board, { name }) => [{ type: "account.deleted", account: requireAccount(board, name).name }],
  answer: (_, events, { name }) => ({
    deleted: events.find((event) => event.type === "account.deleted")?.account ?? name,
  }),
})
