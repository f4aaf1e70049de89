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
  summary: "Create a token for an account, and create the account if it does not exist",
  description:
    "The first token turns authentication on. `role`, `agent` and `person` apply to a new account; its default role is `work`, or `admin` if its token turns authentication on.",
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
        detail: `The account ${known.name} already exists, with the role ${known.role}; this request would change it.`,
        facts: { account: known.name },
      })
    if (!known) requireDistinct(board, name)
    const isFirst = context.who?.isHome === true && !board.counters.accessRequired
    const created = known ? [] : [accountCreated(name, sent, isFirst ? "admin" : "work")]
    return [...created, ...tokenEvents(board, known?.name ?? name, expires, context)]
  },
  answer: (board, events, _, context) => viewNewToken(board, events, context),
})
