import { accessCommand } from "../access/access-command.ts"
import { accountLine } from "./render.ts"

export default accessCommand({
  name: "account create",
  operation: "account.create",
  summary: "Create an account without a token",
  positionals: ["name"],
  rename: { name: "account" },
  examples: [
    ["account create ci --role work --agent ann", "acts only as ann"],
    ["token create --name ci --agent ann", "an account with a token"],
  ],
  print: ({ account }) => accountLine(account, "is an account"),
  id: ({ account }) => account.name,
})
