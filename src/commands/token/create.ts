import { accessCommand } from "../access/access-command.ts"
import { tellToken } from "../access/tell-token.ts"

export default accessCommand({
  name: "token create",
  operation: "token.create",
  summary: "Create a token (printed only once), and its account if needed",
  rename: { account: "name" },
  omit: ["full"],
  examples: [
    ["token create --name ada --person", "the first token is an admin's, and turns authentication on"],
    ["token create --name ci --agent ann --expires 30d", "the account ci, which works only as ann"],
    ["token create --name ops --role manage", "read, work, manage or admin; default: work"],
  ],
  about: [
    "Only the token is written to standard output; everything else is written to standard error: `TOKEN=$(upnext token create --name ci)`. Only the token's hash is stored.",
  ],
  print: (answer) => tellToken(answer),
})
