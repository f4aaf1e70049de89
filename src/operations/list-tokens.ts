import * as z from "zod"
import { viewToken } from "../domain/read-models/access-view.ts"
import { tokensOf } from "../domain/rules/accounts.ts"
import { AccountName, TokenView } from "../domain/wire/access/access-schemas.ts"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { query } from "../operation.ts"

export const listTokens = query({
  name: "token.list",
  summary: "List the tokens, oldest first",
  description: "A token has the permissions of its account. The tokens themselves are not stored.",
  http: { method: "GET", path: "/tokens" },
  access: "admin",
  input: z.strictObject({
    account: AccountName.optional().describe("only the tokens of this account"),
    fields: fieldsOf(TokenView),
  }),
  output: z.object({ tokens: z.array(TokenView), total: z.int() }),
  record: "tokens",

  read(board, { account }, context) {
    const found = account === undefined ? [...board.tokens.values()] : tokensOf(board, account)
    return { tokens: found.map((token) => viewToken(token, context)), total: found.length }
  },
})
