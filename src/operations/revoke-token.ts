import * as z from "zod"
import { requireToken } from "../domain/rules/accounts.ts"
import { TokenId } from "../domain/wire/access/access-schemas.ts"
import { command } from "../operation.ts"

export const revokeToken = command({
  name: "token.revoke",
  summary: "End a token",
  description:
    "Its next request is refused, its streams end, and what waits for an answer is refused. The board goes on asking for tokens, also where this was the last.",
  http: { method: "DELETE", path: "/tokens/{id}" },
  access: "admin",
  input: z.strictObject({ id: TokenId }),
  output: z.object({ revoked: z.string().describe("the id") }),
  refusals: ["token_not_found"],

  decide(board, { id }) {
    requireToken(board, id)
    return [{ type: "token.revoked", token: id }]
  },
  answer: (_, __, { id }) => ({ revoked: id }),
})
