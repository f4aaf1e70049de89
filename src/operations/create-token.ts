import * as z from "zod"
import { viewNewToken } from "../domain/read-models/access-view.ts"
import { accountChanges, accountCreated, tokenEvents } from "../domain/rules/accounts.ts"
import { accountFields, AccountName, Expiry, newTokenFields } from "../domain/wire/access/access-schemas.ts"
import { nameKey } from "../domain/wire/names.ts"
import { requireDistinct } from "../domain/rules/agents.ts"
import { fail } from "../errors.ts"
import { command } from "../operation.ts"

export const createToken = command({
  name: "token.create",
  summary: "Make a token for an account, and the account where there is none",
  description:
    "From the first token on the board asks for one. `role`, `agent` and `person` are those of a new account; its role is `work` unless said otherwise, and `admin` for the token with which the board begins to ask.",
  http: { method: "POST", path: "/tokens", status: 201 },
  access: "admin",
  input: z.strictObject({ account: AccountName, ...accountFields, expires: Expiry.optional() }),
  output: z.object(newTokenFields),
  showsOnce: "secret",
  refusals: ["account_exists"],

  decide(board, { account: name, expires, ...sent }, context) {
    const known = board.accounts.get(nameKey(name))
    if (known && Object.keys(accountChanges(known, sent)).length > 0)
      fail("account_exists", {
        detail: `There is an account ${known.name} with the role ${known.role} already, and this would change it.`,
        facts: { account: known.name },
      })
    if (!known) requireDistinct(board, name)
    const isFirst = context.who?.isHome === true && !board.counters.accessRequired
    const created = known ? [] : [accountCreated(name, sent, isFirst ? "admin" : "work")]
    return [...created, ...tokenEvents(board, known?.name ?? name, expires, context)]
  },
  answer: (board, events, _, context) => viewNewToken(board, events, context),
})
