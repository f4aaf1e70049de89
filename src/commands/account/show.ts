import { accessCommand } from "../access/access-command.ts"
import { accountCard } from "./render.ts"

export default accessCommand({
  name: "account show",
  operation: "account.read",
  summary: "Show an account: what it may do, and as whom",
  positionals: ["name"],
  rename: { name: "account" },
  examples: [["account show ci", "role, agent, and how many tokens it has"]],
  print: ({ account }) => accountCard(account),
})
