import * as z from "zod"
import { requireToken } from "../domain/rules/accounts.ts"
import { TokenId } from "../domain/wire/access/access-schemas.ts"
import { command } from "../operation.ts"

export const revokeToken = command({
  name: "token.revoke",
  summary: "Revoke a token",
  description:
    "The token's waiting requests and all later requests are refused, and its streams end. Authentication stays on, even if this was the last token.",
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
