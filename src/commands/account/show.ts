import { accessCommand } from "../access/access-command.ts"
import { accountCard } from "./render.ts"

export default accessCommand({
  name: "account show",
  operation: "account.read",
  summary: "Show an account: its role, and who it acts as",
  positionals: ["name"],
  rename: { name: "account" },
  examples: [["account show ci", "role, agent and number of tokens"]],
  print: ({ account }) => accountCard(account),
})
