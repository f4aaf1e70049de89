import { accessCommand } from "../access/access-command.ts"
import { tellToken } from "../access/tell-token.ts"
import { ago, localTime } from "../../terminal/show-time.ts"

export default accessCommand({
  name: "token rotate",
  operation: "account.rotate",
  summary: "Replace all tokens of an account with a new one, which is printed once",
  positionals: ["name"],
  rename: { name: "account" },
  omit: ["full"],
  examples: [
    [
      "token rotate ci",
      "the old tokens expire in 10 minutes, so nobody is locked out if the response is lost",
    ],
    ["token rotate ci --overlap 1h --expires 30d", "the old tokens expire in an hour"],
    ["token rotate ci --overlap off", "the old tokens expire immediately: use this if one has leaked"],
  ],
  about: ["`upnext token revoke K-1` revokes a single token immediately."],
  print: (answer) => tellToken(answer, [sayOthers(answer.othersEnd)]),
})

// --- internal ---

function sayOthers(end: string | null): string {
  const taken = "The new token replaces all the account's other tokens"
  return end === null
    ? `${taken}.`
    : `${taken}, which stay valid until ${localTime(end)} (${ago(end)}). \`upnext token revoke <id>\` revokes one immediately.`
}
