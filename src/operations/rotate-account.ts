import * as z from "zod"
import type { BoardEvent } from "../domain/events/index.ts"
import { viewNewToken } from "../domain/read-models/access-view.ts"
import { requireAccount, tokenEvents, tokenId, tokensOf } from "../domain/rules/accounts.ts"
import { hasEnded } from "../domain/rules/identity.ts"
import { AccountName, Expiry, newTokenFields } from "../domain/wire/access/access-schemas.ts"
import { Duration } from "../domain/wire/schemas.ts"
import { iso } from "../domain/wire/time.ts"
import { isoTime } from "../domain/wire/field-views.ts"
import { command } from "../operation.ts"

export const rotateAccount = command({
  name: "account.rotate",
  summary: "Replace all tokens of an account with a new one",
  description:
    "The old tokens stay valid for the `overlap`, so a client that loses the response can ask again. To disable a leaked token immediately, revoke it or set `overlap` to `off`.",
  http: { method: "POST", path: "/accounts/{name}/rotate", status: 201 },
  access: "admin",
  input: z.strictObject({
    name: AccountName,
    overlap: z
      .union([z.literal(["off", "0"]).transform(() => 0), Duration("1s", "52w")])
      .prefault("10m")
      .describe("how long the old tokens stay valid, from 1s to 52w; `off` or 0 ends them immediately"),
    expires: Expiry.optional(),
  }),
  output: z.object({
    ...newTokenFields,
    othersEnd: isoTime
      .nullable()
      .describe("when the last old token expires; null: no old token is still valid"),
  }),
  showsOnce: "secret",
  refusals: ["account_not_found"],

  decide(board, { name, overlap, expires }, context) {
    const account = requireAccount(board, name)
    const ends = tokensOf(board, account.name)
      .filter((token) => !hasEnded(token, context.now))
      .flatMap(({ n, until }): BoardEvent[] => {
        if (overlap === 0) return [{ type: "token.revoked", token: tokenId(n) }]
        const end = context.now + overlap
        // A token that ends sooner anyway is not extended.
        return until !== null && until <= end
          ? []
          : [{ type: "token.replaced", token: tokenId(n), until: end }]
      })
    return [...tokenEvents(board, account.name, expires, context), ...ends]
  },
  answer(board, events, _, context) {
    const made = viewNewToken(board, events, context)
    const ends = tokensOf(board, made.account.name).flatMap((token) =>
      tokenId(token.n) === made.token.id || hasEnded(token, context.now) ? [] : [token.until ?? Infinity],
    )
    return { ...made, othersEnd: ends.length === 0 ? null : iso(Math.max(...ends)) }
  },
})
