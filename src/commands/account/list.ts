import { accessCommand } from "../access/access-command.ts"
import { accountTable } from "./render.ts"

export default accessCommand({
  name: "account list",
  operation: "account.list",
  examples: [["account list", "each with its role and number of tokens"]],
  print: ({ accounts }) =>
    accounts.length === 0
      ? { notice: "No accounts. `upnext token create --name <name>` creates one, with a token." }
      : accountTable(accounts),
  columns: ["name", "role", "agent", "tokens", "createdAt"],
})
