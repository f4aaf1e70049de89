import { accessCommand } from "../access/access-command.ts"
import { tellToken } from "../access/tell-token.ts"
import { ago, localTime } from "../../terminal/show-time.ts"

export default accessCommand({
  name: "token rotate",
  operation: "account.rotate",
  summary: "Give an account a new token, which is printed once, in place of all that it has",
  positionals: ["name"],
  rename: { name: "account" },
  omit: ["full"],
  examples: [
    ["token rotate ci", "the tokens of before end in 10 minutes, so that a lost answer locks nobody out"],
    ["token rotate ci --overlap 1h --expires 30d", "they end in an hour"],
    ["token rotate ci --overlap off", "they end at once, as one that has leaked should"],
  ],
  about: ["`upnext token revoke K-1` ends a single token at once."],
  print: (answer) => tellToken(answer, [sayOthers(answer.othersEnd)]),
})

// --- internal ---

function sayOthers(end: string | null): string {
  const taken = "It takes the place of all that the account had"
  return end === null
    ? `${taken}.`
    : `${taken}, which are good until ${localTime(end)} (${ago(end)}). \`upnext token revoke <id>\` ends one at once.`
}
