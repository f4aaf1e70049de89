import { accessCommand } from "../access/access-command.ts"
import { accountLine } from "./render.ts"

export default accessCommand({
  name: "account edit",
  operation: "account.edit",
  positionals: ["name"],
  rename: { name: "account" },
  either: ["person"],
  examples: [
    ["account edit ci --role read", "takes effect with the next request of its tokens"],
    [
      'account edit ci --agent ""',
      "an empty value clears the field, and the account then acts under its own name",
    ],
  ],
  print: ({ account }) => accountLine(account, "is changed"),
})
