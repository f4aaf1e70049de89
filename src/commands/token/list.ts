import type { OutputOf } from "../../client/contract.ts"
import { style } from "../../terminal/output.ts"
import { ago } from "../../terminal/show-time.ts"
import { table } from "../../terminal/table.ts"
import { accessCommand } from "../access/access-command.ts"

type Token = OutputOf<"token.list">["tokens"][number]

export default accessCommand({
  name: "token list",
  operation: "token.list",
  summary: "List the tokens, with their accounts, expiry and last use",
  examples: [
    ["token list", "the tokens themselves are not stored"],
    ["token list --account ci", "the tokens of one account"],
  ],
  print({ tokens }, _, { account }) {
    if (tokens.length === 0)
      return {
        notice:
          account === undefined
            ? "No tokens. `upnext token create --name <name>` creates a token."
            : "No tokens match.",
      }
    return table(tokens, [
      { title: "ID", text: ({ id }) => id, paint: style.bold },
      { title: "ACCOUNT", text: ({ account }) => account, shrinks: true },
      { title: "MADE", text: ({ createdAt }) => ago(createdAt), paint: style.dim },
      { title: "ENDS", text: endsOf, paint: (text, { expired }) => (expired ? style.red(text) : text) },
      {
        title: "USED",
        text: ({ lastUsedAt }) => (lastUsedAt === null ? "-" : ago(lastUsedAt)),
        paint: style.dim,
      },
    ])
  },
  columns: ["id", "account", "createdAt", "expiresAt", "lastUsedAt"],
})

// --- internal ---

function endsOf({ expiresAt, expired }: Token): string {
  if (expiresAt === null) return "-"
  return expired ? `ended ${ago(expiresAt)}` : ago(expiresAt)
}
