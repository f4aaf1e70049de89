import * as z from "zod"
import type { BoardEvent } from "../domain/board/events.ts"
import { viewNewToken } from "../domain/read-models/access-view.ts"
import { requireAccount, tokenEvents, tokenId, tokensOf } from "../domain/rules/accounts.ts"
import { hasEnded } from "../domain/rules/identity.ts"
import { AccountName, Expiry, newTokenFields } from "../domain/wire/access-schemas.ts"
import { Duration } from "../domain/wire/schemas.ts"
import { command } from "../operation.ts"

export const rotateAccount = command({
  name: "account.rotate",
  summary: "Give an account a new token in place of all that it has",
  description: "The others end at once, or with `overlap` after that time.",
  http: { method: "POST", path: "/accounts/{name}/rotate", status: 201 },
  access: "admin",
  input: z.strictObject({
    name: AccountName,
    overlap: Duration("1s", "52w").optional().describe("how long the tokens of before stay good"),
    expires: Expiry.optional(),
  }),
  output: z.object(newTokenFields),
  showsOnce: "secret",
  refusals: ["account_not_found"],

  decide(board, { name, overlap, expires }, context) {
    const account = requireAccount(board, name)
    const ends = tokensOf(board, account.name)
      .filter((token) => !hasEnded(token, context.now))
      .flatMap(({ n, until }): BoardEvent[] => {
        if (overlap === undefined) return [{ type: "token.revoked", token: tokenId(n) }]
        const end = context.now + overlap
        // One that ends sooner anyway is not made to last longer.
        return until !== null && until <= end
          ? []
          : [{ type: "token.replaced", token: tokenId(n), until: end }]
      })
    return [...tokenEvents(board, account.name, expires, context), ...ends]
  },
  answer: (board, events, _, context) => viewNewToken(board, events, context),
})
