import { accessCommand } from "../access/access-command.ts"
import { tellToken } from "../access/tell-token.ts"

export default accessCommand({
  name: "token rotate",
  operation: "account.rotate",
  summary: "Give an account a new token, which is printed once, in place of all that it has",
  positionals: ["name"],
  rename: { name: "account" },
  omit: ["full"],
  examples: [
    ["token rotate ci", "the tokens of before end at once"],
    ["token rotate ci --overlap 1h --expires 30d", "they end in an hour"],
  ],
  print: (answer) => tellToken(answer, ["It takes the place of all that the account had."]),
})
